import {
  createAccount,
  deleteAccount,
  inviteAdministrator,
  listAccounts,
  type ManagedAccount,
  updateAccount,
} from '@caseloom/contract/identity/accounts'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminKeys } from '../../../data/account-admin.ts'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

export const accountsQuery = queryOptions({
  queryKey: adminKeys.installation('accounts'),
  queryFn: async ({ signal }) => (await call(listAccounts, { signal })).items,
})

export const addAccount = (body: RouteBodyInput<typeof createAccount>) => call(createAccount, { body })
export const changeAccount = (
  managedAccountId: string,
  body: RouteBodyInput<typeof updateAccount>,
): Promise<ManagedAccount> => call(updateAccount, { params: { managedAccountId }, body })
export const closeAccount = (managedAccountId: string, name: string): Promise<ManagedAccount> =>
  call(deleteAccount, { params: { managedAccountId }, body: { name } })
export const addAdministrator = (
  managedAccountId: string,
  body: RouteBodyInput<typeof inviteAdministrator>,
) => call(inviteAdministrator, { params: { managedAccountId }, body })

/** Flags name accounts, and the session lists the user's own: both change with them. */
export async function refreshAccounts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: adminKeys.installation('accounts') }),
    client.invalidateQueries({ queryKey: adminKeys.installation('flags') }),
    client.invalidateQueries({ queryKey: keys.session }),
  ])
}
