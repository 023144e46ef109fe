import { createContext, use } from 'react'

/** The account that is administered, and what the user may do there: given to every page of the administration. */
export interface AdminScope {
  accountId: string
  accountName: string
  /** The administrator's own membership. */
  userId: string
  isAdmin: boolean
  isSuper: boolean
  timeZone: string
  multiTenant: boolean
}

export const AdminScopeContext = createContext<AdminScope | null>(null)

/** The account of this page. Only inside the account administration. */
export function useAdminScope(): AdminScope {
  const scope = use(AdminScopeContext)
  if (scope === null) throw new Error('useAdminScope outside the account administration')
  return scope
}
