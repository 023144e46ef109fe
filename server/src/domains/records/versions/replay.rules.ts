import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ActorRef } from '@caseloom/contract/records/records'
import type { AppShape, FieldChange, StoredRecord } from '../model/record-shape.ts'

export interface Entry {
  version: number
  at: Date
  actor: ActorRef
  changes: readonly FieldChange[]
}

/** The record that a history leads to, from its first entry on; null without entries. */
export function replay(
  app: AppShape,
  fixed: Pick<StoredRecord, 'id' | 'seq' | 'acl' | 'lock'>,
  entries: readonly Entry[],
): StoredRecord | null {
  const first = entries[0]
  const last = entries.at(-1)
  if (first === undefined || last === undefined) return null
  const values: Record<string, JsonValue> = Object.fromEntries(app.fields.map((field) => [field.key, null]))
  for (const { changes } of entries)
    for (const { field, to } of changes) if (Object.hasOwn(values, field)) values[field] = to
  return {
    ...fixed,
    version: last.version,
    createdAt: first.at,
    createdBy: first.actor,
    updatedAt: last.at,
    updatedBy: last.actor,
    values,
  }
}
