import * as routes from '@caseloom/contract/identity/identity'
import { fail } from '../../platform/errors.ts'
import type { Http } from '../../platform/http/types.ts'
import { authenticate } from './sign-in/authenticate.ts'
import { requiredToken, tokenOf } from './sessions/caller.ts'
import { enterTenant } from './sign-in/enter-tenant.ts'
import type { IdentityDeps } from './people/identity-deps.ts'
import { listPrincipals } from './permissions/list-principals.ts'
import { listTenantUsers } from './permissions/list-tenant-users.ts'
import { logOut } from './sign-in/log-out.ts'
import { loginOptions } from './sso/login-options.ts'
import { viewSession } from './sessions/view-session.ts'

/** Serves the session and the people of a tenant. */
export function bindIdentityRoutes(http: Http, deps: IdentityDeps): void {
  http.bind(routes.loginOptions, async ({ query }) => loginOptions(deps, query))
  http.bind(routes.logout, async ({ request, reply }) => {
    await logOut(deps, tokenOf(request, deps.publicUrl), request.ip)
    reply.sessionCookie(null)
    return undefined
  })
  http.bind(routes.session, async ({ request }) => viewSession(deps, requiredToken(request, deps.publicUrl)))
  http.bind(routes.sessionAlive, async ({ request }) => {
    const actor = await authenticate(deps, requiredToken(request, deps.publicUrl), {}, { touch: false })
    if (actor === null) throw fail('session.none')
    return undefined
  })
  http.bind(routes.enterTenant, async ({ actor, body, request }) => {
    await enterTenant(deps, { actor, token: requiredToken(request, deps.publicUrl) }, body)
    return undefined
  })
  http.bindTenant(routes.tenantPrincipals, async ({ actor, scope }) => listPrincipals(deps, actor, scope))
  http.bindTenant(routes.tenantUsers, async ({ actor, scope }) => ({
    items: await listTenantUsers(deps, actor, scope),
  }))
}
