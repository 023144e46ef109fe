import type { Issue } from '@caseloom/contract/errors'
import { recordMatches } from './filter-match.rules.ts'
import type { AppShape, FieldShape, Moment, StoredRecord } from '../model/record-shape.ts'

interface Change {
  /** Null for a new record. */
  before: StoredRecord | null
  record: StoredRecord
  moment: Moment
}

/**
 * Fields that are empty although the record's state requires them. One that was empty in such a state before is left
 * alone: otherwise a rule that came later would shut the record against every other change.
 */
export function missingWhen(app: AppShape, { before, record, moment }: Change): Issue[] {
  return app.fields.flatMap((field) => {
    if (!isMissing(app, field, record, moment)) return []
    if (before !== null && isMissing(app, field, before, moment)) return []
    const path = ['body', 'fields', field.key]
    return [{ path, code: 'required', message: 'This field is now required' }]
  })
}

function isMissing(app: AppShape, field: FieldShape, record: StoredRecord, moment: Moment): boolean {
  const when = field.definition.requiredWhen
  if (when === undefined || !isEmpty(record.values[field.key])) return false
  return recordMatches(app, when, record, moment)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
