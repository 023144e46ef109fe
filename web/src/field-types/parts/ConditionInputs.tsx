import type { Condition } from '@caseloom/contract/values/filter'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCondition } from './ConditionForm.tsx'
import { type FilterSubject, operatorKey, takesValue } from './filter-choices.ts'
import { TypedSelect } from './TypedSelect.tsx'
import { ValueInput } from './ValueInput.tsx'

interface ConditionInputsProps {
  subjects: readonly FilterSubject[]
  people: {
    all: readonly { id: string; name: string }[]
    groups: readonly { id: string; name: string }[]
  }
  /** The condition to begin with; null for a new one. */
  condition: Condition | null
  /** Each change; null while the condition is incomplete. */
  onChange: (condition: Condition | null) => void
  /** The frame of the value's input. */
  frame?: (value: ReactNode) => ReactNode
}

/** Field, operator, and value of one condition in a row, without a button: each change applies immediately. */
export function ConditionInputs(props: ConditionInputsProps) {
  const { subjects, people, condition: given, onChange, frame = inDiv } = props
  const { t } = useTranslation('fields')
  const form = useCondition(subjects, given ?? undefined)
  const { subject, operator, condition } = form
  const text = JSON.stringify(condition)
  const isReported = text === JSON.stringify(given)
  const report = useEffectEvent((_text: string) => onChange(condition))
  useEffect(() => {
    if (!isReported) report(text)
  }, [text, isReported])
  return (
    <>
      <TypedSelect
        label={t('filter.field')}
        data={subjects.map(({ key, label }) => ({ value: key, label }))}
        value={subject?.key ?? null}
        onChange={form.choose}
      />
      <TypedSelect
        label={t('filter.operator')}
        data={form.operators.map((one) => ({ value: one, label: t(operatorKey(subject, one)) }))}
        value={operator}
        onChange={form.operate}
      />
      {frame(
        subject !== undefined && takesValue(operator) && (
          <ValueInput
            subject={subject}
            operator={operator}
            people={people.all}
            groups={people.groups}
            value={form.entered}
            onChange={form.setEntered}
          />
        ),
      )}
    </>
  )
}

const inDiv = (value: ReactNode) => <div>{value}</div>
