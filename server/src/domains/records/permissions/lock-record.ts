import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef, type RecordView } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { accessTo, allowInApp, mayUnlock } from '../model/app-permissions.rules.ts'
import { recordView } from '../model/record-view.ts'
import { type Deciding, type MarkCommand, markRecord } from './mark-record.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/**
 * Locks a record for all other users; does nothing if the actor already holds the lock.
 * @throws record.locked if someone else locked it first
 */
export async function lockRecord(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { reason, ...command }: MarkCommand & { reason?: string | undefined },
): Promise<RecordView> {
  const said = reason === undefined || reason === '' ? null : reason
  const decide: Deciding['decide'] = (here, before, now) => {
    allowInApp(actor, 'record:update', here, before)
    if (before.lock !== null) return null
    const lock = { by: actorRef(actor), at: now.toISOString(), reason: said }
    return { action: 'locked', acl: before.acl, lock, detail: said ?? undefined }
  }
  const { app, record } = await markRecord(deps, scope, actor, { ...command, decide })
  return recordView(accessTo(app, actor), record)
}

/**
 * Releases the actor's own lock, or anyone's with record:unlock; does nothing without a lock.
 * @throws record.locked if someone else holds the lock
 */
export async function unlockRecord(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: MarkCommand,
): Promise<RecordView> {
  const decide: Deciding['decide'] = (here, before) => {
    if (!mayUnlock(actor, here, before)) {
      allowInApp(actor, 'record:update', here, before)
      throw fail('record.locked')
    }
    return before.lock === null ? null : { action: 'unlocked', acl: before.acl, lock: null }
  }
  const { app, record } = await markRecord(deps, scope, actor, { ...command, decide })
  return recordView(accessTo(app, actor), record)
}
