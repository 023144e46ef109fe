import type { Tx } from '../../platform/database/types.ts'
import { reminderDue } from './license.rules.ts'
import { lockLicense, notifiedDays, writeNotifiedDays } from './license.store.ts'
import type { LicensingParts } from './licensing-parts.ts'
import { verifyLicense } from './verify-license.ts'

/** Notifies super administrators in the transaction that stores it; services.ts connects it to identity. */
export type NotifySuperAdministrators = (tx: Tx, note: { title: string; text: string }) => Promise<void>

/** Notifies super administrators that the license ends soon, once at each of a few distances; true when it did. */
export async function remindOfExpiry(
  { system, keys }: LicensingParts,
  notify: NotifySuperAdministrators,
): Promise<boolean> {
  return system.tx(async (tx) => {
    const token = await lockLicense(tx)
    const license = token === null ? null : await verifyLicense(keys, token)
    const due = reminderDue(license, await notifiedDays(tx), tx.now)
    if (due === null || license?.signed !== true) return false
    const { licenseId, validUntil } = license.payload
    await writeNotifiedDays(tx, due.step)
    await notify(tx, {
      title: due.left === 1 ? 'The license expires within a day' : `The license expires in ${due.left} days`,
      text: `License ${licenseId} is valid until ${validUntil}. Without a valid license, only super administrators can sign in.`,
    })
    return true
  })
}
