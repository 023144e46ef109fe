import { BUILT_IN_KEY, LicenseKey } from '@caseloom/contract/tenancy/license-file'
import { type CryptoKey, importJWK, importSPKI } from 'jose'
import { CommandError } from '../terminal/command.ts'
import { readText } from '../terminal/text-file.ts'

/** A public key whose licenses count, with the words that name it. */
export interface KnownKey {
  name: string
  key: CryptoKey
}

/** The key that comes with the product, and those in the files (Ed25519, PEM or JWK). Throws CommandError. */
export async function knownKeys(files: readonly string[]): Promise<KnownKey[]> {
  const keys: KnownKey[] = [{ name: 'the built-in key of the product', key: await fromJwk(BUILT_IN_KEY) }]
  for (const file of files) {
    const text = await readText(file)
    const key = await fromText(text).catch(() => {
      throw new CommandError(`The file "${file}" must contain an Ed25519 public key as PEM or JWK`)
    })
    keys.push({ name: file, key })
  }
  return keys
}

async function fromText(text: string): Promise<CryptoKey> {
  if (text.includes('-----BEGIN PUBLIC KEY-----')) return importSPKI(text.trim(), 'EdDSA')
  return fromJwk(LicenseKey.parse(JSON.parse(text)))
}

async function fromJwk(jwk: { kty: string; crv: string; x: string }): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'EdDSA')
  if (key instanceof Uint8Array) throw new TypeError('A symmetric key can’t verify a license')
  return key
}
