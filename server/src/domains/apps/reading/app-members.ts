import type { AppMembers, appMembers as membersRoute } from '@caseloom/contract/apps/app-members'
import { RoleId, UserId } from '@caseloom/contract/kernel/ids'
import { type Actor, may, type Permission } from '@caseloom/contract/kernel/permissions'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { isSharedWith } from '@caseloom/contract/kernel/sharing'
import type { TenantRef, TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { findApp } from '../catalog/apps.store.ts'
import { allowBuild, closedFields, mayBuildApp } from '../definition/app-sharing.rules.ts'

/** What identity knows of those who can act in a tenant. */
export interface TenantMembers {
  roles(
    place: TenantRef,
  ): Promise<readonly { id: string; name: string; permissions: ReadonlySet<Permission> }[]>
  actors(place: TenantRef): Promise<readonly { actor: Actor; roles: readonly { id: string }[] }[]>
}

type Definition = RouteBody<typeof membersRoute>
type Standing = Omit<AppMembers['people'][number], 'id' | 'name' | 'roles'>

/**
 * How a definition of an app treats each role and each person of the tenant, for someone who builds the app.
 * @throws resource.not_found, right.missing
 */
export async function appMembers(
  { people }: { people: TenantMembers },
  scope: TenantScope,
  actor: Actor,
  { appId, ...definition }: Definition & { appId: string },
): Promise<AppMembers> {
  allow(actor, 'app:build')
  const app = await scope.read((tx) => findApp(tx, appId))
  if (app === null) throw fail('resource.not_found')
  allowBuild(actor, app)
  const [roles, actors] = await Promise.all([people.roles(scope), people.actors(scope)])
  const withRole = (id: string, permissions: ReadonlySet<Permission>): Actor => ({
    ...actor,
    id: null,
    personId: null,
    superAdministrator: false,
    adminOf: [],
    principals: [id],
    permissions,
  })
  return {
    roles: roles.map(({ id, name, permissions }) => ({
      id: RoleId.parse(id),
      name,
      users: actors.filter((one) => one.roles.some((role) => role.id === id)).length,
      ...standingOf(withRole(id, permissions), definition),
    })),
    people: actors.flatMap((one) =>
      one.actor.id === null
        ? []
        : [
            {
              id: UserId.parse(one.actor.id),
              name: one.actor.name,
              roles: one.roles.map((role) => RoleId.parse(role.id)),
              ...standingOf(one.actor, definition),
            },
          ],
    ),
  }
}

function standingOf(actor: Actor, { sharing, fields, layouts }: Definition): Standing {
  const isUser = isSharedWith(actor, sharing, 'use')
  const see = may(actor, 'record:read') && isSharedWith(actor, sharing, 'read')
  const layout = layouts.find(({ roles }) => roles.some((id) => actor.principals.includes(id)))
  return {
    can: {
      see,
      create: may(actor, 'record:create') && isUser,
      edit: see && may(actor, 'record:update') && isUser,
      manage: mayBuildApp(actor, { definition: { sharing } }),
    },
    ...closedFields(actor, fields),
    layout: layout?.id ?? null,
  }
}
