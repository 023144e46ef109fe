import { type Actor, may, type Permission } from '@caseloom/contract/permissions'
import { fail } from '../../platform/errors.ts'

/** What decides over an app's records besides the actor's permissions. */
export interface GuardedApp {
  readonly id: string
}
/** What decides over one record besides that. */
export interface GuardedRecord {
  readonly acl: readonly string[] | null
}

export type RecordAction = Extract<Permission, `record:${string}`>

/**
 * The one place that decides whether somebody may do something to an app's records, or to one of them when it is
 * given. Every surface asks here: lists, counts, search, references, history, exports, the feed, jobs.
 */
export function mayInApp(
  actor: Actor,
  action: RecordAction,
  _app: GuardedApp,
  record?: GuardedRecord,
): boolean {
  return may(actor, action, record)
}

/**
 * The same as a demand.
 * @throws resource.not_found for what the actor may not know of, right.missing for what they may not do
 */
export function allowInApp(
  actor: Actor,
  action: RecordAction,
  app: GuardedApp,
  record?: GuardedRecord,
): void {
  if (!mayInApp(actor, 'record:read', app, record) && may(actor, 'record:read'))
    throw fail('resource.not_found')
  if (!mayInApp(actor, action, app, record))
    throw fail('right.missing', { detail: `This needs the right ${action}` })
}
