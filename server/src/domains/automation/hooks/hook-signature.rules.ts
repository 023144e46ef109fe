// How senders sign: which header, over what, in which form.
import type { HookAuth } from '@caseloom/contract/automation/hook-auth'
import { createHmac } from 'node:crypto'
import { sameText } from './same-text.rules.ts'

/** Lower-case header values as one text each. */
export type HookHeaders = Readonly<Record<string, string>>

export type SignedAuth = Exclude<HookAuth, 'none' | 'basic' | 'bearer' | 'secret'>

/** What a sender sent as its signatures, of which one must hold, and what it signed beside the body. */
interface Claim {
  signatures: string[]
  /** ISO 8601 or seconds since 1970; null where the sender signs no time. */
  at: string | null
  /** Signed before the body. */
  before: string
}

interface Scheme {
  /** In lower case; a document may name another for `hmac-sha256`. */
  header: string
  encoding: 'hex' | 'base64' | 'either'
  /** The key of the HMAC from the secret as people enter it. */
  key?: (secret: string) => Buffer
  /** Null when a header is missing that belongs to it. */
  claim(given: string, headers: HookHeaders): Claim | null
}

/** A signed time further off than this, in milliseconds, is a replay. */
const MAX_SKEW_MS = 5 * 60_000
/** Senders rotate between two secrets; more signatures than that only cost time. */
const MAX_SIGNATURES = 5

const bare = (given: string): Claim => ({ signatures: [given], at: null, before: '' })
const fromBase64 = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
/** The values of `name=value` in a list. */
const named = (given: string, name: string) =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))

const SCHEMES: Readonly<Record<SignedAuth, Scheme>> = {
  'hmac-sha256': {
    header: 'x-hub-signature-256',
    encoding: 'either',
    claim: (given) => bare(given.trim().replace(/^sha256=/i, '')),
  },
  slack: {
    header: 'x-slack-signature',
    encoding: 'hex',
    claim(given, headers) {
      const at = headers['x-slack-request-timestamp']
      return at === undefined ? null : { signatures: [given.replace(/^v0=/, '')], at, before: `v0:${at}:` }
    },
  },
  stripe: {
    header: 'stripe-signature',
    encoding: 'hex',
    claim(given) {
      const [at] = named(given, 't')
      return at === undefined ? null : { signatures: named(given, 'v1'), at, before: `${at}.` }
    },
  },
  pagerduty: {
    header: 'x-pagerduty-signature',
    encoding: 'hex',
    claim: (given) => ({ signatures: named(given, 'v1'), at: null, before: '' }),
  },
  zendesk: {
    header: 'x-zendesk-webhook-signature',
    encoding: 'base64',
    claim(given, headers) {
      const at = headers['x-zendesk-webhook-signature-timestamp']
      return at === undefined ? null : { signatures: [given], at, before: at }
    },
  },
  teams: {
    header: 'authorization',
    encoding: 'base64',
    key: fromBase64,
    claim: (given) => bare(given.replace(/^HMAC\s+/i, '')),
  },
  'standard-webhooks': {
    header: 'webhook-signature',
    encoding: 'base64',
    key: fromBase64,
    claim(given, headers) {
      const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']]
      if (id === undefined || at === undefined) return null
      const ours = given.split(/\s+/).filter((part) => part.startsWith('v1,'))
      return { signatures: ours.map((part) => part.slice(3)), at, before: `${id}.${at}.` }
    },
  },
}

/** The header that carries the signature, in lower case. */
export function signatureHeader(auth: SignedAuth): string {
  return SCHEMES[auth].header
}

interface Signed {
  auth: SignedAuth
  secret: string
  /** The signature as it came. */
  given: string
  headers: HookHeaders
  now: Date
}

/**
 * Why a signature is refused, or null when one of the given holds. Without the body only its form and time are judged.
 * Compares in constant time.
 */
export async function signatureRefusal(signed: Signed, body: Uint8Array | null): Promise<string | null> {
  const scheme = SCHEMES[signed.auth]
  const claim = scheme.claim(signed.given, signed.headers)
  if (claim === null) return 'The time of the signature is missing'
  if (claim.at !== null && !isNear(claim.at, signed.now))
    return 'The signature’s time is more than five minutes off'
  const signatures = claim.signatures.slice(0, MAX_SIGNATURES).filter((each) => isForm(each, scheme.encoding))
  const mismatch = 'The signature doesn’t match the payload'
  if (signatures.length === 0) return mismatch
  if (body === null) return null
  const key = scheme.key?.(signed.secret) ?? signed.secret
  const digest = await digestOf(key, claim.before, body)
  const [hex, base64] = [digest.toString('hex'), digest.toString('base64')]
  const holds = signatures.some((each) =>
    isHex(each) ? sameText(each.toLowerCase(), hex) : sameText(each, base64),
  )
  return holds ? null : mismatch
}

const isHex = (text: string) => /^[0-9a-f]{64}$/i.test(text)
const isBase64 = (text: string) => /^[A-Za-z0-9+/]{43}=$/.test(text)

function isForm(text: string, encoding: Scheme['encoding']): boolean {
  if (encoding === 'either') return isHex(text) || isBase64(text)
  return encoding === 'hex' ? isHex(text) : isBase64(text)
}

function isNear(at: string, now: Date): boolean {
  const time = /^\d{1,12}$/.test(at) ? Number(at) * 1_000 : Date.parse(at)
  return Math.abs(time - now.getTime()) <= MAX_SKEW_MS
}

/** Bytes signed before others get a turn: about a millisecond. */
const SLICE = 1024 * 1024

async function digestOf(key: string | Buffer, before: string, body: Uint8Array): Promise<Buffer> {
  const hmac = createHmac('sha256', key).update(before)
  for (let at = 0; at < body.length; at += SLICE) {
    if (at > 0) await new Promise(setImmediate)
    hmac.update(body.subarray(at, at + SLICE))
  }
  return hmac.digest()
}
