import type { FieldTest, When } from '@caseloom/contract/apps/workflow'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { useCondition } from '../../../field-types/parts/ConditionForm.tsx'
import { operatorKey, takesValue } from '../../../field-types/parts/filter-choices.ts'
import { TypedSelect } from '../../../field-types/parts/TypedSelect.tsx'
import { ValueInput } from '../../../field-types/parts/ValueInput.tsx'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'

interface FieldTestInputsProps {
  at: 'now' | 'before'
  field: string
  test: When | null
  words: Vocabulary
  onChange: (test: When | null) => void
}

const CHANGES = 'changes'
const BECOMES = 'becomes:'

/** A test while it is edited; what isn't complete is null. */
function useFieldTest({ at, field, test, words, onChange }: FieldTestInputsProps) {
  const own: FieldTest | undefined = test !== null && 'field' in test ? test : undefined
  const form = useCondition(words.subjects, own, field)
  const [mode, setMode] = useState<'now' | 'becomes' | 'changes'>(
    test !== null && 'changed' in test ? 'changes' : own?.at === 'becomes' ? 'becomes' : 'now',
  )
  const { condition } = form
  const moment = at === 'before' ? at : mode === 'becomes' ? mode : undefined
  const made: When | null =
    mode === 'changes'
      ? { changed: field }
      : condition === null || moment === undefined
        ? condition
        : { ...condition, at: moment }
  const report = useEffectEvent(() => onChange(made))
  const isReported = JSON.stringify(made) === JSON.stringify(test)
  useEffect(() => {
    if (!isReported) report()
  }, [isReported])
  return { form, mode, setMode }
}

type Operators = { value: string; label: string }[]

function useOperators(form: ReturnType<typeof useCondition>, at: 'now' | 'before') {
  const { t } = useTranslation('workflow-editor')
  const { t: say } = useTranslation('fields')
  const operators: Operators = form.operators.map((one) => ({
    value: String(one),
    label: say(operatorKey(form.subject, one)),
  }))
  const changing: Operators =
    at === 'before'
      ? []
      : [
          { value: CHANGES, label: t('changes') },
          ...operators.map(({ value, label }) => ({
            value: `${BECOMES}${value}`,
            label: t('becomes', { operator: label }),
          })),
        ]
  return [
    { group: t('operators.now'), items: operators },
    ...(changing.length === 0 ? [] : [{ group: t('operators.change'), items: changing }]),
  ]
}

/** Operator and value of a test on a field; the values are entered as in filters. */
export function FieldTestInputs(props: FieldTestInputsProps) {
  const { t: say } = useTranslation('fields')
  const people = usePeople()
  const { form, mode, setMode } = useFieldTest(props)
  const { subject, operator } = form
  const data = useOperators(form, props.at)
  return (
    <>
      <TypedSelect
        label={say('filter.operator')}
        data={data}
        withinPortal
        value={mode === 'changes' ? CHANGES : `${mode === 'becomes' ? BECOMES : ''}${operator}`}
        onChange={(next) => {
          if (next === CHANGES) return setMode(CHANGES)
          const toBecome = next.startsWith(BECOMES)
          const plain = toBecome ? next.slice(BECOMES.length) : next
          setMode(toBecome ? 'becomes' : 'now')
          if (plain !== operator) form.operate(plain)
        }}
      />
      {mode !== 'changes' && subject !== undefined && takesValue(operator) && (
        <ValueInput
          subject={subject}
          operator={operator}
          people={people.all}
          groups={people.groups}
          value={form.entered}
          onChange={form.setEntered}
        />
      )}
    </>
  )
}
