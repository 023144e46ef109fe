import type { JsonObject } from '@caseloom/contract/kernel/json'
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** What a test may let the authenticator or its browser do wrong. */
export interface Manners {
  origin?: string
  rpId?: string
  /** Whether the authenticator says that it verified its person. */
  verifies?: boolean
  /** Sets the counter of signatures instead of counting on. */
  counter?: number
  /** Signs this instead of what it was asked to. */
  challenge?: string
  userHandle?: string
}

interface Credential {
  id: Buffer
  key: KeyObject
  userHandle: string
  counter: number
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/**
 * An authenticator in software with one credential: ES256, attestation "none" (W3C Web Authentication Level 3, 6.5 and
 * 8.7). It answers as `navigator.credentials` does, in JSON.
 */
export class Authenticator {
  readonly #origin: string
  #credential: Credential | null = null

  constructor(origin: string) {
    this.#origin = origin
  }

  get credentialId(): string {
    return this.#own().id.toString('base64url')
  }

  /** `navigator.credentials.create` with the server's options. */
  create(options: JsonObject, manners: Manners = {}): JsonObject {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const userHandle = textAt(options, 'user', 'id')
    const id = randomBytes(32)
    this.#credential = { id, key: privateKey, userHandle, counter: manners.counter ?? 0 }
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // COSE key: kty EC2, alg ES256, crv P-256, x, y (RFC 9053, 7.1).
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
    const rpId = textAt(options, 'rp', 'id')
    const authData = Buffer.concat([this.#authData(rpId, ATTESTED, manners), attested])
    const client = this.#clientData('webauthn.create', options, manners)
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestationOf(authData).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** `navigator.credentials.get` with the server's options. */
  get(options: JsonObject, manners: Manners = {}): JsonObject {
    const own = this.#own()
    own.counter = manners.counter ?? own.counter + 1
    const rpId = String(options['rpId'])
    const authData = this.#authData(rpId, 0, manners)
    const client = this.#clientData('webauthn.get', options, manners)
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: createSign('SHA256').update(signed).sign(own.key).toString('base64url'),
      userHandle: manners.userHandle ?? own.userHandle,
    })
  }

  #answer(response: JsonObject): JsonObject {
    const id = this.credentialId
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #authData(rpId: string, flags: number, manners: Manners): Buffer {
    const verified = manners.verifies === false ? 0 : VERIFIED
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#own().counter)
    const host = createHash('sha256')
      .update(manners.rpId ?? rpId)
      .digest()
    return Buffer.concat([host, Buffer.from([PRESENT | verified | flags]), counter])
  }

  #clientData(type: string, options: JsonObject, manners: Manners): Buffer {
    const challenge = manners.challenge ?? String(options['challenge'])
    return Buffer.from(JSON.stringify({ type, challenge, origin: manners.origin ?? this.#origin }))
  }

  #own(): Credential {
    if (this.#credential === null) throw new Error('The authenticator has no credential yet')
    return this.#credential
  }
}

/** CBOR of {fmt: "none", attStmt: {}, authData}. */
function attestationOf(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.from([0x58, authData.length])
  if (authData.length > 255) throw new Error('The authenticator data is longer than one length byte')
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    length,
    authData,
  ])
}

function textAt(options: JsonObject, ...path: [string, string]): string {
  const outer = options[path[0]]
  const value =
    typeof outer === 'object' && outer !== null && !Array.isArray(outer) ? outer[path[1]] : undefined
  if (typeof value !== 'string') throw new Error(`The options have no ${path.join('.')}`)
  return value
}
