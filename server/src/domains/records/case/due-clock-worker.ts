// Work on a case: changing and listing tasks, finding observables, and what happens when a clock or a task
// is due.
import { type Actor, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import { isPassingFault } from '../../../platform/database/patience.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { AppError } from '../../../platform/errors.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import { type Answer, writeRecords } from '../writing/write-records.ts'
import { type DueClock, dueClocks, forgetDue, noteDueTasks, putOff } from './due.store.ts'
import { openRecomputations } from './recompute-clocks.store.ts'
import { recomputeClocks } from './recompute-clocks.ts'
import { type NoteDeps, sendDueNotifications } from './send-due-notifications.ts'

export interface DueClockDeps extends NoteDeps {
  log: Log
}

/** What could not be done is tried again after this. */
const PUT_OFF_MS = 5 * 60_000
/** The same for what passes: a busy database, a tenant that was suspended in between. */
const PASSING_MS = 10_000

/**
 * Processes everything due by now, in batches: writes history entries for clocks, creates notes for tasks and clocks,
 * and sends notices. Safe to run in several processes at the same time.
 */
export async function processDueClocks(deps: DueClockDeps, now: Date): Promise<void> {
  const { system } = deps
  await recomputeChanged(deps, now)
  while ((await system.tx((tx) => noteDueTasks(tx, now))) > 0);
  for (;;) {
    const due = await system.read((tx) => dueClocks(tx, now))
    if (due.length === 0) break
    for (const [place, clocks] of Map.groupBy(due, (row) => `${row.tenant_id} ${row.app_id}`))
      await tickApp(deps, now, clocks).catch((err: unknown) => later(deps, now, { place, clocks, err }))
  }
  while ((await sendDueNotifications(deps)) > 0);
}

/** Clocks whose definition changed since; an app that cannot be done is left for the next look. */
async function recomputeChanged(deps: DueClockDeps, now: Date): Promise<void> {
  for (const telling of await deps.system.read(openRecomputations)) {
    const scope = await deps.tenant(telling.tenant_id)
    // Suspended a moment ago: the next look leaves it out.
    if (scope === null) continue
    await recomputeClocks(deps, at(scope, now), clockActor(scope), telling).catch((err: unknown) =>
      deps.log.warn({ err, app: telling.app_id }, 'failed to recompute clocks'),
    )
  }
}

async function tickApp(deps: DueClockDeps, now: Date, clocks: readonly DueClock[]): Promise<void> {
  const [first] = clocks
  if (first === undefined) return
  const ids = clocks.map((clock) => clock.record_id)
  const scope = await deps.tenant(first.tenant_id)
  // Suspended a moment ago: its clocks stay, and are due when it is active again.
  if (scope === null) return await rest(deps, now, clocks, PASSING_MS)
  const answers = await written(deps, at(scope, now), first.app_id, ids)
  const idle = ids.filter((_id, place) => !isUpdated(answers[place]))
  if (idle.length > 0) await deps.system.tx((tx) => forgetDue(tx, first.tenant_id, idle, now))
}

function isUpdated(answer: Answer | undefined): boolean {
  return answer !== undefined && !(answer instanceof AppError) && answer.outcome === 'updated'
}

async function written(
  deps: DueClockDeps,
  scope: TenantScope,
  appIdOrKey: string,
  ids: readonly string[],
): Promise<Answer[]> {
  const actor = clockActor(scope)
  const requests = ids.map((id) => ({
    actor,
    command: { kind: 'update', id, values: {}, inside: { of: 'clocks' } } as const,
  }))
  return (await writeRecords(deps, scope, { appIdOrKey, requests })).answers
}

/** Transactions of the scope as of the instant of the tick. */
function at(scope: TenantScope, now: Date): TenantScope {
  return { ...scope, tx: (work) => scope.tx((tx) => work({ ...tx, now })) }
}

function clockActor(scope: TenantScope): Actor {
  const { accountId, tenantId } = scope
  return { ...ANONYMOUS, kind: 'system', name: 'Clock', accountId, tenantId }
}

async function later(
  deps: DueClockDeps,
  now: Date,
  { place, clocks, err }: { place: string; clocks: readonly DueClock[]; err: unknown },
): Promise<void> {
  deps.log.warn({ err, place }, 'failed to process due clocks')
  await rest(deps, now, clocks, isPassingFault(err) ? PASSING_MS : PUT_OFF_MS)
}

async function rest(
  { system }: DueClockDeps,
  now: Date,
  clocks: readonly DueClock[],
  pauseMs: number,
): Promise<void> {
  const [first] = clocks
  if (first === undefined) return
  const recordIds = clocks.map((clock) => clock.record_id)
  const until = new Date(now.getTime() + pauseMs)
  await system.tx((tx) => putOff(tx, { tenantId: first.tenant_id, recordIds, now, until }))
}

const POLL_MS = 5000

/** Starts the loop: every five seconds, and when something was announced. */
export function startDueClockWorker(deps: DueClockDeps): WorkLoop {
  const { log } = deps
  const loop = createWorkLoop({
    name: 'clocks',
    everyMs: POLL_MS,
    look: (now) => processDueClocks(deps, now),
    log,
  })
  loop.start()
  return loop
}
