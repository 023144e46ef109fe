import { z } from 'zod'

/**
 * How the sender of a webhook proves itself. `hmac-sha256` signs the body alone, as GitHub does; those named after a product
 * sign as it does.
 */
export const HOOK_AUTHS = [
  'none',
  'basic',
  'bearer',
  'secret',
  'hmac-sha256',
  'slack',
  'stripe',
  'pagerduty',
  'zendesk',
  'teams',
  'standard-webhooks',
] as const
export const HookAuth = z.enum(HOOK_AUTHS)
export type HookAuth = z.infer<typeof HookAuth>

/** Senders that give out the secret: it must be entered here, instead of there. */
export const SECRET_OF_SENDER: ReadonlySet<HookAuth> = new Set([
  'slack',
  'stripe',
  'pagerduty',
  'zendesk',
  'teams',
  'standard-webhooks',
])

/** How a sender checks the address before it sends anything; the webhook answers it. */
export const HANDSHAKES = ['slack', 'microsoft-graph', 'event-grid', 'okta', 'meta'] as const
export const Handshake = z.enum(HANDSHAKES)
export type Handshake = z.infer<typeof Handshake>
