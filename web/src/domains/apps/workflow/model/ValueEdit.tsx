import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../../data/people.ts'
import { enteredOf, type FilterSubject, valueOf } from '../../../../field-types/parts/filter-choices.ts'
import { ValueInput } from '../../../../field-types/parts/ValueInput.tsx'

interface ValueEditProps {
  subject: FilterSubject
  value: JsonValue
  onChange: (value: JsonValue) => void
}

/** A value of a field, entered as in filters; empty is null. */
export function ValueEdit({ subject, value, onChange }: ValueEditProps) {
  const { t } = useTranslation('workflow-editor')
  const people = usePeople()
  const { zone } = people
  const several = subject.field !== undefined && fieldTraits(subject.field).several
  const operator = several ? 'in' : 'eq'
  const [entered, setEntered] = useState<string | string[]>(() =>
    value === null
      ? several
        ? []
        : ''
      : enteredOf(subject, { field: subject.key, op: operator, value }, zone),
  )
  const made = valueOf(subject, operator, entered, zone)
  const isReported = JSON.stringify(made) === JSON.stringify(value)
  const report = useEffectEvent(() => onChange(made))
  useEffect(() => {
    if (!isReported) report()
  }, [isReported])
  return (
    <div role="group" aria-label={t('valueOf', { field: subject.label })}>
      <ValueInput
        subject={subject}
        operator={operator}
        people={people.all}
        groups={people.groups}
        value={entered}
        onChange={setEntered}
      />
    </div>
  )
}
