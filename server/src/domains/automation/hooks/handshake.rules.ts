// How a webhook answers senders that check its URL before they send anything.
import type { Handshake } from '@caseloom/contract/automation/hook-auth'
import { z } from 'zod'

/** The answer to a check; it repeats what the sender sent, so it never is a document that a browser would run. */
export interface Challenge {
  mediaType: 'application/json' | 'text/plain'
  content: string
}

interface Posted {
  query: Readonly<Record<string, unknown>>
  body: Buffer
}

/** No sender's challenge is longer; a larger body is a delivery. */
const MAX_CHALLENGE = 2_000
const MAX_CHECK_BYTES = 16 * 1024

const Text = z.string().min(1).max(MAX_CHALLENGE)
const UrlVerification = z.object({ type: z.literal('url_verification'), challenge: Text })
const SubscriptionValidation = z.object({
  eventType: z.literal('Microsoft.EventGrid.SubscriptionValidationEvent'),
  data: z.object({ validationCode: Text }),
})

const json = (value: Record<string, string>): Challenge => ({
  mediaType: 'application/json',
  content: JSON.stringify(value),
})
const plain = (content: string): Challenge => ({ mediaType: 'text/plain', content })

/** The answer to a check that was posted; null for a delivery. */
export function challengeOf(handshake: Handshake | null, posted: Posted): Challenge | null {
  switch (handshake) {
    case 'slack': {
      const check = UrlVerification.safeParse(smallJson(posted.body))
      return check.success ? json({ challenge: check.data.challenge }) : null
    }
    case 'event-grid': {
      const body = smallJson(posted.body)
      const check = SubscriptionValidation.safeParse(Array.isArray(body) ? body[0] : body)
      return check.success ? json({ validationResponse: check.data.data.validationCode }) : null
    }
    case 'microsoft-graph': {
      const token = Text.safeParse(posted.query['validationToken'])
      return token.success && posted.body.length === 0 ? plain(token.data) : null
    }
    case 'okta':
    case 'meta':
    case null:
      return null
    default:
      return handshake satisfies never
  }
}

function smallJson(body: Buffer): unknown {
  if (body.length > MAX_CHECK_BYTES) return null
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    // Not JSON: it's a delivery, which says so.
    return null
  }
}

/** The token and the challenge of a subscription that Meta, or a product like it, asks for; null when it isn't one. */
export function subscriptionOf(
  query: Readonly<Record<string, unknown>>,
): { token: string; answer: Challenge } | null {
  const check = z
    .object({ 'hub.mode': z.literal('subscribe'), 'hub.verify_token': Text, 'hub.challenge': Text })
    .safeParse(query)
  if (!check.success) return null
  return { token: check.data['hub.verify_token'], answer: plain(check.data['hub.challenge']) }
}

/** The answer to Okta's check; null without its header. */
export function verificationOf(header: string | undefined): Challenge | null {
  const text = Text.safeParse(header)
  return text.success ? json({ verification: text.data }) : null
}
