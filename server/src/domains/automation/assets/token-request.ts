import { z } from 'zod'
import { secretForms } from '@caseloom/connectors/kit/credentials'
import { hideInText } from '@caseloom/connectors/kit/masking'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Tokens } from './sealed-parts.ts'

export interface TokenRequest {
  url: string
  clientId: string
  clientSecret: string | null
  /** The grant with its own parameters. */
  grant: Readonly<Record<string, string>>
  privateRangesAllowed: boolean
}

/** Why the request failed; `gone`: the grant is no longer valid and a person has to reconnect. */
export interface TokenFailure {
  message: string
  retryable: boolean
  gone: boolean
}

const Reply = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.coerce.number().positive().nullish(),
})
const Refusal = z.object({ error: z.string(), error_description: z.string().nullish() })
const TIMEOUT_MS = 20_000
const MAX_BYTES = 256 * 1024

/** Asks a token endpoint (RFC 6749, 3.2): by the header first, in the body when the server knows no other way. */
export async function requestTokens(
  outbound: Pick<Outbound, 'request'>,
  request: TokenRequest,
): Promise<{ tokens: Tokens } | { failure: TokenFailure }> {
  const first = await ask(outbound, request, 'header')
  if ('tokens' in first || first.code !== 'invalid_client' || request.clientSecret === null) return first
  return ask(outbound, request, 'body')
}

type Asked = { tokens: Tokens } | { failure: TokenFailure; code: string | null }

async function ask(
  outbound: Pick<Outbound, 'request'>,
  { url, clientId, clientSecret, grant, privateRangesAllowed }: TokenRequest,
  place: 'header' | 'body',
): Promise<Asked> {
  const inHeader = clientSecret !== null && place === 'header'
  const form = new URLSearchParams(grant)
  if (!inHeader) form.set('client_id', clientId)
  if (clientSecret !== null && !inHeader) form.set('client_secret', clientSecret)
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`
  const answer = await outbound.request({
    url,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(inHeader ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}),
    },
    body: form.toString(),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    // Secrets stand in the request: no other server may be led to see them.
    keepRedirects: true,
    privateRangesAllowed,
  })
  if (!answer.ok) {
    const { message, retryable } = answer.error
    return { failure: { message: `The token endpoint: ${message}`, retryable, gone: false }, code: null }
  }
  const json = readJson(answer.body)
  const reply = Reply.safeParse(json)
  if (answer.status < 300 && reply.success) return { tokens: tokensOf(reply.data) }
  const refusal = Refusal.safeParse(json).data
  const code = refusal?.error ?? (answer.status === 401 ? 'invalid_client' : null)
  // Only the code of the standard, and of that nothing that was sent: servers repeat it.
  const { code: once = '', code_verifier: verifier = '', refresh_token: refresh = '' } = grant
  const secrets = [clientSecret ?? '', pair, once, verifier, refresh]
  const why =
    refusal === undefined
      ? `status ${answer.status}`
      : hideInText(refusal.error, secretForms(secrets)).slice(0, 200)
  const retryable = answer.status >= 500 || answer.status === 429
  return {
    failure: {
      message: `The token endpoint rejected the request: ${why}`,
      retryable,
      gone: code === 'invalid_grant',
    },
    code,
  }
}

function tokensOf(reply: z.infer<typeof Reply>): Tokens {
  const { access_token, refresh_token, expires_in } = reply
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresAt: expires_in === null || expires_in === undefined ? null : Date.now() + expires_in * 1000,
  }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    // Not JSON: the caller reports a reply without a token.
    return null
  }
}
