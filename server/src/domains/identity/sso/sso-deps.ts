import type { Throttle } from '../../../platform/http/throttle.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import type { OidcClients } from './oidc-client.ts'

/** What single sign-on works with. */
export interface SsoDeps extends IdentityDeps {
  oidcClients: OidcClients
  /** Sign-ins begun, by network address: each leaves a row behind for ten minutes. */
  begun: Throttle
}
