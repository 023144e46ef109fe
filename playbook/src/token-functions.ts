import type { JsonObject } from '@caseloom/contract/kernel/json'
import { spend } from './budget.ts'
import { type Focus, type Native, stateOf } from './evaluation-state.ts'
import { charged, fault, listOf, objectFor, plainFault, textFor } from './own-arguments.ts'
import type * as Tokens from './tokens.ts'

/** Characters of a token; web servers accept less in a header. */
const MAX_TOKEN = 100_000
/** What checking a signature costs besides reading the text. */
const SIGNATURE_STEPS = 2_000

/**
 * JSON Web Tokens (RFC 7519) and their encoding. No message contains a key, and none a token: both are secrets.
 */
export function tokenFunctions(): Record<string, Native> {
  return {
    async base64urlEncode(text: unknown) {
      if (text === undefined) return undefined
      const source = charged(this, textFor('base64urlEncode', text))
      return (await import('./tokens.ts')).encodeUrlSafe(source)
    },
    async base64urlDecode(text: unknown) {
      if (text === undefined) return undefined
      const source = charged(this, textFor('base64urlDecode', text))
      const decoded = (await import('./tokens.ts')).decodeUrlSafe(source)
      if (decoded === undefined) throw fault('base64urlDecode', 'takes Base64url text', text)
      return decoded
    },
    async jwtDecode(token: unknown) {
      if (token === undefined) return undefined
      const source = tokenFor(this, 'jwtDecode', token)
      const decoded = (await import('./tokens.ts')).decodeToken(source)
      if (decoded === undefined) throw plainFault('jwtDecode', 'takes a signed JSON Web Token')
      return { ...decoded, verified: false }
    },
    async jwtVerify(token: unknown, key: unknown, algorithms: unknown, expected: unknown = {}) {
      if (token === undefined) return undefined
      const source = tokenFor(this, 'jwtVerify', token)
      const tokens = await load('jwtVerify')
      const task = {
        token: source,
        key: keyFor(this, 'jwtVerify', key),
        algorithms: listOf(algorithms).map((one) => algorithmFor('jwtVerify', one, tokens.ALGORITHMS)),
        expected: expectedFor(this, expected),
        now: stateOf(this.environment).now,
      }
      return withKey('jwtVerify', tokens, () => tokens.verifyToken(task))
    },
    async jwtSign(claims: unknown, key: unknown, algorithm: unknown = 'HS256', header: unknown = {}) {
      if (claims === undefined) return undefined
      const tokens = await load('jwtSign')
      const task = {
        claims: objectFor(this, claims),
        key: keyFor(this, 'jwtSign', key),
        algorithm: algorithmFor('jwtSign', algorithm, tokens.SECRET_ALGORITHMS),
        header: objectFor(this, header),
      }
      const { claims: payload, header: more } = task
      if (payload === undefined) throw plainFault('jwtSign', 'takes an object of claims')
      if (more === undefined || 'crit' in more || 'b64' in more)
        throw plainFault('jwtSign', 'takes an object as the header, without crit and b64')
      spend(stateOf(this.environment).budget, SIGNATURE_STEPS)
      return withKey('jwtSign', tokens, () => tokens.signToken({ ...task, claims: payload, header: more }))
    },
  }
}

async function load(name: string): Promise<typeof Tokens> {
  // Browsers withhold it from pages that were loaded over plain HTTP.
  if (globalThis.crypto?.subtle === undefined)
    throw plainFault(name, 'can’t be previewed here: the browser allows cryptography only over HTTPS')
  return import('./tokens.ts')
}

async function withKey<T>(name: string, { KeyFault }: typeof Tokens, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof KeyFault) throw plainFault(name, `takes as its key ${error.message}`)
    throw error
  }
}

function tokenFor(focus: Focus, name: string, token: unknown): string {
  if (typeof token !== 'string') throw plainFault(name, 'takes the token as text')
  const text = token.trim().replace(/^Bearer\s+/i, '')
  if (text.length > MAX_TOKEN) throw plainFault(name, `takes tokens of up to ${MAX_TOKEN} characters`)
  spend(stateOf(focus.environment).budget, SIGNATURE_STEPS)
  return charged(focus, text, 2)
}

function keyFor(focus: Focus, name: string, key: unknown): string | JsonObject {
  if (typeof key === 'string') return charged(focus, key, 2)
  const object = objectFor(focus, key)
  if (object === undefined) throw plainFault(name, 'takes its key as text or as an object')
  return object
}

function algorithmFor(name: string, algorithm: unknown, known: readonly string[]): string {
  const found = known.find((one) => one === algorithm)
  if (found === undefined) throw fault(name, `takes as its algorithm one of ${known.join(', ')}`, algorithm)
  return found
}

function expectedFor(focus: Focus, expected: unknown): { issuer?: string; audience?: string } {
  const { issuer, audience, ...others } = objectFor(focus, expected) ?? { other: true }
  const areTexts = [issuer, audience].every((one) => one === undefined || typeof one === 'string')
  if (!areTexts || Object.keys(others).length > 0)
    throw plainFault('jwtVerify', 'takes as what is expected an object with issuer and audience, both text')
  return {
    ...(typeof issuer === 'string' ? { issuer } : {}),
    ...(typeof audience === 'string' ? { audience } : {}),
  }
}
