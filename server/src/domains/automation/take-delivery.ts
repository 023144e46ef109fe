import type { JsonObject } from '@caseloom/contract/json'
import { SEMANTICS } from '@caseloom/playbook/run-types'
import { createHash } from 'node:crypto'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { INLINE_BYTES, type ValueStore } from '../../platform/files/values.ts'
import { traceCarrier } from '../../platform/telemetry/tracing.ts'
import { newId } from '../../platform/uuid.ts'
import type { AcceptanceDesk } from './acceptance.ts'
import { type Acceptance, type DeliveryLine, DUPLICATE_REASON, type FinishedRun } from './delivery.store.ts'
import type { Expressions } from './expressions/expressions.ts'
import type { Advanced, Judgement, RunBasis } from './expressions/messages.ts'
import { OverLimit } from './expressions/thread-pool.ts'
import { flatHeaders, isJsonType, publicHeaders, refusalOf } from './hook-auth.rules.ts'
import type { HookLimits } from './hook-limits.ts'
import { ownBytes } from './run-basis.ts'
import type { ReadyTrigger, Triggers } from './triggers.ts'

export interface TakeDeliveryDeps {
  triggers: Triggers
  desk: AcceptanceDesk
  limits: HookLimits
  expressions: Expressions
  values: ValueStore
}

/** A delivery as it came over HTTP; the body is bytes until its credentials hold. */
export interface IncomingDelivery {
  hookKey: string
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  query: JsonObject
}

export type Taken =
  | { kind: 'filtered'; reason: string }
  | { kind: 'duplicate'; reason: string; runId: string }
  | {
      kind: 'accepted'
      runId: string
      relayId: string
      /** False while the tenant's share of the engine is used up: the run waits in the queue. */
      admitted: boolean
      answer: 'accepted' | 'result'
      /** Present when the run is over already. */
      done: (FinishedRun & { text: string | null }) | null
    }

/** Outputs of runs that are computed in place are answered whole up to this size. */
const ANSWER_LIMIT = 32 * 1024 * 1024
/** A longer output is not kept: it can be computed again. */
const KEPT_OUTPUT = 64 * 1024

/**
 * Takes one delivery of a webhook: credentials, condition, dedup, and then either the whole run or its start.
 * Nothing is answered before it is durable. Throws resource.not_found, hook.bad_signature, hook.bad_payload,
 * request.unsupported_media_type, request.too_many.
 */
export async function takeDelivery(
  deps: TakeDeliveryDeps,
  scope: TenantScope,
  delivery: IncomingDelivery,
): Promise<Taken> {
  const trigger = await letIn(deps, scope, delivery)
  await deps.limits.allowAcceptance(scope)
  const taken = await decide(deps, scope, delivery, trigger)
  if (taken !== 'stale') return taken
  // Published meanwhile: the newer version decides, once more from the start.
  const again = await decide(deps, scope, delivery, await letIn(deps, scope, delivery, true))
  if (again !== 'stale') return again
  throw fail('dependency.unavailable', { detail: 'The playbook is just being published', retryAfter: 1 })
}

async function letIn(
  deps: TakeDeliveryDeps,
  scope: TenantScope,
  delivery: IncomingDelivery,
  fresh = false,
): Promise<ReadyTrigger> {
  const trigger = await deps.triggers.find(scope, delivery.hookKey, fresh)
  if (trigger === null) throw fail('resource.not_found')
  const { auth, header } = trigger.row
  const refusal = refusalOf(
    { auth, header, secret: trigger.secret },
    flatHeaders(delivery.headers),
    delivery.body,
  )
  if (refusal !== null) {
    // The secret in memory may be old: only the one in the database may refuse.
    if (!fresh) return letIn(deps, scope, delivery, true)
    deps.limits.allowRefusal(trigger.row.id)
    await deps.desk.log(scope, line(trigger, delivery, { outcome: 'refused', reason: refusal }))
    throw fail('hook.bad_signature', { detail: refusal })
  }
  const type = flatHeaders(delivery.headers)['content-type']
  if (isJsonType(type)) return trigger
  const reason = `The content type ${type === undefined ? 'is missing' : `"${type.slice(0, 100)}" is not accepted`}`
  await deps.desk.log(scope, line(trigger, delivery, { outcome: 'refused', reason }))
  throw fail('request.unsupported_media_type', { detail: 'Send the payload as application/json' })
}

