import { type CryptoKey, importJWK, importSPKI, type JWK } from 'jose'
import { BUILT_IN_KEY, LicenseKey } from '@caseloom/contract/tenancy/license-file'
import { StartError } from '../../platform/start-error.ts'

/** The keys whose licenses count: the built-in one and those of CASELOOM_LICENSE_KEYS (Ed25519, PEM or JWK). */
export async function trustedKeys(texts: readonly string[]): Promise<CryptoKey[]> {
  const keys = [await fromJwk(BUILT_IN_KEY)]
  for (const text of texts) keys.push(await fromText(text))
  return keys
}

async function fromText(text: string): Promise<CryptoKey> {
  try {
    if (text.includes('-----BEGIN PUBLIC KEY-----')) return await importSPKI(text.trim(), 'EdDSA')
    return await fromJwk(LicenseKey.parse(JSON.parse(text)))
  } catch {
    // The text of a key doesn’t belong in a message.
    throw new StartError(
      'Invalid setting CASELOOM_LICENSE_KEYS: one of its files doesn’t contain an Ed25519 public key.',
      'List files that each contain one public key as PEM ("BEGIN PUBLIC KEY") or JWK.',
    )
  }
}

async function fromJwk(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'EdDSA')
  if (key instanceof Uint8Array) throw new TypeError('A symmetric key can’t verify a license')
  return key
}
