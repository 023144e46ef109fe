import type { GroupView, HeldRole, RoleView } from '@caseloom/contract/identity/directory'
import type { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { useQuery } from '@tanstack/react-query'
import { managedTenantsQuery } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { groupsQuery, rolesQuery } from './directory.queries.ts'
import type { Translate } from './translate.ts'

export interface Directory {
  roles: readonly RoleView[]
  groups: readonly GroupView[]
  tenants: readonly ManagedTenant[]
}

const NONE: readonly never[] = []

/** Empty until loaded. */
export function useDirectory(): Directory & { isLoading: boolean } {
  const { accountId } = useAdminScope()
  const roles = useQuery(rolesQuery(accountId))
  const groups = useQuery(groupsQuery(accountId))
  const tenants = useQuery(managedTenantsQuery(accountId))
  return {
    roles: roles.data ?? NONE,
    groups: groups.data ?? NONE,
    tenants: tenants.data ?? NONE,
    isLoading: roles.isPending || groups.isPending || tenants.isPending,
  }
}

export function roleName({ roles }: Pick<Directory, 'roles'>, held: HeldRole, t: Translate): string {
  return roles.find((role) => role.id === held.roleId)?.name ?? (roles.length === 0 ? '' : t('held.gone'))
}

export function placeName({ tenants }: Pick<Directory, 'tenants'>, held: HeldRole, t: Translate): string {
  if (held.tenantId === null) return t('held.inAll')
  const tenant = tenants.find((one) => one.id === held.tenantId)?.name
  return t('held.in', { tenant: tenant ?? (tenants.length === 0 ? '' : t('held.goneTenant')) })
}
