import type { SystemScope } from '../../../platform/database/types.ts'
import type { InstallationSecrets } from '../../../platform/secrets/secrets.ts'
import type { Places } from './places.ts'
import type { Throttle } from '../../../platform/http/throttle.ts'

/** What the use cases of identity work with. */
export interface IdentityDeps {
  system: SystemScope
  places: Places
  throttles: {
    /** Failed sign-ins by email address and source or device, and by email address from everywhere unknown. */
    email: Throttle
    person: Throttle
    /** Failed sign-ins by the network they come from. */
    ip: Throttle
    /** Wrong codes by person and source or device, and by person from everywhere unknown. */
    proof: Throttle
    codes: Throttle
    /** Notices that a sign-in is locked, by person. */
    lockNotice: Throttle
    /** Questions put to strangers' authenticators, by network address. */
    passkey: Throttle
  }
  secrets: InstallationSecrets
  /** Origin of the product's own pages; passkeys belong to its host. */
  publicUrl: string
}
