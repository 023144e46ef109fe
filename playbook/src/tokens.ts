import type { JsonObject } from '@caseloom/contract/kernel/json'
import {
  base64url,
  createLocalJWKSet,
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  importJWK,
  importSPKI,
  importX509,
  type JWK,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose'

export const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'] as const
export const ALGORITHMS = [
  ...SECRET_ALGORITHMS,
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const

/** A key doesn't fit; the text never contains it. */
export class KeyFault extends Error {}

export type Reason =
  | 'malformed'
  | 'algorithm'
  | 'unknownKey'
  | 'signature'
  | 'expired'
  | 'notYetValid'
  | 'issuer'
  | 'audience'

export type Verdict =
  | { valid: true; header: JsonObject; payload: JsonObject }
  | { valid: false; reason: Reason }

/** Header and claims of a token as they are written, or undefined; anyone can have written them. */
export function decodeToken(token: string): { header: JsonObject; payload: JsonObject } | undefined {
  try {
    // Both are parsed from JSON.
    return { header: decodeProtectedHeader(token) as JsonObject, payload: decodeJwt(token) as JsonObject }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

/** Base64url of a text in UTF-8, without padding. */
export function encodeUrlSafe(text: string): string {
  return base64url.encode(text)
}

/** The text in UTF-8, or undefined for what isn't Base64url. */
export function decodeUrlSafe(text: string): string | undefined {
  const bare = text.replace(/=+$/, '')
  if (!/^[\w-]*$/.test(bare) || bare.length % 4 === 1) return undefined
  return new TextDecoder().decode(base64url.decode(bare))
}

type SignTask = { claims: JsonObject; key: string | JsonObject; algorithm: string; header: JsonObject }

/** A token signed with a secret. Throws `KeyFault`. */
export async function signToken({ claims, key, algorithm, header }: SignTask): Promise<string> {
  const jwt = new SignJWT(claims).setProtectedHeader({ typ: 'JWT', ...header, alg: algorithm })
  return jwt.sign(await importKey(key, algorithm))
}

type VerifyTask = {
  token: string
  key: string | JsonObject
  algorithms: string[]
  expected: { issuer?: string | undefined; audience?: string | undefined }
  now: number
}

/** Whether a token has a valid signature by the key and is valid now. Throws `KeyFault`. */
export async function verifyToken({ token, key, algorithms, expected, now }: VerifyTask): Promise<Verdict> {
  const { issuer, audience } = expected
  const options: JWTVerifyOptions = {
    algorithms,
    currentDate: new Date(now),
    ...(issuer === undefined ? {} : { issuer }),
    ...(audience === undefined ? {} : { audience }),
  }
  try {
    const jwks = typeof key === 'object' && 'keys' in key ? keySet(key) : undefined
    const found = await jwtVerify(token, jwks ?? (({ alg }) => importKey(key, alg ?? '')), options)
    // Both are parsed from JSON.
    return { valid: true, header: found.protectedHeader as JsonObject, payload: found.payload as JsonObject }
  } catch (error) {
    if (error instanceof KeyFault) throw error
    if (error instanceof errors.JWKSInvalid || error instanceof errors.JWKInvalid)
      throw new KeyFault('a valid JWK or JWK set', { cause: error })
    if (error instanceof errors.JOSEError) return { valid: false, reason: reasonOf(error) }
    // The library and the runtime refuse a key of another kind, or a short one, in different ways.
    throw new KeyFault(`a key for ${algorithms.join(' or ')}`, { cause: error })
  }
}

function keySet(key: JsonObject): ReturnType<typeof createLocalJWKSet> {
  const { keys } = key
  if (!Array.isArray(keys)) throw new KeyFault('a JWK set with a list of keys')
  // The library checks its members.
  return createLocalJWKSet({ keys: keys as JWK[] })
}

async function importKey(key: string | JsonObject, algorithm: string): Promise<CryptoKey | Uint8Array> {
  const takesSecret = SECRET_ALGORITHMS.some((known) => known === algorithm)
  try {
    if (typeof key === 'object') {
      if ((key['kty'] === 'oct') !== takesSecret) throw new KeyFault(wantedKey(algorithm))
      // The library checks its members.
      return await importJWK(key as JWK, algorithm)
    }
    const isPem = key.trimStart().startsWith('-----BEGIN')
    // A public key is no secret: a token that is signed with it as if it were must not be valid.
    if (isPem === takesSecret || key === '') throw new KeyFault(wantedKey(algorithm))
    if (takesSecret) return new TextEncoder().encode(key)
    return await (key.includes('BEGIN CERTIFICATE') ? importX509 : importSPKI)(key.trim(), algorithm)
  } catch (error) {
    if (error instanceof KeyFault) throw error
    throw new KeyFault(wantedKey(algorithm), { cause: error })
  }
}

function wantedKey(algorithm: string): string {
  return SECRET_ALGORITHMS.some((known) => known === algorithm)
    ? `a secret for ${algorithm}: text, or a JWK of kind oct`
    : `a public key for ${algorithm}: PEM, a certificate, a JWK, or a JWK set`
}

const CLAIMS: { readonly [claim: string]: Reason } = {
  iss: 'issuer',
  aud: 'audience',
  nbf: 'notYetValid',
}

function reasonOf(error: errors.JOSEError): Reason {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === 'invalid' ? 'malformed' : (CLAIMS[error.claim] ?? 'malformed')
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return 'algorithm'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'unknownKey'
  return 'malformed'
}
