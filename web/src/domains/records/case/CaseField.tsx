import type { Field } from '@caseloom/contract/fields'
import type { RecordView } from '@caseloom/contract/records'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { ClockBadge } from '../../../ui/fields/ClockBadge.tsx'
import { isCaseField } from '../../../ui/fields/case-text.ts'
import { PropertyChip } from '../../../ui/Chip.tsx'
import { KeyValue } from '../../../ui/KeyValueForm.tsx'
import classes from './Case.module.css'
import { ObservablesField } from './ObservablesField.tsx'
import { TasksField } from './TasksField.tsx'

interface CaseFieldProps {
  field: Field
  record: RecordView
  people: ReturnType<typeof usePeople>
  editable: boolean
}

export function CaseField({ field, record, people, editable }: CaseFieldProps) {
  if (!isCaseField(field)) return null
  const { label, help } = field
  switch (field.type) {
    case 'clock':
      return (
        <KeyValue
          label={label}
          help={help}
          value={<ClockBadge definition={field} value={record.fields[field.key]} />}
        />
      )
    case 'tasks':
      return (
        <KeyValue
          label={label}
          help={help}
          wide
          value={<TasksField {...{ field, record, people, editable }} />}
        />
      )
    case 'observables':
      return (
        <KeyValue
          label={label}
          help={help}
          wide
          value={<ObservablesField {...{ field, record, editable }} />}
        />
      )
    default:
      return field satisfies never
  }
}

export function RecordClocks({ fields, record }: { fields: readonly Field[]; record: RecordView }) {
  const { t } = useTranslation('case')
  const clocks = fields.flatMap((field) =>
    field.type === 'clock' && (record.fields[field.key] ?? null) !== null ? [field] : [],
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
