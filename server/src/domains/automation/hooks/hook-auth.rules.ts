import type { HookAuth } from '@caseloom/contract/automation/hook-auth'
import { type HookHeaders, signatureHeader, signatureRefusal } from './hook-signature.rules.ts'
import { sameText } from './same-text.rules.ts'

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
    case 'bearer':
      return 'authorization'
    case 'secret':
      return (check.header ?? 'x-webhook-secret').toLowerCase()
    case 'hmac-sha256':
      return (check.header ?? signatureHeader(check.auth)).toLowerCase()
    default:
      return signatureHeader(check.auth)
  }
}

/** What of a delivery proves its sender; without the body, only headers are judged. */
export interface Proof {
  headers: HookHeaders
  body: Uint8Array | null
  now: Date
}

/** Why a delivery is refused, or null when its credentials hold. Compares in constant time. */
export async function refusalOf(check: HookCheck, proof: Proof): Promise<string | null> {
  const { headers, body, now } = proof
  const name = proofHeader(check)
  if (name === null || check.auth === 'none') return null
  const given = headers[name]
  if (given === undefined) return `The header ${name} is missing`
  switch (check.auth) {
    case 'basic':
      return sameText(basicText(given), check.secret) ? null : 'The user name or password is incorrect'
    case 'bearer':
      return sameText(bearerText(given), check.secret) ? null : 'The token is incorrect'
    case 'secret':
      return sameText(given, check.secret) ? null : 'The secret is incorrect'
    default:
      return signatureRefusal({ auth: check.auth, secret: check.secret, given, headers, now }, body)
  }
}

function basicText(header: string): string {
  const [scheme = '', coded = ''] = header.trim().split(/\s+/)
  return scheme.toLowerCase() === 'basic' ? Buffer.from(coded, 'base64').toString('utf8') : ''
}

function bearerText(header: string): string {
  return /^bearer\s+(\S+)$/i.exec(header.trim())?.[1] ?? ''
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
