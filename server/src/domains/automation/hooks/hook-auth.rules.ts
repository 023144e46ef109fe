import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { HookAuth } from '../intake/trigger.store.ts'

/** Lower-case header values as one text each. */
export type HookHeaders = Readonly<Record<string, string>>

export interface HookCheck {
  auth: HookAuth
  /** Header named in the document; the usual one of the scheme when null. */
  header: string | null
  secret: string
}

const ALWAYS_PRIVATE = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-csrf-token',
  'x-xsrf-token',
])

/** The header in which a scheme carries its proof, in lower case. */
export function proofHeader(check: Pick<HookCheck, 'auth' | 'header'>): string | null {
  switch (check.auth) {
    case 'none':
      return null
    case 'basic':
      return 'authorization'
    case 'secret':
      return (check.header ?? 'x-webhook-secret').toLowerCase()
    case 'hmac-sha256':
      return (check.header ?? 'x-hub-signature-256').toLowerCase()
    default:
      return check.auth satisfies never
  }
}

/**
 * Why a delivery is refused, or null when its credentials hold. Without the body only headers are judged: a signature
 * must be there and look like one. Compares in constant time.
 */
export async function refusalOf(
  check: HookCheck,
  headers: HookHeaders,
  body: Uint8Array | null,
): Promise<string | null> {
  const name = proofHeader(check)
  if (name === null) return null
  const given = headers[name]
  if (given === undefined) return `The header ${name} is missing`
  switch (check.auth) {
    case 'basic':
      return sameText(basicText(given), check.secret) ? null : 'The user name or password is incorrect'
    case 'secret':
      return sameText(given, check.secret) ? null : 'The secret is incorrect'
    default: {
      const signature = given
        .trim()
        .toLowerCase()
        .replace(/^sha256=/, '')
      const holds =
        body === null
          ? /^[0-9a-f]{64}$/.test(signature)
          : sameText(signature, await signatureOf(check.secret, body))
      return holds ? null : 'The signature doesn’t match the payload'
    }
  }
}

/** Bytes signed before others get a turn: about a millisecond. */
const SLICE = 1024 * 1024

async function signatureOf(secret: string, body: Uint8Array): Promise<string> {
  const hmac = createHmac('sha256', secret)
  for (let at = 0; at < body.length; at += SLICE) {
    if (at > 0) await new Promise(setImmediate)
    hmac.update(body.subarray(at, at + SLICE))
  }
  return hmac.digest('hex')
}

function basicText(header: string): string {
  const [scheme = '', coded = ''] = header.trim().split(/\s+/)
  return scheme.toLowerCase() === 'basic' ? Buffer.from(coded, 'base64').toString('utf8') : ''
}

/** Digests first: equal length for timingSafeEqual, and the length of the secret stays hidden. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Headers as the playbook sees them and as they are stored: one text each, without anything that lets people in. */
export function publicHeaders(
  raw: Readonly<Record<string, string | string[] | undefined>>,
  check: Pick<HookCheck, 'auth' | 'header'>,
): HookHeaders {
  const proof = proofHeader(check)
  const visible: Record<string, string> = {}
  for (const [name, value] of Object.entries(flatHeaders(raw))) {
    if (!ALWAYS_PRIVATE.has(name) && name !== proof) visible[name] = value
  }
  return visible
}

/** Repeated headers joined as HTTP means them. */
export function flatHeaders(raw: Readonly<Record<string, string | string[] | undefined>>): HookHeaders {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}
