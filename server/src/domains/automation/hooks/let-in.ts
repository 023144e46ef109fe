// Which senders a webhook lets in, decided as early as possible.
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { DeliveryBatcher } from '../deliveries/delivery-batcher.ts'
import { logLine } from '../deliveries/evaluate-delivery.ts'
import type { DeliveryLine } from '../intake/delivery-log.store.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import { flatHeaders, type Proof, refusalOf } from './hook-auth.rules.ts'
import { isFormType, isJsonType, isMailType, isTextType } from './hook-body.rules.ts'
import { type ReadMail, typeOf } from './read-body.ts'
import type { ReadyTrigger, Triggers } from './ready-triggers.ts'

export interface LetInDeps {
  /** Absent where no files can be stored: emails are refused there. */
  readMail?: ReadMail | undefined
  triggers: Triggers
  desk: DeliveryBatcher
  limits: HookLimits
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

/**
 * The webhook of a delivery whose sender, credentials, and content type are accepted; refusals are logged, up to a bound.
 * Throws resource.not_found, hook.bad_signature, request.unsupported_media_type, request.too_many.
 */
export async function letIn(
  deps: LetInDeps,
  scope: TenantScope,
  delivery: DeliveryHead,
  fresh = false,
): Promise<ReadyTrigger> {
  const trigger = await admit(deps, scope, delivery, fresh)
  const type = typeOf(delivery)
  const isMail = deps.readMail !== undefined && isMailType(type)
  if (isMail || isJsonType(type) || isFormType(type) || isTextType(type)) return trigger
  const reason = `The content type ${type === undefined ? 'is missing' : `"${type.slice(0, 100)}" isn’t supported`}`
  await deps.desk.log(scope, refusedLine(trigger, delivery.size, reason))
  throw fail('request.unsupported_media_type', { detail: 'Send the payload as application/json' })
}

/** The same without a look at the content type, for requests that have no body. */
export async function admit(
  deps: Omit<LetInDeps, 'readMail'>,
  scope: TenantScope,
  delivery: DeliveryHead,
  fresh = false,
): Promise<ReadyTrigger> {
  const trigger = await deps.triggers.find(scope, delivery.hookKey, fresh)
  if (trigger === null) throw fail('resource.not_found')
  const proof = { headers: flatHeaders(delivery.headers), body: delivery.body ?? null, now: new Date() }
  const refusal = senderRefusal(trigger, delivery.ip) ?? (await refusalBy(trigger, proof))
  if (refusal === null) return trigger
  // What is in memory may be old: only what the database says may refuse.
  if (!fresh) return admit(deps, scope, delivery, true)
  return refuse(deps, scope, delivery, { trigger, refusal })
}

/** Counts and logs a delivery without the right credentials, and throws hook.bad_signature. */
export async function refuse(
  deps: Pick<LetInDeps, 'desk' | 'limits'>,
  scope: TenantScope,
  delivery: Pick<DeliveryHead, 'hookKey' | 'ip' | 'size'>,
  { trigger, refusal }: { trigger: ReadyTrigger; refusal: string },
): Promise<never> {
  if (delivery.ip !== undefined) deps.limits.countWrong(delivery.hookKey, delivery.ip)
  deps.limits.allowRefusal(trigger.row.id)
  await deps.desk.log(scope, refusedLine(trigger, delivery.size, refusal))
  throw fail('hook.bad_signature', { detail: refusal })
}

/** Why the address of a sender is refused, or null. What a person sends from within the product has none. */
export function senderRefusal({ senders }: ReadyTrigger, ip: string | undefined): string | null {
  if (senders === null || ip === undefined || senders.includes(ip)) return null
  return `Senders at ${ip} aren’t allowed`
}

/** By its secret, or by the one before while that lets senders in, too. */
async function refusalBy(
  { row: { auth, header }, secret, old }: ReadyTrigger,
  proof: Proof,
): Promise<string | null> {
  const refusal = await refusalOf({ auth, header, secret }, proof)
  if (refusal === null || old === null || old.until <= proof.now) return refusal
  return (await refusalOf({ auth, header, secret: old.secret }, proof)) === null ? null : refusal
}

/** Answered checks of the address are logged like refusals: up to a bound, since they start nothing. */
export async function logChallenge(
  deps: Pick<LetInDeps, 'desk' | 'limits'>,
  scope: TenantScope,
  trigger: ReadyTrigger,
): Promise<void> {
  deps.limits.allowRefusal(trigger.row.id)
  const reason = 'The sender checked the URL, and the webhook answered'
  await deps.desk.log(scope, logLine(trigger.row, 0, { outcome: 'filtered', reason }))
}

/** What the log can hold of a size that a sender claims. */
const MAX_LOGGED_SIZE = 2 ** 31 - 1

export function refusedLine(trigger: ReadyTrigger, size: number | null, reason: string): DeliveryLine {
  return logLine(trigger.row, Math.min(size ?? 0, MAX_LOGGED_SIZE), { outcome: 'refused', reason })
}
