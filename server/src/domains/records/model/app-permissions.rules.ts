import { fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { type Actor, may, mayPass, type Permission } from '@caseloom/contract/kernel/permissions'
import type { RecordLock, RecordView } from '@caseloom/contract/records/records'
import { isSharedWith, type Sharing } from '@caseloom/contract/kernel/sharing'
import { AppError, fail } from '../../../platform/errors.ts'
import type { AppTable, FieldShape, StoredRecord } from './record-shape.ts'

/** What decides over an app's records besides the actor's permissions. */
export interface GuardedApp {
  readonly id: string
  readonly sharing: Sharing
  /** Its records can be read and exported only. */
  readonly archived?: boolean
}
/** What decides over one record besides that. */
export interface GuardedRecord {
  readonly acl: readonly string[] | null
  /** Absent where nothing is going to change the record. */
  readonly lock?: RecordLock | null
}

export type RecordAction = Extract<Permission, `record:${string}`>

/** Those who may only see an app may take along what they see; all else needs its use. */
const LOOKING: ReadonlySet<RecordAction> = new Set<RecordAction>(['record:read', 'record:export'])
/** What a lock keeps others from. */
const CHANGING: ReadonlySet<RecordAction> = new Set<RecordAction>([
  'record:update',
  'record:delete',
  'record:restrict',
  'record:bulk',
])

/**
 * Decides whether an actor may do something to an app's records, or to the given one. This is the only place that
 * decides it, for lists, counts, search, references, history, exports, the feed, and jobs.
 */
export function mayInApp(
  actor: Actor,
  action: RecordAction,
  app: GuardedApp,
  record?: GuardedRecord,
): boolean {
  return (
    isEntitled(actor, action, app, record) &&
    !isArchivedFor(action, app) &&
    !isExcluded(actor, action, record)
  )
}

/** No one changes records of an archived app. */
function isArchivedFor(action: RecordAction, { archived }: GuardedApp): boolean {
  return archived === true && !LOOKING.has(action)
}

/** All but the lock and the archive. */
function isEntitled(actor: Actor, action: RecordAction, app: GuardedApp, record?: GuardedRecord): boolean {
  return may(actor, action, record) && hasLevel(actor, action, app)
}

/** True when the app is shared with the actor to the extent that the action asks for. */
export function hasLevel(actor: Actor, action: RecordAction, app: GuardedApp): boolean {
  return isSharedWith(actor, app.sharing, LOOKING.has(action) ? 'read' : 'use')
}

function isExcluded(actor: Actor, action: RecordAction, record: GuardedRecord | undefined): boolean {
  return CHANGING.has(action) && isLockedFor(actor, record?.lock)
}

/** True if another user holds the lock. */
export function isLockedFor(actor: Actor, lock: RecordLock | null | undefined): boolean {
  return lock !== null && lock !== undefined && (actor.id === null || lock.by.id !== actor.id)
}

/**
 * The same as a demand.
 * @throws resource.not_found for what the actor may not know of, right.missing for what they may not do, app.archived,
 * record.locked
 */
export function allowInApp(
  actor: Actor,
  action: RecordAction,
  app: GuardedApp,
  record?: GuardedRecord,
): void {
  if (!mayInApp(actor, 'record:read', app, record) && may(actor, 'record:read'))
    throw fail('resource.not_found')
  if (!isEntitled(actor, action, app, record))
    throw fail('right.missing', { detail: `This requires the permission ${action}` })
  if (isArchivedFor(action, app)) throw fail('app.archived')
  if (isExcluded(actor, action, record))
    throw fail('record.locked', { detail: `${record?.lock?.by.name ?? 'Someone'} locked this record` })
}

/** Why an actor may not do something to one of many records, as an answer among others; null when they may. */
export function refusalInApp(
  actor: Actor,
  action: RecordAction,
  app: GuardedApp,
  record: GuardedRecord | undefined,
): AppError | null {
  try {
    allowInApp(actor, action, app)
    if (record === undefined) return fail('resource.not_found')
    allowInApp(actor, action, app, record)
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/**
 * Returns the app if it is shared with the actor.
 * @throws resource.not_found otherwise: the app's fields and records don't exist for other actors
 */
export function seen<App extends GuardedApp>(app: App, actor: Actor): App {
  if (!hasLevel(actor, 'record:read', app)) throw fail('resource.not_found')
  return app
}

/** Who locked it, or who holds the permission to end the locks of others. */
export function mayUnlock(actor: Actor, app: GuardedApp, record: Restrictions): boolean {
  if (!isLockedFor(actor, record.lock)) return mayInApp(actor, 'record:update', app, record)
  return isEntitled(actor, 'record:update', app, record) && mayInApp(actor, 'record:unlock', app, record)
}

export function mayReadField(actor: Actor, field: FieldShape): boolean {
  return mayPass(actor, field.definition.readers)
}

/** A read-only field is not for hands: playbooks and the system fill it. */
export function mayWriteField(actor: Actor, field: FieldShape): boolean {
  if (isComputed(field.definition)) return false
  if (field.definition.readOnly && actor.kind === 'user') return false
  return mayPass(actor, field.definition.writers)
}

/** Values that only the product sets. */
function isComputed(definition: Field): boolean {
  const { derived, fact } = fieldType(definition)
  return derived === true || fact === true || ('stamp' in definition && definition.stamp !== undefined)
}

type Guarding = Pick<AppTable, 'guarded'>

/** IDs of fields that the actor may not read or that are no longer part of the app. */
export function withheldFrom({ guarded }: Guarding, actor: Actor): string[] {
  return guarded.flatMap(({ id, readers, removed }) => (removed || !mayPass(actor, readers) ? [id] : []))
}

/** Guarded fields of the app that are not the actor's to read; removed ones keep their readers. */
export function closedFields({ guarded }: Guarding, actor: Actor): string[] {
  return guarded.flatMap(({ id, readers }) => (mayPass(actor, readers) ? [] : [id]))
}

type Restrictions = Pick<StoredRecord, 'acl' | 'lock'>

/** What one actor may see of an app's records and do to them: looked up once, for as many records as there are. */
export interface Access {
  readonly app: AppTable
  readonly actor: Actor
  /** Keys of the fields that the actor may read. */
  readonly readable: ReadonlySet<string>
  /** IDs of the fields that are withheld from the actor. */
  readonly withheld: readonly string[]
  readonly can: (record: Restrictions) => RecordView['can']
}

export function accessTo(app: AppTable, actor: Actor): Access {
  const withheld = withheldFrom(app, actor)
  const fields = [...app.byKey.values()].filter(({ definition }) => mayPass(actor, definition.readers))
  const readable = new Set(fields.map(({ key }) => key))
  const updates = may(actor, 'record:update')
  const deletes = may(actor, 'record:delete')
  const restricts = may(actor, 'record:restrict')
  const unlocks = may(actor, 'record:unlock')
  const isUser = app.archived !== true && isSharedWith(actor, app.sharing, 'use')
  const can: Access['can'] = ({ acl, lock }) => {
    const isOpen = isUser && mayPass(actor, acl)
    const isFree = isOpen && !isLockedFor(actor, lock)
    const update = updates && isFree
    return {
      update,
      delete: deletes && isFree,
      restrict: restricts && isFree,
      lock: update && lock === null,
      unlock: lock !== null && (update || (isOpen && updates && unlocks)),
    }
  }
  return { app, actor, readable, withheld, can }
}
