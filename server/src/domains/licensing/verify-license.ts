import { LICENSE_TYPE, LicensePayload, MAX_LICENSE_LENGTH } from '@caseloom/contract/tenancy/license-file'
import { type CryptoKey, compactVerify, decodeProtectedHeader } from 'jose'
import type { StoredLicense } from './license.rules.ts'

const NO_LICENSE: StoredLicense = { signed: false, licenseId: null, fault: 'not_a_license' }

/** Reads a license text and checks its signature against the trusted keys. Whether it has expired is asked later. */
export async function verifyLicense(keys: readonly CryptoKey[], text: string): Promise<StoredLicense> {
  const token = text.trim()
  if (token.length > MAX_LICENSE_LENGTH || !isLicense(token)) return NO_LICENSE
  for (const key of keys) {
    const payload = await compactVerify(token, key, { algorithms: ['EdDSA', 'Ed25519'] }).then(
      (verified) => verified.payload,
      () => null,
    )
    if (payload === null) continue
    const parsed = LicensePayload.safeParse(readJson(payload))
    return parsed.success ? { signed: true, payload: parsed.data } : NO_LICENSE
  }
  return { signed: false, licenseId: claimedId(token), fault: 'bad_signature' }
}

function isLicense(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === LICENSE_TYPE
  } catch {
    // Not a license: the caller says so.
    return false
  }
}

/** The id that an untrusted license claims: shown to the administrator who looks for the right one. */
function claimedId(token: string): string | null {
  const body = Buffer.from(token.split('.')[1] ?? '', 'base64url')
  const parsed = LicensePayload.safeParse(readJson(body))
  return parsed.success ? parsed.data.licenseId : null
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // Not JSON: the caller says that it is no license.
    return null
  }
}
