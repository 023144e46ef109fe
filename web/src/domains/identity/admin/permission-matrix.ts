import type { HeldRole, RoleView, UserView } from '@caseloom/contract/identity/directory'
import { PERMISSIONS, type Permission } from '@caseloom/contract/kernel/permissions'

/** Columns of the matrix; several actions share a column. */
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

/** The column of a permission: run counts as use, manage as build. */
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

export const MATRIX = [...new Set(PERMISSIONS.map(resourceOf))].map((resource) => ({
  resource,
  cells: MATRIX_ACTIONS.map((column) =>
    PERMISSIONS.find((one) => resourceOf(one) === resource && columnOf(one) === column),
  ),
}))

/** What a user holds in a tenant, and whether it comes through a group only. */
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
