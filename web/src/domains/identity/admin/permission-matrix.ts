import type { HeldRole, RoleView, UserView } from '@caseloom/contract/directory'
import { PERMISSIONS, type Permission } from '@caseloom/contract/permissions'

/** What one may do, as the columns of the matrix; several words of the permissions share a column. */
export const MATRIX_ACTIONS = [
  'read',
  'use',
  'create',
  'update',
  'delete',
  'build',
  'export',
  'import',
  'bulk',
  'restrict',
  'unlock',
  'impersonate',
  'data',
] as const
export type MatrixAction = (typeof MATRIX_ACTIONS)[number]

const COLUMN_OF: Record<string, MatrixAction> = { run: 'use', manage: 'build' }

/** The column in which a permission stands: running is using, managing is building. */
export function columnOf(permission: Permission): MatrixAction {
  const action = actionOf(permission)
  return COLUMN_OF[action] ?? MATRIX_ACTIONS.find((one) => one === action) ?? 'use'
}

export function resourceOf(permission: Permission): string {
  return permission.split(':')[0] ?? permission
}

export function actionOf(permission: Permission): string {
  return permission.split(':')[1] ?? permission
}

/** The resources in the order of the contract, each with its permission per column. */
export const MATRIX = [...new Set(PERMISSIONS.map(resourceOf))].map((resource) => ({
  resource,
  cells: MATRIX_ACTIONS.map((column) =>
    PERMISSIONS.find((one) => resourceOf(one) === resource && columnOf(one) === column),
  ),
}))

/** What somebody holds in a tenant, and whether it comes through a group only. */
export function rightsIn(
  tenantId: string,
  user: Pick<UserView, 'roles' | 'groupIds'>,
  directory: {
    roles: readonly RoleView[]
    groups: readonly { id: string; roles: readonly HeldRole[] }[]
  },
): Map<Permission, 'role' | 'group'> {
  const rights = new Map<Permission, 'role' | 'group'>()
  const take = (held: readonly HeldRole[], by: 'role' | 'group') => {
    for (const { roleId, tenantId: where } of held) {
      if (where !== null && where !== tenantId) continue
      const role = directory.roles.find((one) => one.id === roleId)
      for (const permission of role?.permissions ?? [])
        if (!rights.has(permission)) rights.set(permission, by)
    }
  }
  take(user.roles, 'role')
  for (const group of directory.groups) {
    if (user.groupIds.some((id) => id === group.id)) take(group.roles, 'group')
  }
  return rights
}
