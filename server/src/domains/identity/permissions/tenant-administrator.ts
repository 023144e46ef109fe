import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { SystemScope, TenantRef } from '../../../platform/database/types.ts'
import { actorIn } from './actor.rules.ts'
import { rightsOfUser } from './rights.read.ts'
import { BUILT_IN_ROLE_IDS } from '../people/roles.rules.ts'

/**
 * A user as they act in a tenant of which they are Tenant administrator, whatever state the tenant is in (a closed one
 * can be exported); null when they are not.
 */
export async function tenantAdministrator(
  system: SystemScope,
  place: TenantRef,
  userId: string,
): Promise<Actor | null> {
  const row = await system.read((tx) => rightsOfUser(tx, userId, place))
  const isOne = row?.roles?.some((role) => role.id === BUILT_IN_ROLE_IDS.tenantAdministrator) === true
  return row !== null && isOne ? actorIn(row, place) : null
}
