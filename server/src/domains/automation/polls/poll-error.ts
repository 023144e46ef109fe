import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { moveTrigger, type TriggerRow } from '../intake/trigger.store.ts'
import { takeDue } from '../intake/due.store.ts'
import { everyMs } from '../schedules/next-poll.ts'
import { saveEvaluatedEvent, type TriggerEventDeps, refusal } from '../deliveries/trigger-event.ts'

/** What prevents a trigger from polling another system; reported to people, retried later. */
export class PollError extends Error {}

const LONGEST_PAUSE_MS = 3_600_000

/** Notes why another system could not be asked, and asks less often from then on. */
export async function describePollError(
  deps: TriggerEventDeps,
  scope: TenantScope,
  { row, message, now }: { row: TriggerRow; message: string; now: Date },
): Promise<void> {
  const before = row.failing
  const count = (before?.count ?? 0) + 1
  const failing = { message, since: before?.since ?? now.toISOString(), count }
  await scope.tx(async (tx: TenantTx) => {
    if (!(await takeDue(tx, row))) return
    // The same fault again and again is one line in the log.
    if (before?.message !== message)
      await saveEvaluatedEvent(deps, tx, [refusal(row, 'failed', { reason: message, summary: null })])
    await moveTrigger(tx, { id: row.id, cursor: row.cursor, due_at: nextAttempt(row, now, count), failing })
  })
}

/** The next time to ask; the pause doubles with every failure, up to an hour. */
export function nextAttempt(row: TriggerRow, now: Date, failures: number): Date {
  const every = everyMs(row.options)
  const pause =
    failures < 2 ? every : Math.max(every, Math.min(every * 2 ** (failures - 1), LONGEST_PAUSE_MS))
  return new Date(now.getTime() + pause)
}
