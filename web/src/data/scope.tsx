import type { Permission } from '@caseloom/contract/kernel/permissions'
import type { FeatureFlags } from '@caseloom/contract/identity/identity'
import { createContext, use } from 'react'

export interface TenantScope {
  accountId: string
  tenantId: string
  tenantName: string
  userId: string
  userName: string
  timeZone: string
  permissions: ReadonlySet<Permission>
  flags: FeatureFlags
}

export const TenantScopeContext = createContext<TenantScope | null>(null)

/** The tenant of this page. Only inside the tenant routes. */
export function useTenantScope(): TenantScope {
  const scope = use(TenantScopeContext)
  if (scope === null) throw new Error('useTenantScope outside a tenant')
  return scope
}

/** True when the user holds the permission in this tenant. For objects use their own `can`. */
export function useMay(permission: Permission): boolean {
  return useTenantScope().permissions.has(permission)
}
