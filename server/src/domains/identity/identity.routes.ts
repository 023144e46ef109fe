import * as routes from '@caseloom/contract/identity'
import type { Http } from '../../platform/http/types.ts'
import { requiredToken, tokenOf } from './caller.ts'
import { enterTenant } from './enter-tenant.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { listTenantUsers } from './list-tenant-users.ts'
import { logOut } from './log-out.ts'
import { viewSession } from './view-session.ts'

/** Serves the session and the people of a tenant. */
export function bindIdentityRoutes(http: Http, deps: IdentityDeps): void {
  // No account has a provider of its own yet: passwords are the one way in.
  http.bind(routes.loginOptions, async () => ({
    accountId: null,
    accountName: null,
    samlEnabled: false,
    oidcEnabled: false,
    passwordAllowed: true,
  }))
  http.bind(routes.logout, async ({ request, reply }) => {
    await logOut(deps, tokenOf(request))
    reply.sessionCookie(null)
    return undefined
  })
  http.bind(routes.session, async ({ request }) => viewSession(deps, requiredToken(request)))
  http.bind(routes.enterTenant, async ({ body, request }) => {
    await enterTenant(deps, requiredToken(request), body)
    return undefined
  })
  http.bindTenant(routes.tenantUsers, async ({ actor, scope }) => ({
    items: await listTenantUsers(deps, actor, scope),
  }))
}
