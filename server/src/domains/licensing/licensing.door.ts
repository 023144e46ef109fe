import type { LicenseView } from '@caseloom/contract/licensing'
import type { Actor } from '@caseloom/contract/permissions'
import type { SystemScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { COMMUNITY_LICENSE } from './community.ts'
import { CurrentLicense } from './current-license.ts'
import { isValidAt, licenseIdOf } from './license.rules.ts'
import { writeLicense } from './license.store.ts'
import { trustedKeys } from './trusted-keys.ts'
import { verifyLicense } from './verify-license.ts'

/** What other domains may ask of licensing. */
export interface LicensingDoor {
  /** The licence as it stands now; licenseId null when there is none. */
  view(): Promise<LicenseView>
  /** False when there is no valid licence and this actor is to be shut out: all but super administrators. */
  licensed(actor: Actor): Promise<boolean>
  /** Keeps a licence; answers its id. Throws request.invalid when no trusted key signed it or it does not hold now. */
  store(text: string): Promise<string>
  /** Keeps the community licence that comes with the product; answers its id. */
  storeCommunity(): Promise<string>
}

/** Builds the door; one per process, since it remembers the licence. Throws a StartError for unreadable keys. */
export async function createLicensingDoor(options: {
  system: SystemScope
  /** Texts of the files of CASELOOM_LICENSE_KEYS. */
  licenseKeys: readonly string[]
}): Promise<LicensingDoor> {
  const { system } = options
  const keys = await trustedKeys(options.licenseKeys)
  const current = new CurrentLicense(system, keys)
  const store = async (text: string): Promise<string> => {
    const license = await verifyLicense(keys, text)
    if (!license.signed || !isValidAt(license, new Date())) throw refused(license.signed)
    await system.tx((tx) => writeLicense(tx, text.trim()))
    current.forget()
    return license.payload.licenseId
  }
  return {
    async view() {
      const license = await current.get()
      if (license === null) return { licenseId: null, isValid: false, details: null }
      return { licenseId: licenseIdOf(license), isValid: isValidAt(license, new Date()), details: null }
    },
    async licensed(actor) {
      if (actor.superAdministrator) return true
      const license = await current.get()
      return license !== null && isValidAt(license, new Date())
    },
    store,
    storeCommunity: () => store(COMMUNITY_LICENSE),
  }
}

function refused(signed: boolean) {
  const message = signed ? 'This licence is not valid at this time' : 'No trusted key has signed this licence'
  return fail('request.invalid', {
    issues: [{ path: ['body'], code: signed ? 'expired' : 'bad_signature', message }],
  })
}
