import type { TenantScope } from '../../../platform/database/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http/types.ts'
import { flatHeaders } from './hook-auth.rules.ts'
import { type Challenge, subscriptionOf, verificationOf } from './handshake.rules.ts'
import { admit, type DeliveryHead, type LetInDeps, logChallenge, refuse, senderRefusal } from './let-in.ts'
import type { ReadyTrigger } from './ready-triggers.ts'
import { sameText } from './same-text.rules.ts'

/** A GET request to a webhook's URL. */
export interface UrlCheck extends Omit<DeliveryHead, 'size' | 'body' | 'ip'> {
  ip: string
  query: Readonly<Record<string, unknown>>
}

type Deps = Omit<LetInDeps, 'readMail'>

/**
 * Answers a sender that checks the URL by GET. Every other GET request is answered as if there were no webhook. Throws
 * resource.not_found, hook.bad_signature, request.too_many.
 */
export async function answerHandshake(deps: Deps, scope: TenantScope, check: UrlCheck): Promise<FileAnswer> {
  deps.limits.allowStranger(check.ip)
  deps.limits.allowSource(check.hookKey, check.ip)
  try {
    const { mediaType, content } = await challengeBy(deps, scope, check)
    return { mediaType: `${mediaType}; charset=utf-8`, content }
  } catch (error) {
    if (isFailure(error, 'resource.not_found')) deps.limits.countStranger(check.ip)
    throw error
  }
}

async function challengeBy(deps: Deps, scope: TenantScope, check: UrlCheck): Promise<Challenge> {
  const known = await deps.triggers.find(scope, check.hookKey, false)
  switch (known?.handshake) {
    case 'okta': {
      const answer = verificationOf(flatHeaders(check.headers)['x-okta-verification-challenge'])
      if (answer === null) throw fail('resource.not_found')
      await logChallenge(deps, scope, await admit(deps, scope, { ...check, size: 0 }))
      return answer
    }
    case 'meta':
      return subscribe(deps, scope, check)
    default:
      throw fail('resource.not_found')
  }
}

/** The sender repeats the secret that was entered there as its verify token. */
async function subscribe(deps: Deps, scope: TenantScope, check: UrlCheck): Promise<Challenge> {
  const asked = subscriptionOf(check.query)
  // Rare enough to ask the database each time.
  const trigger = await deps.triggers.find(scope, check.hookKey, true)
  if (asked === null || trigger === null) throw fail('resource.not_found')
  const refusal = senderRefusal(trigger, check.ip) ?? tokenRefusal(trigger, asked.token)
  if (refusal !== null) return refuse(deps, scope, { ...check, size: 0 }, { trigger, refusal })
  await logChallenge(deps, scope, trigger)
  return asked.answer
}

function tokenRefusal({ row, secret, old }: ReadyTrigger, token: string): string | null {
  if (row.auth === 'none') return null
  const secrets = old !== null && old.until > new Date() ? [secret, old.secret] : [secret]
  return secrets.some((each) => sameText(token, each)) ? null : 'The verify token is incorrect'
}
