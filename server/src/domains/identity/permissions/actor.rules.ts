import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Place, RightsRow } from './rights.read.ts'
import { permissionsOf } from '../people/roles.rules.ts'

/**
 * The acting user in a place. A person without a role in the tenant is not in it: `tenantId` stays null, and the tenant
 * appears missing. Super and account administrators have no permissions inside a tenant by that alone.
 */
export function actorIn(row: RightsRow, place: Place): Actor {
  const roles = row.user_id === null ? [] : (row.roles ?? [])
  const isInside = place.tenantId !== null && roles.length > 0
  const isMember = row.user_id !== null && (place.tenantId === null || isInside)
  return {
    kind: 'user',
    id: isMember ? row.user_id : null,
    personId: row.person_id,
    name: row.name,
    superAdministrator: row.super_administrator,
    adminOf: row.admin_of ?? [],
    accountId: isMember ? place.accountId : null,
    tenantId: isInside ? place.tenantId : null,
    permissions: permissionsOf(roles),
    principals: isMember ? principalsOf(row) : [],
  }
}

function principalsOf(row: RightsRow): string[] {
  const own = row.user_id === null ? [] : [row.user_id]
  return [...own, ...(row.group_ids ?? []), ...(row.roles ?? []).map((role) => role.id)]
}
