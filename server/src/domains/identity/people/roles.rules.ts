import { z } from 'zod'
import {
  BUILT_IN_ROLES,
  type BuiltInRole,
  type Permission,
  PERMISSIONS,
} from '@caseloom/contract/kernel/permissions'

/** Fixed ids of the built-in roles: the same in every installation, so that shared lists of roles are portable. */
export const BUILT_IN_ROLE_IDS: Readonly<Record<BuiltInRole, string>> = {
  tenantAdministrator: '0196c3a0-0000-7000-8000-000000000001',
  lead: '0196c3a0-0000-7000-8000-000000000002',
  analyst: '0196c3a0-0000-7000-8000-000000000003',
  viewer: '0196c3a0-0000-7000-8000-000000000004',
  auditor: '0196c3a0-0000-7000-8000-000000000005',
}

const KEYS: readonly BuiltInRole[] = ['tenantAdministrator', 'lead', 'analyst', 'viewer', 'auditor']

/** The built-in roles with their ids and English names. */
export function builtInRoles(): { id: string; key: BuiltInRole; name: string }[] {
  return KEYS.map((key) => ({ id: BUILT_IN_ROLE_IDS[key], key, name: BUILT_IN_ROLES[key].name }))
}

/** A role as permissions use it: built-in ones hold what this version's contract defines. */
export const RoleRow = z.object({
  id: z.string(),
  built_in: z.string().nullable(),
  permissions: z.array(z.string()),
})
export type RoleRow = z.infer<typeof RoleRow>

/** Which permissions the roles give together; words that this version does not know give nothing. */
export function permissionsOf(roles: readonly RoleRow[]): Set<Permission> {
  const names = new Set(roles.flatMap((role) => [...heldBy(role)]))
  return new Set(PERMISSIONS.filter((permission) => names.has(permission)))
}

function heldBy(role: RoleRow): readonly string[] {
  if (role.built_in === null) return role.permissions
  const key = KEYS.find((each) => each === role.built_in)
  return key === undefined ? [] : BUILT_IN_ROLES[key].permissions
}

/** Who has a role, and where: null means every tenant of the account, those to come included. */
export const Assignment = RoleRow.extend({
  account_id: z.string(),
  tenant_id: z.string().nullable(),
})
export type Assignment = z.infer<typeof Assignment>

/** Roles that count in one tenant of an account. */
export function rolesIn(
  assignments: readonly Assignment[],
  place: { accountId: string; tenantId: string },
): Assignment[] {
  return assignments.filter(
    (each) =>
      each.account_id === place.accountId && (each.tenant_id === null || each.tenant_id === place.tenantId),
  )
}
