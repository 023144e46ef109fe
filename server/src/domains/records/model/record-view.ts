import type { JsonValue } from '@caseloom/contract/json'
import { type Actor, may } from '@caseloom/contract/permissions'
import type { RecordView } from '@caseloom/contract/records'
import { objectWithKeys } from '../../../platform/fast-object.ts'
import { hasLevel, isLockedFor, mayInApp } from './app-permissions.rules.ts'
import { withheldFrom, WITHHELD } from './withheld.rules.ts'
import type { AppTable, StoredRecord } from './record-shape.ts'
import { mayReadField } from './field-permissions.rules.ts'

/** A record as this actor may see it: fields they may not read are not there. */
export function recordView(app: AppTable, actor: Actor, record: StoredRecord): RecordView {
  const { withheld } = insight(app, actor)
  return {
    ...(withheld.length === 0 ? {} : { [WITHHELD]: withheld }),
    // Ids of stored records and apps were made by the id generator.
    id: record.id as RecordView['id'],
    appId: app.id as RecordView['appId'],
    trackingId: `${app.acronym}-${record.seq}`,
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    createdBy: record.createdBy,
    updatedAt: record.updatedAt.toISOString(),
    updatedBy: record.updatedBy,
    fields: readableFields(record, insight(app, actor)),
    restricted: record.acl !== null,
    lock: record.lock,
    can: abilities(app, actor, record),
  }
}

function readableFields({ values }: StoredRecord, { readable, blank }: Insight): Record<string, JsonValue> {
  const isWhole = readable.every((key) => values[key] !== undefined)
  const fields: Record<string, JsonValue> = isWhole ? { ...blank } : {}
  for (const key of readable) {
    const value = values[key]
    if (value !== undefined) fields[key] = value
  }
  return fields
}

/** What the actor may do to the record. */
export function abilities(app: AppTable, actor: Actor, record: StoredRecord): RecordView['can'] {
  const { acl, lock } = record
  if (acl === null && lock === null) return { ...insight(app, actor).open }
  return decided(app, actor, { acl, lock })
}

/** What one actor may see of every record of an app, and do to one that is open; the same for all of a page. */
interface Insight {
  principals: Actor['principals']
  permissions: Actor['permissions']
  readable: readonly string[]
  /** The readable fields without values. */
  blank: Record<string, null>
  /** Ids of the fields that are kept from the actor. */
  withheld: readonly string[]
  open: RecordView['can']
}

/** Each request makes its actor, so nothing outlives a change of rights; a kept one is looked at again when they differ. */
const insights = new WeakMap<Actor, Map<AppTable, Insight>>()

function insight(app: AppTable, actor: Actor): Insight {
  const ofActor = insights.get(actor) ?? new Map<AppTable, Insight>()
  insights.set(actor, ofActor)
  const known = ofActor.get(app)
  const { principals, permissions } = actor
  if (known?.principals === principals && known.permissions === permissions) return known
  const readable = app.fields.flatMap((field) => (mayReadField(actor, field) ? [field.key] : []))
  const made = {
    principals,
    permissions,
    readable,
    blank: objectWithKeys(readable),
    withheld: withheldFrom(app, actor),
    open: decided(app, actor, { acl: null, lock: null }),
  }
  ofActor.set(app, made)
  return made
}

function decided(app: AppTable, actor: Actor, record: Pick<StoredRecord, 'acl' | 'lock'>): RecordView['can'] {
  const { lock } = record
  const update = mayInApp(actor, 'record:update', app, record)
  return {
    update,
    delete: mayInApp(actor, 'record:delete', app, record),
    restrict: mayInApp(actor, 'record:restrict', app, record),
    lock: update && lock === null,
    unlock: lock !== null && mayUnlock(actor, app, record),
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
