import type { SystemScope } from '../../platform/database/types.ts'
import type { Places } from './places.ts'
import type { Throttle } from '../../platform/http/throttle.ts'

/** What the use cases of identity work with. */
export interface IdentityDeps {
  system: SystemScope
  places: Places
  /** Failed log-ins by e-mail address, and by the network address they come from. */
  throttles: { email: Throttle; ip: Throttle }
}
