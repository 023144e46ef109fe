import type { LicenseView } from '@caseloom/contract/tenancy/licensing'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { SystemScope } from '../../platform/database/types.ts'
import type { Feed } from '../../platform/hubs/feed.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { COMMUNITY_LICENSE } from './community.ts'
import { CurrentLicense } from './current-license.ts'
import { isValidAt, viewLicense } from './license.rules.ts'
import { isLicenseChange, LICENSE_WORDS } from './licensing.events.ts'
import { remindOfExpiry, type NotifySuperAdministrators } from './remind-of-expiry.ts'
import { type LicenseHand, removeLicense, restoreLicense, storeLicense } from './store-license.ts'
import { trustedKeys } from './trusted-keys.ts'
import { watchLicense } from './watch-license.ts'

/** What other domains may ask of licensing. */
export interface LicensingDoor {
  /** The license as it is now; licenseId null when there is none. Details for super administrators alone. */
  view(reader?: Pick<Actor, 'superAdministrator'>): Promise<LicenseView>
  /** False when there is no valid license and this actor is to be shut out: all but super administrators. */
  licensed(actor: Actor): Promise<boolean>
  /** Keeps a license; answers its id. Throws request.invalid when no trusted key signed it or it does not hold now. */
  store(text: string, by?: LicenseHand): Promise<string>
  /** Keeps the community license that comes with the product; answers its id. */
  storeCommunity(): Promise<string>
  /** Takes the license away. */
  remove(by: LicenseHand): Promise<void>
  /** Restores what was removed last, or the community license; a valid license stays. */
  restore(by: LicenseHand): Promise<void>
  /** Once a day: notifies super administrators that the license ends soon; true when it did. */
  remind(notify: NotifySuperAdministrators): Promise<boolean>
  /**
   * Reacts to changes by other processes, and notifies everyone when the license changes state by time alone. Returns
   * how to stop.
   */
  watch(feed: Pick<Feed, 'on'>, log: Log): () => void
}

/** Builds the door; one per process, since it remembers the license. Throws a StartError for unreadable keys. */
export async function createLicensingDoor(options: {
  system: SystemScope
  /** Texts of the files of CASELOOM_LICENSE_KEYS. */
  licenseKeys: readonly string[]
}): Promise<LicensingDoor> {
  const { system } = options
  const keys = await trustedKeys(options.licenseKeys)
  const current = new CurrentLicense(system, keys)
  const parts = { system, keys, current }
  return {
    view: async (reader) => viewLicense(await current.get(), new Date(), reader?.superAdministrator === true),
    async licensed(actor) {
      if (actor.superAdministrator) return true
      const license = await current.get()
      return license !== null && isValidAt(license, new Date())
    },
    store: (text, by) => storeLicense(parts, text, by),
    storeCommunity: () => storeLicense(parts, COMMUNITY_LICENSE),
    remove: (by) => removeLicense(parts, by),
    restore: (by) => restoreLicense(parts, by),
    remind: (notify) => remindOfExpiry(parts, notify),
    watch(feed, log) {
      const watch = watchLicense(parts, log)
      const leave = feed.on(({ fact }) => {
        if (!isLicenseChange(fact)) return
        current.forget()
        watch.look()
      }, LICENSE_WORDS)
      watch.look()
      return () => {
        leave()
        watch.stop()
      }
    },
  }
}
