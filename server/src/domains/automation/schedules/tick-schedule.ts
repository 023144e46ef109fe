// Triggers that start at times.
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { moveTrigger, type TriggerRow } from '../intake/trigger.store.ts'
import { lastTick, ticksAfter } from './cron.ts'
import { hasOpenRun, takeDue } from '../intake/due.store.ts'
import { ScheduleCursor, ScheduleOptions } from './next-poll.ts'
import type { EvaluatedEvent } from '../deliveries/evaluated-event.ts'
import {
  evaluateTriggerEvent,
  saveEvaluatedEvent,
  type TriggerEventDeps,
  refusal,
} from '../deliveries/trigger-event.ts'

/** A moment that is later than this was missed: the product was not there. */
const LATE_MS = 60_000
/** A schedule that waits for its run before looks again after this. */
const LOOK_MS = 2_000
/** So many moments wait for the run before; more are left out. */
const MAX_WAITING = 100

interface Tick {
  row: TriggerRow
  options: ScheduleOptions
  cursor: ScheduleCursor
  now: Date
}

/** Starts what a schedule owes by now, once over all processes, and sets its next moment. */
export async function tickSchedule(
  deps: TriggerEventDeps,
  scope: TenantScope,
  row: TriggerRow,
  now: Date,
): Promise<void> {
  const options = ScheduleOptions.parse(row.options)
  const cursor = ScheduleCursor.parse(row.cursor)
  const tick: Tick = { row, options, cursor, now }
  const due = dueOf(tick)
  const at = cursor.waiting[0] ?? due?.at ?? null
  const judged = at === null ? null : await judge(deps, scope, row, at)
  await scope.tx(async (tx) => {
    if (!(await takeDue(tx, row))) return
    const waiting = await startOrWait(deps, tx, { ...tick, due, judged })
    const next = nextOf(tick)
    const soon = waiting.length > 0 ? new Date(now.getTime() + LOOK_MS) : null
    await moveTrigger(tx, {
      id: row.id,
      cursor: { next: next?.toISOString() ?? cursor.next, waiting },
      due_at: soon !== null && (next === null || soon < next) ? soon : next,
      failing: null,
    })
  })
}

interface Due {
  at: string
  missed: boolean
}

/** The due moment, if any; several missed moments count as one, the last. */
function dueOf({ options, cursor, now }: Tick): Due | null {
  const first = new Date(cursor.next)
  if (first > now) return null
  const at = lastTick(options.cron, options.timeZone, first, now)
  const missed = now.getTime() - first.getTime() > LATE_MS
  return { at: at.toISOString(), missed }
}

function nextOf({ options, cursor, now }: Tick): Date | null {
  const next = new Date(cursor.next)
  return next > now ? next : (ticksAfter(options.cron, options.timeZone, now, 1)[0] ?? null)
}

/** Writes the run or why there is none; answers the moments that still wait. */
async function startOrWait(
  deps: TriggerEventDeps,
  tx: TenantTx,
  { row, options, cursor, due, judged }: Tick & { due: Due | null; judged: EvaluatedEvent | null },
): Promise<string[]> {
  const waiting = [...cursor.waiting]
  const leaveOut = async (at: string, reason: string): Promise<string[]> => {
    await saveEvaluatedEvent(deps, tx, [refusal(row, 'filtered', { reason, summary: at })])
    return waiting
  }
  if (due?.missed === true && options.missed === 'skip')
    return leaveOut(due.at, 'Missed while the product wasn’t running')
  const busy = options.overlap !== 'allow' && (await hasOpenRun(tx, row))
  if (due !== null && busy && options.overlap === 'skip')
    return leaveOut(due.at, 'The previous run hasn’t ended')
  if (due !== null && options.overlap === 'queue') waiting.push(due.at)
  if (waiting.length > MAX_WAITING) {
    const left = waiting.pop() ?? ''
    return leaveOut(left, `${MAX_WAITING} scheduled runs are already waiting for the previous run`)
  }
  if (busy || judged === null) return waiting
  const [saved] = await saveEvaluatedEvent(deps, tx, [judged])
  if (saved?.kind === 'stale') throw new Error('The schedule changed while it was being evaluated')
  return waiting.slice(1)
}

function judge(
  deps: TriggerEventDeps,
  scope: TenantScope,
  row: TriggerRow,
  at: string,
): Promise<EvaluatedEvent> {
  return evaluateTriggerEvent(deps, scope, row, {
    payload: { scheduledAt: at },
    once: `schedule/${at}`,
    summary: at,
  })
}
