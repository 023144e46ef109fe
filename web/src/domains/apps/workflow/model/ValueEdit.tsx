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

function operatorOf({ field }: FilterSubject): 'in' | 'eq' {
  return field !== undefined && fieldTraits(field).several ? 'in' : 'eq'
}

function inputOf(subject: FilterSubject, value: JsonValue, zone: string): string | string[] {
  const op = operatorOf(subject)
  if (value === null) return op === 'in' ? [] : ''
  return enteredOf(subject, { field: subject.key, op, value }, zone)
}

/** True where the input shows all of a value: entered again, it is the same. */
export function isWhole(subject: FilterSubject, value: JsonValue, zone: string): boolean {
  const made = valueOf(subject, operatorOf(subject), inputOf(subject, value, zone), zone)
  return JSON.stringify(made) === JSON.stringify(value)
}

/** A value of a field, entered as in filters; empty is null. */
export function ValueEdit({ subject, value, onChange }: ValueEditProps) {
  const { t } = useTranslation('workflow-editor')
  const people = usePeople()
  const { zone } = people
  const operator = operatorOf(subject)
  const [entered, setEntered] = useState(() => inputOf(subject, value, zone))
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
