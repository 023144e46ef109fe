import type { Actor } from '@caseloom/contract/permissions'
import { audit } from '../../platform/audit/audit.ts'
import { fail } from '../../platform/errors.ts'
import { faultOf, type LicenseFault, licenseIdOf } from './license.rules.ts'
import { deleteLicense, lockLicense, writeLicense } from './license.store.ts'
import { licenseChanged } from './licensing.events.ts'
import type { LicensingParts } from './licensing-parts.ts'
import { verifyLicense } from './verify-license.ts'

/** Who changes the licence; absent for what the product does by itself. */
export interface LicenseHand {
  actor: Actor
  ip: string
}

const WORDS: Record<LicenseFault, string> = {
  not_a_license: 'This file holds no license',
  bad_signature: 'No trusted key has signed this license',
  expired: 'This license has expired',
  not_yet_valid: 'This license is not valid yet',
}

/**
 * Keeps a licence; answers its id. What was kept before stays when this one is not taken.
 * @throws request.invalid when it is no licence, no trusted key has signed it, or it does not hold now
 */
export async function storeLicense(parts: LicensingParts, text: string, by?: LicenseHand): Promise<string> {
  const license = await verifyLicense(parts.keys, text)
  const fault = faultOf(license, new Date())
  if (fault !== null || !license.signed) throw refused(fault ?? 'not_a_license')
  const { licenseId, issuedTo } = license.payload
  const token = text.trim()
  await parts.system.tx(async (tx) => {
    const before = await lockLicense(tx)
    if (before === token) return
    await writeLicense(tx, token)
    tx.announce(licenseChanged(tx.now))
    await audit(tx, {
      accountId: null,
      actor: by?.actor ?? null,
      action: 'license.uploaded',
      object: { kind: 'license', id: licenseId, name: issuedTo },
      before,
      after: token,
      ip: by?.ip ?? null,
    })
  })
  parts.current.forget()
  return licenseId
}

/** Takes the licence away; nothing happens when there is none. */
export async function removeLicense(parts: LicensingParts, by: LicenseHand): Promise<void> {
  await parts.system.tx(async (tx) => {
    const before = await lockLicense(tx)
    if (before === null) return
    const license = await verifyLicense(parts.keys, before)
    await deleteLicense(tx)
    tx.announce(licenseChanged(tx.now))
    await audit(tx, {
      accountId: null,
      actor: by.actor,
      action: 'license.removed',
      object: { kind: 'license', id: licenseIdOf(license) ?? 'unknown' },
      before,
      ip: by.ip,
    })
  })
  parts.current.forget()
}

function refused(fault: LicenseFault) {
  return fail('request.invalid', {
    detail: WORDS[fault],
    issues: [{ path: ['body'], code: fault, message: WORDS[fault] }],
  })
}
