// Webhooks: their addresses, secrets, and the answer to a sender.
import { hook } from '@caseloom/contract/automation/hooks'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { bodyLimitOf } from '@caseloom/contract/kernel/route'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import type { ValueStore } from '../../../platform/files/values.ts'
import { newId } from '../../../platform/uuid.ts'
import { inputsAtStart } from '../components/inputs.rules.ts'
import { CROWDED_REASON, DUPLICATE_REASON, type FinishedRun } from '../intake/delivery.store.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { Judgement, RunBasis } from '../expressions/messages.ts'
import { isFormType, isTextType } from './hook-body.rules.ts'
import { type Challenge, challengeOf } from './handshake.rules.ts'
import { type DeliveryHead, letIn, type LetInDeps, logChallenge, refusedLine } from './let-in.ts'
import { type PostedMail, readBody, receivedAs, typeOf } from './read-body.ts'
import {
  acceptanceOf,
  evaluateDelivery,
  RETAINED_OUTPUT,
  logLine,
  retained,
} from '../deliveries/evaluate-delivery.ts'
import { copyBytes } from '../run-model/run-input.ts'
import type { ReadyTrigger } from './ready-triggers.ts'

export interface AcceptDeliveryDeps extends LetInDeps {
  expressions: Expressions
  values: ValueStore
}

/** A delivery as it came over HTTP; the body is bytes until its credentials hold. */
export interface IncomingDelivery extends Omit<DeliveryHead, 'size'> {
  body: Buffer
  query: JsonObject
  /** The person who sent it from within the product. */
  initiator?: string
  /** Present for an email, whose body has been read as JSON. */
  mail?: PostedMail | undefined
}

export type AcceptedDelivery =
  | { kind: 'filtered'; reason: string }
  | { kind: 'duplicate'; reason: string; runId: string }
  | {
      kind: 'accepted'
      runId: string
      relayId: string
      /** False while the tenant's share of the engine is used up: the run waits in the queue. */
      admitted: boolean
      answer: 'accepted' | 'result'
      /** Present when the run has already ended. */
      done: (FinishedRun & { text: string | null }) | null
    }

/** A form or text is read where requests are served; JSON is read in a thread. */
const MAX_FORM_BYTES = 2 * 1024 * 1024
const MAX_HOOK_BYTES = bodyLimitOf(hook)
/** Outputs of runs that are computed in place are answered whole up to this size. */
const ANSWER_LIMIT = 32 * 1024 * 1024

/**
 * Takes one delivery of a webhook: credentials, condition, dedup, and then either the whole run or its start.
 * Nothing is answered before it is durable. Throws resource.not_found, hook.bad_signature, hook.bad_payload,
 * request.unsupported_media_type, request.too_many.
 */
export async function acceptDelivery(
  deps: AcceptDeliveryDeps,
  scope: TenantScope,
  delivery: IncomingDelivery,
): Promise<AcceptedDelivery | { kind: 'challenge'; challenge: Challenge }> {
  const whole = { ...delivery, size: delivery.body.length }
  const trigger = await letIn(deps, scope, whole)
  const challenge = challengeOf(trigger.handshake, delivery)
  if (challenge !== null) {
    await logChallenge(deps, scope, trigger)
    return { kind: 'challenge', challenge }
  }
  await findRoom(deps, scope, { trigger, size: whole.size })
  const read = await readBody(deps, scope, delivery, trigger.row)
  const taken = await decide(deps, scope, read, trigger)
  if (taken !== 'stale') return taken
  // Published meanwhile: the newer version decides, once more from the start.
  const again = await decide(deps, scope, read, await letIn(deps, scope, whole, true))
  if (again !== 'stale') return again
  throw busyPublishing()
}

/**
 * Everything that can be decided before the body is read: the hook, credentials in headers, the content type, room in the
 * queue. Throws what takeDelivery would; resolves with the largest body to read, in bytes.
 */
export async function authenticateDelivery(
  deps: AcceptDeliveryDeps,
  scope: TenantScope,
  head: DeliveryHead & { ip: string },
): Promise<{ limit: number }> {
  const { ip } = head
  deps.limits.allowStranger(ip)
  deps.limits.allowSource(head.hookKey, ip)
  try {
    const trigger = await letIn(deps, scope, head)
    await findRoom(deps, scope, { trigger, size: head.size })
  } catch (error) {
    if (isFailure(error, 'resource.not_found')) deps.limits.countStranger(ip)
    throw error
  }
  const type = typeOf(head)
  return { limit: isFormType(type) || isTextType(type) ? MAX_FORM_BYTES : MAX_HOOK_BYTES }
}

