import type { Http } from '../../platform/http/types.ts'
import type { Throttle } from '../../platform/http/throttle.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { bindAuditRoutes } from './directory/audit.routes.ts'
import type { DirectoryDeps } from './directory/directory-deps.ts'
import { bindDirectoryRoutes } from './directory/directory.routes.ts'
import { bindChannelRoutes } from './my-account/channels.routes.ts'
import { bindMailRoutes } from './directory/mail.routes.ts'
import type { QuoteDeps } from './notices/quoted-comments.ts'
import { bindNotificationRoutes } from './directory/notifications.routes.ts'
import { bindTokenRoutes } from './directory/tokens.routes.ts'
import type { IdentityDeps } from './people/identity-deps.ts'
import { bindIdentityRoutes } from './identity.routes.ts'
import { bindSignInRoutes } from './my-account/sign-in.routes.ts'
import { createOidcClients } from './sso/oidc-client.ts'
import { bindSsoRoutes } from './sso/sso.routes.ts'

interface Parts {
  deps: IdentityDeps
  directoryDeps: DirectoryDeps
  quotes: QuoteDeps
  /** Sign-ins through providers, by network address. */
  sso: Throttle
  outbound: Outbound
}

/** All routes of the domain. */
export function bindIdentity(http: Http, { deps, directoryDeps, quotes, sso, outbound }: Parts): void {
  bindIdentityRoutes(http, deps)
  bindSignInRoutes(http, deps)
  bindSsoRoutes(http, { ...deps, oidcClients: createOidcClients(outbound), begun: sso })
  bindDirectoryRoutes(http, directoryDeps)
  bindTokenRoutes(http, directoryDeps)
  bindMailRoutes(http, directoryDeps)
  bindAuditRoutes(http, deps)
  bindNotificationRoutes(http, quotes)
  bindChannelRoutes(http, { ...deps, outbound })
}
