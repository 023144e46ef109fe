import type { JsonObject } from '@caseloom/contract/json'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import type { ValueStore } from '../../platform/files/values.ts'
import { newId } from '../../platform/uuid.ts'
import type { AcceptanceDesk } from './acceptance.ts'
import { type DeliveryLine, CROWDED_REASON, DUPLICATE_REASON, type FinishedRun } from './delivery.store.ts'
import type { Expressions } from './expressions/expressions.ts'
import type { Judgement, RunBasis } from './expressions/messages.ts'
import { flatHeaders, isJsonType, publicHeaders, refusalOf } from './hook-auth.rules.ts'
import type { HookLimits } from './hook-limits.ts'
import { acceptanceOf, judgeDelivery, KEPT_OUTPUT, logLine } from './judge-delivery.ts'
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
  const judgement = await judgeDelivery(deps, question)
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
  const item = await acceptanceOf(deps, scope, { row: trigger.row, body: delivery.body, basis, judgement })
  const answer = await deps.desk.accept(scope, item)
  if (answer.kind === 'stale') return 'stale'
  if (answer.kind === 'crowded') throw fail('request.too_many', { detail: CROWDED_REASON, retryAfter: 10 })
  if (answer.kind === 'duplicate') return { kind: 'duplicate', reason: DUPLICATE_REASON, runId: answer.runId }
  const text = judgement.run?.end?.output ?? null
  return {
    kind: 'accepted',
    runId: item.runId,
    relayId: item.relayId,
    admitted: answer.admitted,
    answer: trigger.row.answer,
    done: item.done === null ? null : { ...item.done, text },
  }
}

function line(
  trigger: ReadyTrigger,
  delivery: IncomingDelivery,
  what: { outcome: DeliveryLine['outcome']; reason: string; summary?: string | null },
): DeliveryLine {
  return logLine(trigger.row, delivery.body.length, what)
}
