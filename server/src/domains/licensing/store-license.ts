import { MAX_LICENSE_LENGTH } from '@caseloom/contract/tenancy/license-file'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { COMMUNITY_LICENSE } from './community.ts'
import { faultOf, isValidAt, type LicenseFault, licenseIdOf } from './license.rules.ts'
import { lockLicense, readRemoved, removeToken, writeLicense } from './license.store.ts'
import { licenseChanged } from './licensing.events.ts'
import type { LicensingParts } from './licensing-parts.ts'
import { verifyLicense } from './verify-license.ts'

/** Who changes the license; absent for what the product does on its own. */
export interface LicenseHand {
  actor: Actor
  ip: string
}

const WORDS: Record<LicenseFault | 'too_long', string> = {
  too_long: `A license has at most ${MAX_LICENSE_LENGTH.toLocaleString('en')} characters`,
  not_a_license: 'This file isn’t a license',
  bad_signature: 'No trusted key has signed this license',
  expired: 'This license has expired',
  not_yet_valid: 'This license isn’t valid yet',
}

/**
 * Stores a license and returns its ID. The previous one remains when this one is rejected.
 * @throws request.invalid when it is not a license, no trusted key has signed it, or it is not valid now
 */
export async function storeLicense(parts: LicensingParts, text: string, by?: LicenseHand): Promise<string> {
  if (by !== undefined) allow(by.actor, 'installation:super')
  const token = text.trim()
  if (token.length > MAX_LICENSE_LENGTH) throw refused('too_long')
  const licenseId = await parts.system.tx(async (tx) => keep(parts, tx, { token, by }))
  parts.current.forget()
  return licenseId
}

/**
 * Restores the license that was removed last, or the community license when there is none or it is not valid.
 * A valid license stays.
 */
export async function restoreLicense(parts: LicensingParts, by: LicenseHand): Promise<void> {
  allow(by.actor, 'installation:super')
  await parts.system.tx(async (tx) => {
    const present = await lockLicense(tx)
    if (present !== null && isValidAt(await verifyLicense(parts.keys, present), tx.now)) return
    const removed = await readRemoved(tx)
    const isValid = removed !== null && isValidAt(await verifyLicense(parts.keys, removed), tx.now)
    await keep(parts, tx, { token: isValid ? removed : COMMUNITY_LICENSE, by })
  })
  parts.current.forget()
}

async function keep(
  { keys }: LicensingParts,
  tx: Tx,
  { token, by }: { token: string; by: LicenseHand | undefined },
): Promise<string> {
  const license = await verifyLicense(keys, token)
  const fault = faultOf(license, new Date())
  if (fault !== null || !license.signed) throw refused(fault ?? 'not_a_license')
  const { licenseId, issuedTo } = license.payload
  const before = await lockLicense(tx)
  if (before === token) return licenseId
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
  return licenseId
}

/** Takes the license away; nothing happens when there is none. */
export async function removeLicense(parts: LicensingParts, by: LicenseHand): Promise<void> {
  allow(by.actor, 'installation:super')
  await parts.system.tx(async (tx) => {
    const before = await lockLicense(tx)
    if (before === null) return
    const license = await verifyLicense(parts.keys, before)
    await removeToken(tx)
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

function refused(fault: LicenseFault | 'too_long') {
  return fail('request.invalid', {
    detail: WORDS[fault],
    issues: [{ path: ['body'], code: fault, message: WORDS[fault] }],
  })
}
