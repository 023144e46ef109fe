import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import type { TenantRef } from '../../../platform/database/types.ts'
import { actorIn } from './actor.rules.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { rightsInTenant } from './rights.read.ts'
import { permissionsOf } from '../people/roles.rules.ts'

/** Someone with a role in a tenant, as they act there now. */
export interface TenantActor {
  actor: Actor
  /** Which role gives which permissions. */
  roles: readonly { id: string; permissions: ReadonlySet<Permission> }[]
  lastSeenAt: Date | null
}

/** Everyone who can act in the tenant, by name, or one user of it; for explaining who may see what. */
export async function tenantActors(
  { system }: Pick<IdentityDeps, 'system'>,
  { accountId, tenantId }: TenantRef,
  userId: string | null = null,
): Promise<TenantActor[]> {
  const place = { accountId, tenantId }
  const rows = await system.read((tx) => rightsInTenant(tx, place, userId))
  return rows.flatMap((row) => {
    const actor = actorIn(row, place)
    if (actor.tenantId !== tenantId) return []
    const roles = (row.roles ?? []).map((role) => ({ id: role.id, permissions: permissionsOf([role]) }))
    return [{ actor, roles, lastSeenAt: row.last_seen_at }]
  })
}
