// From an event at a trigger to a queued run or a line of the delivery log.
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { ValueStore } from '../../../platform/files/values.ts'
import { newId } from '../../../platform/uuid.ts'
import { announceEnded } from './delivery-batcher.ts'
import {
  type Acceptance,
  acceptDeliveries,
  CROWDED_REASON,
  DUPLICATE_REASON,
} from '../intake/delivery.store.ts'
import { type DeliveryLine, logDeliveries } from '../intake/delivery-log.store.ts'
import { inputsAtStart } from '../components/inputs.rules.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { RunBasis } from '../expressions/messages.ts'
import {
  acceptanceOf,
  cleanText,
  evaluateDelivery,
  RETAINED_OUTPUT,
  logLine,
  retained,
} from './evaluate-delivery.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'
import type { Relay } from '../runs/relay.ts'
import type { TriggerRow } from '../intake/trigger.store.ts'
import type { Versions } from '../playbooks/versions.ts'
import type { EvaluatedEvent, Origin } from './evaluated-event.ts'
import { guardEvents } from './guard-events.ts'
import { inheritTouches, touchRecords } from '../gate/run-touch.store.ts'

export interface TriggerEventDeps {
  expressions: Expressions
  versions: Versions
  values: ValueStore
  relay: Relay
}

/** Something that happened and that a trigger reacts to. */
export interface TriggerEvent extends Origin {
  /** The value of `trigger`. */
  payload: JsonObject
  /** What people gave as the playbook's inputs. */
  inputs?: JsonObject
  /** The person who started it. */
  initiator?: string | null
  /** Names it once and for all, where the author's `dedup` does not; null when each is one of its own. */
  once: string | null
  /** A few words for the delivery log. */
  summary: string | null
  /** The people whose doing it was, where they did not start a run: they stand behind it all the same. */
  by?: string[]
  /** The record that the event is about, which lists the run, followed by other records in the payload. */
  about?: readonly TouchedRecord[]
}

/** What became of an occurrence; `stale` was judged by an older version and wrote nothing. */
export type SavedEvent =
  | { kind: 'accepted'; runId: string }
  | { kind: 'duplicate'; runId: string; reason: string }
  | { kind: 'filtered' | 'refused' | 'failed'; reason: string }
  | { kind: 'stale' }

/** Evaluates condition and dedup key; computes the run whole when it has no effect. Writes nothing but big payloads. */
export async function evaluateTriggerEvent(
  deps: TriggerEventDeps,
  scope: TenantScope,
  row: TriggerRow,
  occurrence: TriggerEvent,
): Promise<EvaluatedEvent> {
  const { tenantId } = scope
  const version = await deps.versions.get(scope, row.version_id)
  const body = Buffer.from(JSON.stringify(occurrence.payload))
  const at = Date.now()
  const inputs = inputsAtStart(version.document, occurrence.inputs)
  const { by = [], about = [], from, cause, event } = occurrence
  const basis: RunBasis = {
    versionId: version.id,
    run: { id: newId(), startedAt: at },
    tenant: { id: tenantId },
    received: {
      kind: row.kind,
      ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
      ...(occurrence.once === null ? {} : { once: cleanText(occurrence.once).slice(0, 500) }),
      ...(by.length === 0 ? {} : { by }),
      body: new Uint8Array(body),
      headers: {},
      query: {},
      receivedAt: at,
    },
  }
  const judgement = await evaluateDelivery(deps, {
    document: version.document,
    basis,
    triggerKey: row.key,
    outputLimit: RETAINED_OUTPUT,
  })
  const summary = occurrence.summary === null ? null : cleanText(occurrence.summary.slice(0, 200))
  const line = (outcome: DeliveryLine['outcome'], reason: string): EvaluatedEvent => ({
    kind: 'line',
    line: {
      ...logLine(row, body.length, { outcome, reason, summary, received: retained(basis.received, body) }),
      about: about[0],
    },
  })
  switch (judgement.kind) {
    case 'filtered':
      return line('filtered', judgement.reason)
    case 'unreadable':
      return line('refused', judgement.message)
    case 'failed':
      return line('failed', judgement.message)
    case 'match': {
      const dedupKey = judgement.dedupKey ?? occurrence.once
      const matched = { row, body, basis, judgement: { ...judgement, dedupKey, summary } }
      const initiator = occurrence.initiator ?? null
      const item = await acceptanceOf(deps, scope, { ...matched, initiator })
      return { kind: 'run', item, about, from, cause, event }
    }
    default:
      return judgement satisfies never
  }
}

/** A line of the log for what cannot even be judged. */
export function refusal(
  row: TriggerRow,
  outcome: DeliveryLine['outcome'],
  { about, ...what }: { reason: string; summary: string | null; about?: DeliveryLine['about'] },
): EvaluatedEvent {
  return { kind: 'line', line: { ...logLine(row, 0, { outcome, ...what }), about } }
}

/** Whether it was refused only because too many wait: it may come again. */
export function isCrowded(saved: SavedEvent | undefined): boolean {
  return saved?.kind === 'refused' && saved.reason === CROWDED_REASON
}

/** Writes what was judged, in the caller's transaction: deliveries, runs and their starts stand or fall together. */
export async function saveEvaluatedEvent(
  deps: TriggerEventDeps,
  tx: TenantTx,
  found: readonly EvaluatedEvent[],
): Promise<SavedEvent[]> {
  const { events: judged, settle } = await guardEvents(tx, found)
  const lines = judged.flatMap((one) => (one.kind === 'line' ? [one.line] : []))
  const items = judged.flatMap((one) => (one.kind === 'run' ? [one.item] : []))
  const written = await logDeliveries(tx, lines)
  const verdicts = items.length === 0 ? [] : await acceptDeliveries(tx, items)
  announceEnded(tx, items, verdicts)
  const runs = judged.flatMap((one) => (one.kind === 'run' ? [one] : []))
  const begun = runs.filter((_run, index) => verdicts[index]?.kind === 'accepted')
  await touchRecords(
    tx,
    begun.flatMap(({ item, about }) => about.map((one) => ({ runId: item.runId, ...one }))),
  )
  for (const { item, from } of begun)
    if (from !== undefined) await inheritTouches(tx, { runId: item.runId, from })
  await settle(new Set(begun.map(({ item }) => item.runId)))
  const rest = [...verdicts]
  return judged.map((one): SavedEvent => {
    if (one.kind === 'line') {
      const { id, outcome, reason } = one.line
      if (!written.has(id) || outcome === 'duplicate') return { kind: 'stale' }
      return { kind: outcome, reason }
    }
    const verdict = rest.shift()
    if (verdict === undefined || verdict.kind === 'stale') return { kind: 'stale' }
    const { item } = one
    if (verdict.kind === 'crowded') return { kind: 'refused', reason: CROWDED_REASON }
    if (verdict.kind === 'duplicate')
      return { kind: 'duplicate', runId: verdict.runId, reason: DUPLICATE_REASON }
    if (item.done === null && verdict.admitted) startAfter(deps, tx, item)
    return { kind: 'accepted', runId: item.runId }
  })
}

/** The relay starts it in any case; this only spares the wait. */
function startAfter(deps: TriggerEventDeps, tx: TenantTx, item: Acceptance): void {
  const { tenantId } = tx
  const { runId, relayId, trace } = item
  const start = { tenantId, runId, recorded: 0, ...(trace === undefined ? {} : { trace }) }
  tx.afterCommit(() => void deps.relay.start(relayId, start))
}
