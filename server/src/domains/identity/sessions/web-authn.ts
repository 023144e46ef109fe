import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { CHALLENGE_MS } from './challenge.store.ts'
import type { PasskeyRow } from './passkey.store.ts'

/** W3C Web Authentication Level 3 for one installation: its pages have one origin, whose host is the relying party. */
export interface WebAuthn {
  creation(
    person: { id: string; email: string; name: string },
    known: readonly PasskeyRow[],
  ): Promise<Options>
  request(known: readonly PasskeyRow[], userVerification: 'preferred' | 'required'): Promise<Options>
  /** The new credential; null when the answer does not hold. */
  created(response: JsonObject, challenge: string): Promise<NewCredential | null>
  /** The counter of the authenticator; null when the answer does not hold. */
  proven(response: JsonObject, expected: Expected): Promise<number | null>
}
export interface Options {
  challenge: string
  options: JsonObject
}
export interface NewCredential {
  id: string
  publicKey: Buffer
  counter: number
  transports: string[]
}
interface Expected {
  challenge: string
  passkey: PasskeyRow
  requireUserVerification: boolean
}

/** COSE: ES256, EdDSA and RS256, which authenticators of all kinds speak. */
const ALGORITHMS = [-7, -8, -257]
/** Loaded when someone uses a passkey: with what it needs it is half a megabyte of code. */
const library = () => import('@simplewebauthn/server')
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

export function createWebAuthn(publicUrl: string): WebAuthn {
  const origin = new URL(publicUrl).origin
  const rpID = new URL(publicUrl).hostname
  return {
    async creation(person, known) {
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: 'Caseloom',
        rpID,
        userID: Uint8Array.from(userHandle(person.id)),
        userName: person.email,
        userDisplayName: person.name,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        timeout: CHALLENGE_MS,
        excludeCredentials: known.map(descriptorOf),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
      return { challenge: options.challenge, options: asJson(options) }
    },
    async request(known, userVerification) {
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({
        rpID,
        timeout: CHALLENGE_MS,
        userVerification,
        allowCredentials: known.map(descriptorOf),
      })
      return { challenge: options.challenge, options: asJson(options) }
    },
    async created(response, challenge) {
      const { verifyRegistrationResponse } = await library()
      const verified = await orNull(() =>
        verifyRegistrationResponse({
          // The library checks what it reads of the answer and throws; `orNull` takes that.
          response: response as unknown as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: false,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      )
      if (verified?.verified !== true) return null
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
      const known = Array.isArray(transports) ? transports.filter((each) => TRANSPORTS.has(each)) : []
      return { id, publicKey: Buffer.from(publicKey), counter, transports: [...new Set(known)] }
    },
    async proven(response, { challenge, passkey, requireUserVerification }) {
      const { verifyAuthenticationResponse } = await library()
      const verified = await orNull(() =>
        verifyAuthenticationResponse({
          // As above: what does not have the shape is refused by the library.
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification,
          credential: {
            id: passkey.credential_id,
            publicKey: Uint8Array.from(passkey.public_key),
            counter: passkey.counter,
          },
        }),
      )
      return verified?.verified === true ? verified.authenticationInfo.newCounter : null
    },
  }
}

/** The id of the credential that an answer speaks of; empty when it names none. */
export function credentialIdOf(response: JsonObject): string {
  const { id } = response
  return typeof id === 'string' ? id : ''
}

/** False when the authenticator says that the credential is another person's. */
export function namesPerson(response: JsonObject, personId: string): boolean {
  const inner = response['response']
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return false
  const handle = inner['userHandle']
  return handle === undefined || handle === null || handle === userHandle(personId).toString('base64url')
}

/** 16 bytes that identify the person without revealing anything about them. */
function userHandle(personId: string): Buffer {
  return Buffer.from(personId.replaceAll('-', ''), 'hex')
}

function descriptorOf({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id, transports }
}

async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify()
  } catch {
    // The library throws for every response that doesn’t verify; callers reject them all alike.
    return null
  }
}

/** Options are plain JSON but for absent members. */
function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value))
}
