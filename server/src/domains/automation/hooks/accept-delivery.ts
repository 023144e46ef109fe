// Webhooks: their addresses, secrets, and the answer to a sender.
import { hook } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { bodyLimitOf } from '@caseloom/contract/kernel/route'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import type { ValueStore } from '../../../platform/files/values.ts'
import { newId } from '../../../platform/uuid.ts'
import { inputsAtStart } from '../components/inputs.rules.ts'
import type { DeliveryBatcher } from '../deliveries/delivery-batcher.ts'
import { CROWDED_REASON, DUPLICATE_REASON, type FinishedRun } from '../intake/delivery.store.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { Judgement, RunBasis } from '../expressions/messages.ts'
import { flatHeaders, type HookHeaders, refusalOf } from './hook-auth.rules.ts'
import { isFormType, isJsonType, isMailType } from './hook-body.rules.ts'
import { type PostedMail, readBody, type ReadMail, receivedAs, typeOf } from './read-body.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import {
  acceptanceOf,
  evaluateDelivery,
  RETAINED_OUTPUT,
  logLine,
  retained,
} from '../deliveries/evaluate-delivery.ts'
import { copyBytes } from '../run-model/run-input.ts'
import type { ReadyTrigger, Triggers } from './ready-triggers.ts'

export interface AcceptDeliveryDeps {
  /** Absent where no files can be stored: emails are refused there. */
  readMail?: ReadMail | undefined
  triggers: Triggers
  desk: DeliveryBatcher
  limits: HookLimits
  expressions: Expressions
  values: ValueStore
}

/** What is known of a delivery before its body is read. */
export interface DeliveryHead {
  hookKey: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Bytes that the headers announce, or that came; null while unknown. */
  size: number | null
  body?: Buffer
  /** Network address of the sender; absent for what a person sends from within the product. */
  ip?: string
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

/** What the log can hold of a size that a sender claims. */
const MAX_LOGGED_SIZE = 2 ** 31 - 1
/** A form is taken apart where requests are served; JSON is read in a thread. */
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
): Promise<AcceptedDelivery> {
  const whole = { ...delivery, size: delivery.body.length }
  const trigger = await letIn(deps, scope, whole)
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
  return { limit: isFormType(typeOf(head)) ? MAX_FORM_BYTES : MAX_HOOK_BYTES }
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

async function letIn(
  deps: AcceptDeliveryDeps,
  scope: TenantScope,
  delivery: DeliveryHead,
  fresh = false,
): Promise<ReadyTrigger> {
  const trigger = await deps.triggers.find(scope, delivery.hookKey, fresh)
  if (trigger === null) throw fail('resource.not_found')
  const refusal = await refusalBy(trigger, flatHeaders(delivery.headers), delivery.body ?? null)
  if (refusal !== null) {
    // The secret in memory may be old: only the one in the database may refuse.
    if (!fresh) return letIn(deps, scope, delivery, true)
    if (delivery.ip !== undefined) deps.limits.countWrong(delivery.hookKey, delivery.ip)
    deps.limits.allowRefusal(trigger.row.id)
    await deps.desk.log(scope, refusedLine(trigger, delivery.size, refusal))
    throw fail('hook.bad_signature', { detail: refusal })
  }
  const type = typeOf(delivery)
  const isMail = deps.readMail !== undefined && isMailType(type)
  if (isMail || isJsonType(type) || isFormType(type)) return trigger
  const reason = `The content type ${type === undefined ? 'is missing' : `"${type.slice(0, 100)}" isn’t supported`}`
  await deps.desk.log(scope, refusedLine(trigger, delivery.size, reason))
  throw fail('request.unsupported_media_type', { detail: 'Send the payload as application/json' })
}

/** By its secret, or by the one before while that lets senders in, too. */
async function refusalBy(
  { row: { auth, header }, secret, old }: ReadyTrigger,
  headers: HookHeaders,
  body: Buffer | null,
): Promise<string | null> {
  const refusal = await refusalOf({ auth, header, secret }, headers, body)
  if (refusal === null || old === null || old.until <= new Date()) return refusal
  return (await refusalOf({ auth, header, secret: old.secret }, headers, body)) === null ? null : refusal
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

const refusedLine = (trigger: ReadyTrigger, size: number | null, reason: string) =>
  logLine(trigger.row, Math.min(size ?? 0, MAX_LOGGED_SIZE), { outcome: 'refused', reason })
