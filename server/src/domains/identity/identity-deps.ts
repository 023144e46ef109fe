import type { SystemScope } from '../../platform/database/types.ts'
import type { InstallationSecrets } from '../../platform/secrets/secrets.ts'
import type { Places } from './places.ts'
import type { Throttle } from '../../platform/http/throttle.ts'

/** What the use cases of identity work with. */
export interface IdentityDeps {
  system: SystemScope
  places: Places
  throttles: {
    /** Failed log-ins by e-mail address, and by the network address they come from. */
    email: Throttle
    ip: Throttle
    /** Wrong codes and wrong current passwords by person. */
    proof: Throttle
    /** Questions put to strangers' authenticators, by network address. */
    passkey: Throttle
  }
  secrets: InstallationSecrets
  /** Origin of the product's own pages; passkeys belong to its host. */
  publicUrl: string
}
