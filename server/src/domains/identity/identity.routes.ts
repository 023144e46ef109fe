import * as routes from '@caseloom/contract/identity'
import { fail } from '../../platform/errors.ts'
import { readToken } from '../../platform/http/cookies.ts'
import type { Http, RequestFacts } from '../../platform/http/types.ts'
import { enterTenant } from './enter-tenant.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { listTenantUsers } from './list-tenant-users.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { viewSession } from './view-session.ts'

/** Serves sign-in, session and the people of a tenant. */
export function bindIdentityRoutes(http: Http, deps: IdentityDeps): void {
  // No account has a provider of its own yet: passwords are the one way in.
  http.bind(routes.loginOptions, async () => ({
    accountId: null,
    accountName: null,
    samlEnabled: false,
    oidcEnabled: false,
    passwordAllowed: true,
  }))
  http.bind(routes.login, async ({ body, request, sessionToken, reply }) => {
    const opened = await logIn(deps, { ...body, origin: originOf(request), before: sessionToken })
    reply.sessionCookie(opened.token, opened.expiresAt)
    return viewSession(deps, opened.token)
  })
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

function originOf({ ip, headers }: RequestFacts): { ip: string; agent: string | null } {
  const agent = headers['user-agent']
  return { ip, agent: typeof agent === 'string' ? agent : null }
}

function tokenOf({ headers }: RequestFacts): string | null {
  const { authorization, cookie } = headers
  const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)
  return readToken({ authorization: text(authorization), cookie: text(cookie) })?.token ?? null
}

function requiredToken(request: RequestFacts): string {
  const token = tokenOf(request)
  if (token === null) throw fail('session.none')
  return token
}
