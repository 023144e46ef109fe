import type { JsonValue } from '@caseloom/contract/json'
import { type Actor, may } from '@caseloom/contract/permissions'
import type { RecordView } from '@caseloom/contract/records'
import { mayReadField } from './record-change.rules.ts'
import type { AppTable, StoredRecord } from './record-shape.ts'

/** A record as this actor may see it: fields they may not read are not there. */
export function recordView(app: AppTable, actor: Actor, record: StoredRecord): RecordView {
  const fields: Record<string, JsonValue> = {}
  for (const field of app.fields) {
    const value = record.values[field.key]
    if (value !== undefined && mayReadField(actor, field)) fields[field.key] = value
  }
  const { acl } = record
  return {
    // Ids of stored records and apps were made by the id generator.
    id: record.id as RecordView['id'],
    appId: app.id as RecordView['appId'],
    trackingId: `${app.acronym}-${record.seq}`,
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    createdBy: record.createdBy,
    updatedAt: record.updatedAt.toISOString(),
    updatedBy: record.updatedBy,
    fields,
    can: { update: may(actor, 'record:update', { acl }), delete: may(actor, 'record:delete', { acl }) },
  }
}
