import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordView } from '@caseloom/contract/records/records'

type ObservablesField = Field & { type: 'observables' }

/** The observables fields of an app that the reader of a record can see. */
export function observablesFields(app: AppView, record: RecordView): ObservablesField[] {
  return app.fields.filter(
    (field): field is ObservablesField => fieldTraits(field).observables && field.key in record.fields,
  )
}

/** How many observables a record holds; null where it can’t hold any. */
export function observablesCount(app: AppView, record: RecordView): number | null {
  const fields = observablesFields(app, record)
  if (fields.length === 0) return null
  return fields.reduce((sum, { key }) => {
    const value = record.fields[key]
    return sum + (Array.isArray(value) ? value.length : 0)
  }, 0)
}
