import type { JsonValue } from '@caseloom/contract/json'
import { type Actor, may } from '@caseloom/contract/permissions'
import type { RecordView } from '@caseloom/contract/records'
import { hasLevel, isLockedFor, mayInApp } from './app-rights.rules.ts'
import { mayReadField } from './record-change.rules.ts'
import type { AppTable, StoredRecord } from './record-shape.ts'

/** A record as this actor may see it: fields they may not read are not there. */
export function recordView(app: AppTable, actor: Actor, record: StoredRecord): RecordView {
  const fields: Record<string, JsonValue> = {}
  for (const field of app.fields) {
    const value = record.values[field.key]
    if (value !== undefined && mayReadField(actor, field)) fields[field.key] = value
  }
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
    restricted: record.acl !== null,
    lock: record.lock,
    can: abilities(app, actor, record),
  }
}

/** What the actor may do to the record. */
export function abilities(app: AppTable, actor: Actor, record: StoredRecord): RecordView['can'] {
  const { acl, lock } = record
  const update = mayInApp(actor, 'record:update', app, record)
  return {
    update,
    delete: mayInApp(actor, 'record:delete', app, record),
    restrict: mayInApp(actor, 'record:restrict', app, record),
    lock: update && lock === null,
    unlock: lock !== null && mayUnlock(actor, app, { acl, lock }),
  }
}

/** Who locked it, or who holds the right to end the locks of others. */
export function mayUnlock(actor: Actor, app: AppTable, record: Pick<StoredRecord, 'acl' | 'lock'>): boolean {
  if (!isLockedFor(actor, record.lock)) return mayInApp(actor, 'record:update', app, record)
  return (
    may(actor, 'record:update', record) &&
    hasLevel(actor, 'record:unlock', app) &&
    may(actor, 'record:unlock', record)
  )
}
