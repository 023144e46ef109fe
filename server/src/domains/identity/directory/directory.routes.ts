import * as routes from '@caseloom/contract/identity/directory'
import * as exemptions from '@caseloom/contract/identity/factor-exemption'
import type { AnyRoute } from '@caseloom/contract/kernel/route'
import type { Context, Http } from '../../../platform/http/types.ts'
import { createServiceAccount } from './create-service-account.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { endExemption, exemptUser } from './exempt-user.ts'
import { inviteAgain, inviteUser } from './invite-user.ts'
import { listUsers } from './list-users.ts'
import { createGroup, listGroups, removeGroup, updateGroup } from './manage-groups.ts'
import { createRole, listRoles, removeRole, updateRole } from './manage-roles.ts'
import { removeUser, updateUser } from './update-user.ts'
import { endUserSessions, mailPasswordReset, resetMfa } from './user-security.ts'

/** Serves users, groups and roles to the administrators of an account. */
export function bindDirectoryRoutes(http: Http, deps: DirectoryDeps): void {
  bindUsers(http, deps)
  bindExemptions(http, deps)
  bindGroups(http, deps)
  bindRoles(http, deps)
}

/** Who acts where, of a route under an account. */
export function actingIn({
  actor,
  params,
  request,
}: Pick<Context<AnyRoute>, 'actor' | 'request'> & { params: { accountId: string } }): Acting {
  return { actor, accountId: params.accountId, ip: request.ip }
}

function bindUsers(http: Http, deps: DirectoryDeps): void {
  http.bind(routes.listUsers, async (context) => listUsers(deps, actingIn(context), context.query))
  http.bind(routes.inviteUser, async (context) => inviteUser(deps, actingIn(context), context.body))
  http.bind(routes.createServiceAccount, async (context) =>
    createServiceAccount(deps, actingIn(context), context.body),
  )
  http.bind(routes.updateUser, async (context) =>
    updateUser(deps, actingIn(context), { userId: context.params.userId, change: context.body }),
  )
  http.bind(routes.removeUser, async (context) => {
    await removeUser(deps, actingIn(context), context.params.userId)
    return undefined
  })
  http.bind(routes.inviteAgain, async (context) =>
    inviteAgain(deps, actingIn(context), context.params.userId),
  )
  http.bind(routes.resetMfa, async (context) => {
    await resetMfa(deps, actingIn(context), context.params.userId)
    return undefined
  })
  http.bind(routes.mailPasswordReset, (context) =>
    mailPasswordReset(deps, actingIn(context), context.params.userId),
  )
  http.bind(routes.endUserSessions, async (context) => {
    await endUserSessions(deps, actingIn(context), context.params.userId)
    return undefined
  })
}

function bindExemptions(http: Http, deps: DirectoryDeps): void {
  http.bind(exemptions.grantFactorExemption, async (context) =>
    exemptUser(deps, actingIn(context), { userId: context.params.userId, wanted: context.body }),
  )
  http.bind(exemptions.revokeFactorExemption, async (context) => {
    await endExemption(deps, actingIn(context), context.params.userId)
    return undefined
  })
}

function bindGroups(http: Http, deps: DirectoryDeps): void {
  http.bind(routes.listGroups, async (context) => ({ items: await listGroups(deps, actingIn(context)) }))
  http.bind(routes.createGroup, async (context) => createGroup(deps, actingIn(context), context.body))
  http.bind(routes.updateGroup, async (context) =>
    updateGroup(deps, actingIn(context), { groupId: context.params.groupId, change: context.body }),
  )
  http.bind(routes.removeGroup, async (context) => {
    await removeGroup(deps, actingIn(context), context.params.groupId)
    return undefined
  })
}

function bindRoles(http: Http, deps: DirectoryDeps): void {
  http.bind(routes.listRoles, async (context) => ({ items: await listRoles(deps, actingIn(context)) }))
  http.bind(routes.createRole, async (context) => createRole(deps, actingIn(context), context.body))
  http.bind(routes.updateRole, async (context) =>
    updateRole(deps, actingIn(context), { roleId: context.params.roleId, change: context.body }),
  )
  http.bind(routes.removeRole, async (context) => {
    await removeRole(deps, actingIn(context), context.params.roleId)
    return undefined
  })
}
