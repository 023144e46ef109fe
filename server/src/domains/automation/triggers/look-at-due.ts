import type { Logger } from 'pino'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { triggerById, type TriggerRow } from '../trigger.store.ts'
import { type DueTrigger, dueTriggers, restUntil } from './due.store.ts'
import { type MailboxDeps, pollMailbox } from './mail/poll-mailbox.ts'
import { pollOnce, type PollDeps } from './poll.ts'
import { tickSchedule } from './tick-schedule.ts'

export type DueDeps = PollDeps &
  MailboxDeps & {
    system: SystemScope
    tenant(tenantId: string): Promise<TenantScope | null>
    log: Logger
  }

const BATCH = 100
const AT_ONCE = 8
/** What could not be done is tried again after this. */
const PUT_OFF_MS = 60_000

/** Everything that has come due by now: schedules, and triggers that ask others. Answers how many it looked at. */
export async function lookAtDue(deps: DueDeps, now: Date): Promise<number> {
  const due = await deps.system.read((tx) => dueTriggers(tx, now, BATCH))
  const waiting = [...due]
  const lane = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await lookAt(deps, one, now)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return due.length
}

async function lookAt(deps: DueDeps, due: DueTrigger, now: Date): Promise<void> {
  const scope = await deps.tenant(due.tenant_id)
  // A tenant that is away takes nothing; its triggers stay due until it is back.
  if (scope === null) return
  const row = await scope.read((tx) => triggerById(tx, due.id))
  if (row === null || !row.enabled || row.due_at === null || row.due_at > now) return
  try {
    await perform(deps, scope, row, now)
  } catch (err) {
    if (isFailure(err, 'dependency.unavailable')) return
    deps.log.warn({ err, triggerId: row.id }, 'a trigger is looked at later')
    await scope.tx((tx) => restUntil(tx, row, new Date(now.getTime() + PUT_OFF_MS)))
  }
}

function perform(deps: DueDeps, scope: TenantScope, row: TriggerRow, now: Date): Promise<void> {
  if (row.kind === 'schedule') return tickSchedule(deps, scope, row, now)
  return row.kind === 'mail' ? pollMailbox(deps, scope, row, now) : pollOnce(deps, scope, row, now)
}
