import { listUsers } from '@caseloom/contract/identity/directory'
import { managedTenants } from '@caseloom/contract/tenancy/tenancy-admin'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Keys of what account administrators read: all of an account start `['account', accountId]`. */
export const adminKeys = {
  account: (accountId: string) => ['account', accountId] as const,
  kind: (accountId: string, kind: AdminKind) => ['account', accountId, kind] as const,
  list: (accountId: string, kind: AdminKind, ...rest: readonly unknown[]) =>
    ['account', accountId, kind, 'list', ...rest] as const,
  one: (accountId: string, kind: AdminKind, id: string) => ['account', accountId, kind, 'one', id] as const,
  branding: (accountId: string) => ['account', accountId, 'branding'] as const,
  installation: (what: 'mails' | 'flags' | 'license' | 'accounts', ...rest: readonly unknown[]) =>
    ['installation', what, ...rest] as const,
}
export type AdminKind =
  | 'users'
  | 'groups'
  | 'roles'
  | 'tenants'
  | 'tokens'
  | 'mails'
  | 'audit'
  | 'sign-in'
  | 'feedback'
  | 'model'
  | 'sent'

export function managedTenantsQuery(accountId: string) {
  return queryOptions({
    queryKey: adminKeys.list(accountId, 'tenants'),
    queryFn: async ({ signal }) => (await call(managedTenants, { params: { accountId }, signal })).items,
  })
}

export function userSearchQuery(accountId: string, text: string) {
  return queryOptions({
    queryKey: adminKeys.list(accountId, 'users', 'search', text),
    queryFn: async ({ signal }) => {
      const query = { limit: 20, ...(text === '' ? {} : { text }) }
      return (await call(listUsers, { params: { accountId }, query, signal })).items
    },
  })
}
