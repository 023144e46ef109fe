import type { Logger } from 'pino'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { backoff, isPassingFault } from '../../../platform/database/patience.ts'
import { inLanes } from '../../../platform/scheduling/in-lanes.ts'
import { triggerById, type TriggerRow } from '../intake/trigger.store.ts'
import { type DueTrigger, dueTriggers, restUntil } from '../intake/due.store.ts'
import { type MailboxDeps, pollMailbox } from '../mail/poll-mailbox.ts'
import { pollOnce, type PollDeps } from '../polls/poll.ts'
import { tickSchedule } from '../schedules/tick-schedule.ts'

export type DueTriggerDeps = PollDeps &
  MailboxDeps & {
    system: SystemScope
    tenant(tenantId: string): Promise<TenantScope | null>
    log: Logger
  }

/** Triggers processed together; the next batch follows immediately. */
export const DUE_BATCH = 100
const CONCURRENCY = 8
/** What could not be done is tried again after this. */
const PUT_OFF_MS = 60_000
/** The same for a temporary database failure; the trigger doesn't block others until then. */
const PASSING_MS = { firstMs: 5_000, maxMs: 5_000 }

/** Runs everything that has come due: schedules, and triggers that poll. Returns how many it processed. */
export async function runDueTriggers(deps: DueTriggerDeps, now: Date): Promise<number> {
  const due = await deps.system.read((tx) => dueTriggers(tx, now, DUE_BATCH))
  await inLanes(due, CONCURRENCY, (one) => lookAt(deps, one, now))
  return due.length
}

async function lookAt(deps: DueTriggerDeps, due: DueTrigger, now: Date): Promise<void> {
  const scope = await deps.tenant(due.tenant_id)
  // Suspended a moment ago: its triggers stay due, and the next look leaves them out.
  if (scope === null) return
  const row = await scope.read((tx) => triggerById(tx, due.id))
  if (row === null || !row.enabled || row.due_at === null || row.due_at > now) return
  try {
    await perform(deps, scope, row, now)
  } catch (err) {
    deps.log.warn({ err, triggerId: row.id }, 'failed to run a due trigger; retrying')
    const pause = isPassingFault(err) ? backoff(0, PASSING_MS) : PUT_OFF_MS
    await scope.tx((tx) => restUntil(tx, row, new Date(now.getTime() + pause)))
  }
}

function perform(deps: DueTriggerDeps, scope: TenantScope, row: TriggerRow, now: Date): Promise<void> {
  if (row.kind === 'schedule') return tickSchedule(deps, scope, row, now)
  return row.kind === 'mail' ? pollMailbox(deps, scope, row, now) : pollOnce(deps, scope, row, now)
}
