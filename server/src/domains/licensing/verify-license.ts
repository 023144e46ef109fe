import { type CryptoKey, compactVerify, decodeProtectedHeader } from 'jose'
import { LicensePayload, type StoredLicense } from './license.rules.ts'

/** A signed licence is short; what is longer is none. */
export const MAX_LICENSE_LENGTH = 20_000

/** Reads a licence text and checks its signature against the trusted keys. Whether it has expired is asked later. */
export async function verifyLicense(keys: readonly CryptoKey[], text: string): Promise<StoredLicense> {
  const token = text.trim()
  if (token.length > MAX_LICENSE_LENGTH || !isLicense(token)) return { signed: false, licenseId: null }
  for (const key of keys) {
    const payload = await compactVerify(token, key, { algorithms: ['EdDSA', 'Ed25519'] }).then(
      (verified) => verified.payload,
      () => null,
    )
    if (payload === null) continue
    const parsed = LicensePayload.safeParse(readJson(payload))
    return parsed.success ? { signed: true, payload: parsed.data } : { signed: false, licenseId: null }
  }
  return { signed: false, licenseId: claimedId(token) }
}

function isLicense(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === 'caseloom-license'
  } catch {
    return false
  }
}

/** The id that an untrusted licence claims: shown to the administrator who looks for the right one. */
function claimedId(token: string): string | null {
  const body = Buffer.from(token.split('.')[1] ?? '', 'base64url')
  const parsed = LicensePayload.safeParse(readJson(body))
  return parsed.success ? parsed.data.licenseId : null
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
