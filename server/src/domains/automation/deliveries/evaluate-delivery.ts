import { SEMANTICS } from '@caseloom/playbook/run-types'
import { createHash } from 'node:crypto'
import type { TenantScope } from '../../../platform/database/types.ts'
import { INLINE_BYTES, type ValueStore } from '../../../platform/files/values.ts'
import { traceCarrier } from '../../../platform/telemetry/tracing.ts'
import { newId } from '../../../platform/uuid.ts'
import type { Acceptance, FinishedRun } from '../intake/delivery.store.ts'
import { type DeliveryLine, isRetained, type ReceivedParts } from '../intake/delivery-log.store.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { Advanced, Judgement, Received, RunBasis } from '../expressions/messages.ts'
import { OverLimit } from '../expressions/thread-pool.ts'
import type { TriggerRow } from '../intake/trigger.store.ts'

/** A longer output is not stored: it can be computed again. */
export const RETAINED_OUTPUT = 64 * 1024

type Question = Omit<Parameters<Expressions['judge']>[0], 'compute'>

/** Separates the causes of an exceeded limit: a condition fails its delivery, a step fails its run. */
export async function evaluateDelivery(
  deps: { expressions: Expressions },
  question: Question,
): Promise<Judgement> {
  try {
    return await deps.expressions.judge({ ...question, compute: true })
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error
    try {
      const judgement = await deps.expressions.judge({ ...question, compute: false })
      if (judgement.kind !== 'match') return judgement
      const reason = { code: 'expression.limit', message: error.message, retryable: false }
      return {
        ...judgement,
        run: { commands: [], steps: [], end: { state: 'failed', error: reason, outputSize: 0 } },
      }
    } catch (again) {
      if (!(again instanceof OverLimit)) throw again
      return { kind: 'failed', message: again.message }
    }
  }
}

export interface MatchedDelivery {
  row: Pick<TriggerRow, 'id' | 'playbook_id' | 'stamp'>
  /** The bytes that the run reads again. */
  body: Buffer
  basis: RunBasis
  judgement: Extract<Judgement, { kind: 'match' }>
  initiator?: string | null
}

/** What is to be written of a delivery that becomes a run; a big body is stored before. */
export async function acceptanceOf(
  deps: { values: ValueStore },
  scope: TenantScope,
  matched: MatchedDelivery,
): Promise<Acceptance> {
  const { row, body, basis, judgement } = matched
  const { received, run } = basis
  const small = body.length <= INLINE_BYTES
  const stored = small ? null : await scope.tx((tx) => deps.values.put(tx, body, 'application/json'))
  const dedupKey = judgement.dedupKey === null ? null : cleanText(judgement.dedupKey)
  return {
    deliveryId: newId(),
    triggerId: row.id,
    playbookId: row.playbook_id,
    stamp: row.stamp,
    initiator: matched.initiator ?? null,
    runId: run.id,
    relayId: newId(),
    trace: traceCarrier(),
    semantics: SEMANTICS,
    dedupKey: dedupKey?.slice(0, 500) ?? null,
    dedupHash: dedupKey === null ? null : createHash('sha256').update(dedupKey).digest(),
    at: new Date(run.startedAt),
    size: body.length,
    request: requestOf(received),
    payload: small ? body : null,
    payloadRef: stored?.sha256 ?? null,
    summary: judgement.summary,
    done: judgement.run === undefined ? null : finished(judgement.run, run.startedAt),
  }
}

function requestOf({ body: _bytes, ...request }: Received): ReceivedParts['request'] {
  return { ...request, headers: { ...request.headers } }
}

/** What the log retains of a delivery that became no run; undefined for what is too large, or not from outside. */
export function retained(received: Received, body: Buffer): ReceivedParts | undefined {
  if (!isRetained(received) || body.length > INLINE_BYTES) return undefined
  return { request: requestOf(received), payload: body, payloadRef: null }
}

function finished(advanced: Advanced, startedAt: number): FinishedRun {
  const { end, steps } = advanced
  if (end === undefined || advanced.commands.length > 0) throw new Error('A pure run didn’t finish')
  const text = end.output ?? null
  return {
    state: end.state,
    endedAt: new Date(Math.max(Date.now(), startedAt)),
    error: end.error === undefined ? null : { ...end.error },
    output: text !== null && text.length <= RETAINED_OUTPUT ? text : null,
    entry: { events: [], steps },
  }
}

/** A line of the log for a delivery that became no run. */
export function logLine(
  row: Pick<TriggerRow, 'id' | 'stamp'>,
  size: number,
  what: Pick<DeliveryLine, 'outcome' | 'reason' | 'received'> & { summary?: string | null },
): DeliveryLine {
  return {
    id: newId(),
    triggerId: row.id,
    stamp: row.stamp,
    at: new Date(),
    outcome: what.outcome,
    reason: cleanText(what.reason),
    dedupKey: null,
    runId: null,
    size,
    summary: what.summary ?? null,
    received: what.received,
  }
}

/** Text columns take neither NUL nor half characters. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd').normalize('NFC')
}
