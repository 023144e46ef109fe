import { createContext, use } from 'react'

export interface AdminScope {
  accountId: string
  accountName: string
  userId: string
  isAdmin: boolean
  isSuper: boolean
  timeZone: string
  multiTenant: boolean
}

export const AdminScopeContext = createContext<AdminScope | null>(null)

export function useAdminScope(): AdminScope {
  const scope = use(AdminScopeContext)
  if (scope === null) throw new Error('useAdminScope outside the account administration')
  return scope
}
