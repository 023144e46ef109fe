import type { TenantTx } from '../../../platform/database/types.ts'
import { type GuardVerdict, guardStarts, STOP_REASONS } from '../causes/guard-starts.ts'
import type { Acceptance } from '../intake/delivery.store.ts'
import type { DeliveryLine } from '../intake/delivery-log.store.ts'
import type { EvaluatedEvent, EvaluatedRun } from './evaluated-event.ts'

export interface GuardedEvents {
  events: EvaluatedEvent[]
  /** Counts the runs that did start. */
  settle(started: ReadonlySet<string>): Promise<void>
}

/** Gives runs what led to them; what would continue a loop becomes a line of the log. */
export async function guardEvents(tx: TenantTx, events: readonly EvaluatedEvent[]): Promise<GuardedEvents> {
  const caused = events.flatMap((one) =>
    one.kind === 'run' && one.cause !== undefined ? [{ one, cause: one.cause }] : [],
  )
  if (caused.length === 0) return { events: grouped(events), settle: async () => undefined }
  const { verdicts, settle } = await guardStarts(
    tx,
    caused.map(({ one, cause: { runId, limits } }) => ({
      parent: runId,
      playbookId: one.item.playbookId,
      isCall: false,
      limits,
    })),
  )
  const byRun = new Map<EvaluatedEvent, GuardVerdict | undefined>(
    caused.map(({ one }, at) => [one, verdicts[at]]),
  )
  const guarded = events.map((one) => {
    const verdict = byRun.get(one)
    return one.kind === 'line' || verdict === undefined ? one : guardedOne(one, verdict)
  })
  return {
    events: grouped(guarded),
    settle: (started) =>
      settle((index) => {
        const runId = caused[index]?.one.item.runId
        return runId !== undefined && started.has(runId)
      }),
  }
}

function guardedOne(one: EvaluatedRun, verdict: GuardVerdict): EvaluatedEvent {
  if (verdict.kind === 'stop')
    return { kind: 'line', line: stoppedLine(one, STOP_REASONS[verdict.rule], verdict.stopId) }
  return verdict.cause === null ? one : { ...one, item: { ...one.item, cause: verdict.cause } }
}

function stoppedLine({ item, about }: EvaluatedRun, reason: string, loopStop: string): DeliveryLine {
  const { deliveryId: id, triggerId, stamp, at, dedupKey, size, summary } = item
  const base = { id, triggerId, stamp, at, dedupKey, size, summary, runId: null }
  return { ...base, outcome: 'refused', reason, about: about[0], loopStop }
}

/** Runs that one event starts side by side are counted together. */
function grouped(events: readonly EvaluatedEvent[]): EvaluatedEvent[] {
  const first = new Map<string, Acceptance>()
  const shared = new Set<string>()
  for (const one of events) {
    if (one.kind === 'line' || one.event === undefined || one.item.cause !== undefined) continue
    if (first.has(one.event)) shared.add(one.event)
    else first.set(one.event, one.item)
  }
  return events.map((one) => {
    if (one.kind === 'line' || one.event === undefined || !shared.has(one.event)) return one
    const group = first.get(one.event)?.runId
    if (group === undefined || one.item.cause !== undefined) return one
    return { ...one, item: { ...one.item, group } }
  })
}