async function decide(
  deps: TakeDeliveryDeps,
  scope: TenantScope,
  delivery: IncomingDelivery,
  trigger: ReadyTrigger,
): Promise<Taken | 'stale'> {
  const { row, version } = trigger
  const at = new Date()
  const basis: RunBasis = {
    versionId: version.id,
    run: { id: newId(), startedAt: at.getTime() },
    tenant: { id: scope.tenantId },
    received: {
      body: ownBytes(delivery.body),
      headers: publicHeaders(delivery.headers, row),
      query: delivery.query,
      receivedAt: at.getTime(),
    },
  }
  const outputLimit = row.answer === 'result' ? ANSWER_LIMIT : KEPT_OUTPUT
  const question = { document: version.document, basis, triggerKey: row.key, outputLimit }
  const judgement = await judge(deps, question)
  switch (judgement.kind) {
    case 'filtered': {
      const { reason, summary } = judgement
      const logged = await deps.desk.log(
        scope,
        line(trigger, delivery, { outcome: 'filtered', reason, summary }),
      )
      return logged ? { kind: 'filtered', reason } : 'stale'
    }
    case 'unreadable':
    case 'failed': {
      const outcome = judgement.kind === 'failed' ? 'failed' : 'refused'
      const logged = await deps.desk.log(
        scope,
        line(trigger, delivery, { outcome, reason: judgement.message }),
      )
      if (!logged) return 'stale'
      throw fail('hook.bad_payload', { detail: judgement.message })
    }
    case 'match':
      return accept(deps, scope, { trigger, delivery, basis, judgement })
    default:
      return judgement satisfies never
  }
}

type Question = Omit<Parameters<Expressions['judge']>[0], 'compute'>

/** Whoever goes out of bounds is told apart: a condition fails its delivery, a step fails its run. */
async function judge(deps: TakeDeliveryDeps, question: Question): Promise<Judgement> {
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

interface Matched {
  trigger: ReadyTrigger
  delivery: IncomingDelivery
  basis: RunBasis
  judgement: Extract<Judgement, { kind: 'match' }>
}

async function accept(
  deps: TakeDeliveryDeps,
  scope: TenantScope,
  matched: Matched,
): Promise<Taken | 'stale'> {
  const { trigger, delivery, basis, judgement } = matched
  const { received, run } = basis
  const small = delivery.body.length <= INLINE_BYTES
  const stored = small ? null : await scope.tx((tx) => deps.values.put(tx, delivery.body, 'application/json'))
  const dedupKey = judgement.dedupKey === null ? null : clean(judgement.dedupKey)
  const done = judgement.run === undefined ? null : finished(judgement.run, run.startedAt)
  const item: Acceptance = {
    deliveryId: newId(),
    triggerId: trigger.row.id,
    playbookId: trigger.row.playbook_id,
    stamp: trigger.row.stamp,
    runId: run.id,
    relayId: newId(),
    trace: traceCarrier(),
    semantics: SEMANTICS,
    dedupKey: dedupKey?.slice(0, 500) ?? null,
    dedupHash: dedupKey === null ? null : createHash('sha256').update(dedupKey).digest(),
    at: new Date(run.startedAt),
    size: delivery.body.length,
    request: { headers: { ...received.headers }, query: received.query, receivedAt: received.receivedAt },
    payload: small ? delivery.body : null,
    payloadRef: stored?.sha256 ?? null,
    summary: judgement.summary,
    done,
  }
  const answer = await deps.desk.accept(scope, item)
  if (answer.kind === 'stale') return 'stale'
  if (answer.kind === 'duplicate') return { kind: 'duplicate', reason: DUPLICATE_REASON, runId: answer.runId }
  const text = judgement.run?.end?.output ?? null
  return {
    kind: 'accepted',
    runId: run.id,
    relayId: item.relayId,
    admitted: answer.admitted,
    answer: trigger.row.answer,
    done: done === null ? null : { ...done, text },
  }
}

function finished(advanced: Advanced, startedAt: number): FinishedRun {
  const { end, steps } = advanced
  if (end === undefined || advanced.commands.length > 0) throw new Error('A pure run did not come to its end')
  const text = end.output ?? null
  return {
    state: end.state,
    endedAt: new Date(Math.max(Date.now(), startedAt)),
    error: end.error === undefined ? null : { ...end.error },
    output: text !== null && text.length <= KEPT_OUTPUT ? text : null,
    entry: { events: [], steps },
  }
}

/** Text columns take neither NUL nor half characters. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd').normalize('NFC')
}

function line(
  trigger: ReadyTrigger,
  delivery: IncomingDelivery,
  what: { outcome: DeliveryLine['outcome']; reason: string; summary?: string | null },
): DeliveryLine {
  return {
    id: newId(),
    triggerId: trigger.row.id,
    stamp: trigger.row.stamp,
    at: new Date(),
    outcome: what.outcome,
    reason: clean(what.reason),
    dedupKey: null,
    runId: null,
    size: delivery.body.length,
    summary: what.summary ?? null,
  }
}