/** Logs a delivery that is refused for its size, up to the bound of refusals; its body was not read. */
export async function logTooLarge(
  deps: Pick<AcceptDeliveryDeps, 'triggers' | 'limits' | 'desk'>,
  scope: TenantScope,
  refused: { hookKey: string; size: number | null; limit: number },
): Promise<void> {
  const trigger = await deps.triggers.find(scope, refused.hookKey, false)
  if (trigger === null) return
  deps.limits.allowRefusal(trigger.row.id)
  const { size, limit } = refused
  const found = size === null ? '' : `: ${size} bytes`
  const reason = `The body is too large${found}; the limit is ${limit} bytes`
  await deps.desk.log(scope, refusedLine(trigger, size, reason))
}

/** The same for a person who may build playbooks and needs no credentials; throws what taking does. */
export async function acceptSample(
  deps: AcceptDeliveryDeps,
  scope: TenantScope,
  sample: IncomingDelivery,
): Promise<AcceptedDelivery> {
  await deps.limits.allowAcceptance(scope, sample.body.length)
  for (let turn = 0; turn < 2; turn += 1) {
    const trigger = await deps.triggers.find(scope, sample.hookKey, true)
    if (trigger === null) throw fail('resource.not_found')
    const taken = await decide(deps, scope, sample, trigger)
    if (taken !== 'stale') return taken
  }
  throw busyPublishing()
}

const busyPublishing = () =>
  fail('dependency.unavailable', { detail: 'The playbook is being published. Try again.', retryAfter: 1 })

/** While the queue is full, the sender is asked to come back later; the rejection is logged, up to a limit. */
async function findRoom(
  deps: AcceptDeliveryDeps,
  scope: TenantScope,
  { trigger, size }: { trigger: ReadyTrigger; size: number | null },
): Promise<void> {
  try {
    await deps.limits.allowAcceptance(scope, size ?? 0)
  } catch (error) {
    if (!isFailure(error, 'request.too_many')) throw error
    deps.limits.allowRefusal(trigger.row.id)
    await deps.desk.log(scope, refusedLine(trigger, size, error.message))
    throw error
  }
}

async function decide(
  deps: AcceptDeliveryDeps,
  scope: TenantScope,
  delivery: IncomingDelivery,
  trigger: ReadyTrigger,
): Promise<AcceptedDelivery | 'stale'> {
  const { row, version } = trigger
  const at = new Date()
  const inputs = inputsAtStart(version.document)
  const basis: RunBasis = {
    versionId: version.id,
    run: { id: newId(), startedAt: at.getTime() },
    tenant: { id: scope.tenantId },
    received: {
      ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
      ...receivedAs(delivery, row),
      body: copyBytes(delivery.body),
      receivedAt: at.getTime(),
    },
  }
  const outputLimit = row.answer === 'result' ? ANSWER_LIMIT : RETAINED_OUTPUT
  const question = { document: version.document, basis, triggerKey: row.key, outputLimit }
  const judgement = await evaluateDelivery(deps, question)
  const refuse = (what: Parameters<typeof logLine>[2]) =>
    deps.desk.log(scope, logLine(row, delivery.body.length, what))
  const received = retained(basis.received, delivery.body)
  switch (judgement.kind) {
    case 'filtered': {
      const { reason } = judgement
      const summary = delivery.mail?.summary ?? judgement.summary
      return (await refuse({ outcome: 'filtered', reason, summary, received }))
        ? { kind: 'filtered', reason }
        : 'stale'
    }
    case 'unreadable':
    case 'failed': {
      const { kind, message: reason } = judgement
      const isLogged = await (kind === 'failed'
        ? refuse({ outcome: 'failed', reason, received })
        : refuse({ outcome: 'refused', reason }))
      if (!isLogged) return 'stale'
      throw fail('hook.bad_payload', { detail: reason })
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
  deps: AcceptDeliveryDeps,
  scope: TenantScope,
  matched: Matched,
): Promise<AcceptedDelivery | 'stale'> {
  const { trigger, delivery, basis } = matched
  const { body, initiator = null, mail } = delivery
  const judgement =
    mail === undefined
      ? matched.judgement
      : { ...matched.judgement, dedupKey: matched.judgement.dedupKey ?? mail.once, summary: mail.summary }
  const item = await acceptanceOf(deps, scope, { row: trigger.row, body, basis, judgement, initiator })
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
