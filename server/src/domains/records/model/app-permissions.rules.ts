import { type Actor, may, mayPass, type Permission } from '@caseloom/contract/permissions'
import type { RecordLock } from '@caseloom/contract/records'
import { isSharedWith, type Sharing } from '@caseloom/contract/sharing'
import { AppError, fail } from '../../../platform/errors.ts'

/** What decides over an app's records besides the actor's permissions. */
export interface GuardedApp {
  readonly id: string
  readonly sharing: Sharing
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
 * The one place that decides whether somebody may do something to an app's records, or to one of them when it is
 * given. Every surface asks here: lists, counts, search, references, history, exports, the feed, jobs.
 */
export function mayInApp(
  actor: Actor,
  action: RecordAction,
  app: GuardedApp,
  record?: GuardedRecord,
): boolean {
  return isEntitled(actor, action, app, record) && !isKeptOut(actor, action, record)
}

/** All but the lock. */
function isEntitled(actor: Actor, action: RecordAction, app: GuardedApp, record?: GuardedRecord): boolean {
  return (
    may(actor, action) && hasLevel(actor, action, app) && (record === undefined || mayPass(actor, record.acl))
  )
}

/** True when the app is shared with the actor to the extent that the action asks for. */
export function hasLevel(actor: Actor, action: RecordAction, app: GuardedApp): boolean {
  return isSharedWith(actor, app.sharing, LOOKING.has(action) ? 'read' : 'use')
}

function isKeptOut(actor: Actor, action: RecordAction, record: GuardedRecord | undefined): boolean {
  return CHANGING.has(action) && isLockedFor(actor, record?.lock)
}

/** True when somebody else holds the lock. */
export function isLockedFor(actor: Actor, lock: RecordLock | null | undefined): boolean {
  return lock !== null && lock !== undefined && (actor.id === null || lock.by.id !== actor.id)
}

/**
 * The same as a demand.
 * @throws resource.not_found for what the actor may not know of, right.missing for what they may not do, record.locked
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
  if (isKeptOut(actor, action, record))
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
 * The app, for somebody with whom it is shared.
 * @throws resource.not_found for everybody else: fields and records of such an app do not exist for them
 */
export function seen<App extends GuardedApp>(app: App, actor: Actor): App {
  if (!hasLevel(actor, 'record:read', app)) throw fail('resource.not_found')
  return app
}
