import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { ClockBadge } from '../../../field-types/values/ClockBadge.tsx'
import { isCaseField, observablesOf } from '../../../field-types/values/case-text.ts'
import { PropertyChip } from '../../../ui/Chip.tsx'
import { KeyValue } from '../../../ui/KeyValueForm.tsx'
import { fieldLogic } from '../logic/field-logic.tsx'
import classes from './Case.module.css'
import { HiddenObservables } from './HiddenObservables.tsx'
import { ObservablesField } from './ObservablesField.tsx'
import { useWarnings } from './useWarnings.ts'
import { TasksField } from './TasksField.tsx'

interface CaseFieldProps {
  field: Field
  record: RecordView
  people: ReturnType<typeof usePeople>
  editable: boolean
}

export function CaseField({ field, record, people, editable }: CaseFieldProps) {
  if (!isCaseField(field)) return null
  const shared = { ...fieldLogic(field.key), label: field.label, help: field.help }
  const value = record.fields[field.key]
  if ('start' in field)
    return <KeyValue {...shared} value={<ClockBadge definition={field} value={value} />} />
  const items = isTasks(field) ? (
    <TasksField {...{ field, record, people, editable }} />
  ) : (
    <>
      <ObservablesField {...{ field, record, editable }} />
      <NamedObservables value={value} />
    </>
  )
  return <KeyValue {...shared} wide value={items} />
}

/** A value in the record is never hidden: this says which lists name it. */
function NamedObservables({ value }: { value: JsonValue | undefined }) {
  const { hidden } = useWarnings(observablesOf(value))
  return <HiddenObservables hidden={hidden} stored />
}

function isTasks(field: Field): field is Field & { type: 'tasks' } {
  return fieldTraits(field).tasks
}

export function RecordClocks({ fields, record }: { fields: readonly Field[]; record: RecordView }) {
  const { t } = useTranslation('case')
  const clocks = fields.flatMap((field) =>
    'start' in field && (record.fields[field.key] ?? null) !== null ? [field] : [],
  )
  return clocks.map((field) => (
    <PropertyChip key={field.key}>
      <span className={classes.quiet} title={t('clocks.title')}>
        {field.label}
      </span>
      <ClockBadge definition={field} value={record.fields[field.key]} size={16} />
    </PropertyChip>
  ))
}
