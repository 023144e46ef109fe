import {
  createGroup,
  createRole,
  createServiceAccount,
  createServiceToken,
  endUserSessions,
  type GroupView,
  inviteAgain,
  inviteUser,
  listGroups,
  listRoles,
  listTokens,
  listUsers,
  mailPasswordReset,
  removeGroup,
  removeRole,
  removeToken,
  removeUser,
  resetMfa,
  type RoleView,
  updateGroup,
  updateRole,
  updateUser,
  type UserView,
} from '@caseloom/contract/identity/directory'
import { grantFactorExemption, revokeFactorExemption } from '@caseloom/contract/identity/factor-exemption'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminKeys } from '../../../data/account-admin.ts'
import { call } from '../../../data/call.ts'
import type { UsersSearch } from './admin-search.ts'

const PAGE = 100

export function usersQuery(
  accountId: string,
  search: Pick<UsersSearch, 'text' | 'status' | 'kind' | 'role'>,
) {
  const { text, status, kind, role } = search
  const query = {
    limit: PAGE,
    ...(text === undefined ? {} : { text }),
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(role === undefined ? {} : { roleId: role }),
  }
  return infiniteQueryOptions({
    queryKey: adminKeys.list(accountId, 'users', query),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, {
        params: { accountId },
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

export function membersQuery(accountId: string, groupId: string) {
  return infiniteQueryOptions({
    queryKey: adminKeys.list(accountId, 'users', { groupId }),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, {
        params: { accountId },
        query: { groupId, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

export function groupsQuery(accountId: string) {
  return queryOptions({
    queryKey: adminKeys.list(accountId, 'groups'),
    queryFn: async ({ signal }) => (await call(listGroups, { params: { accountId }, signal })).items,
  })
}

export function rolesQuery(accountId: string) {
  return queryOptions({
    queryKey: adminKeys.list(accountId, 'roles'),
    queryFn: async ({ signal }) => (await call(listRoles, { params: { accountId }, signal })).items,
  })
}

export function tokensQuery(accountId: string) {
  return queryOptions({
    queryKey: adminKeys.list(accountId, 'tokens'),
    queryFn: async ({ signal }) => (await call(listTokens, { params: { accountId }, signal })).items,
  })
}

interface UserPlace {
  accountId: string
  userId: string
}

export const invite = (accountId: string, body: RouteBodyInput<typeof inviteUser>) =>
  call(inviteUser, { params: { accountId }, body })
export const addServiceAccount = (
  accountId: string,
  body: RouteBodyInput<typeof createServiceAccount>,
): Promise<UserView> => call(createServiceAccount, { params: { accountId }, body })
export const changeUser = (params: UserPlace, body: RouteBodyInput<typeof updateUser>): Promise<UserView> =>
  call(updateUser, { params: { ...params }, body })
export const takeOutUser = (params: UserPlace) => call(removeUser, { params: { ...params } })
export const sendInvitation = (params: UserPlace) => call(inviteAgain, { params: { ...params } })
export const removeSecondFactors = (params: UserPlace) => call(resetMfa, { params: { ...params } })
export const grantExemption = (params: UserPlace, body: RouteBodyInput<typeof grantFactorExemption>) =>
  call(grantFactorExemption, { params: { ...params }, body })
export const revokeExemption = (params: UserPlace) => call(revokeFactorExemption, { params: { ...params } })
export const sendPasswordReset = (params: UserPlace) => call(mailPasswordReset, { params: { ...params } })
export const endSessions = (params: UserPlace) => call(endUserSessions, { params: { ...params } })
export const addServiceToken = (params: UserPlace, body: RouteBodyInput<typeof createServiceToken>) =>
  call(createServiceToken, { params: { ...params }, body })
export const endToken = (accountId: string, tokenId: string) =>
  call(removeToken, { params: { accountId, tokenId } })

export const addGroup = (accountId: string, body: RouteBodyInput<typeof createGroup>): Promise<GroupView> =>
  call(createGroup, { params: { accountId }, body })
export const changeGroup = (
  params: { accountId: string; groupId: string },
  body: RouteBodyInput<typeof updateGroup>,
): Promise<GroupView> => call(updateGroup, { params: { ...params }, body })
export const deleteGroup = (params: { accountId: string; groupId: string }) =>
  call(removeGroup, { params: { ...params } })

export const addRole = (accountId: string, body: RouteBodyInput<typeof createRole>): Promise<RoleView> =>
  call(createRole, { params: { accountId }, body })
export const changeRole = (
  params: { accountId: string; roleId: string },
  body: RouteBodyInput<typeof updateRole>,
): Promise<RoleView> => call(updateRole, { params: { ...params }, body })
export const deleteRole = (params: { accountId: string; roleId: string }) =>
  call(removeRole, { params: { ...params } })

/** Refetches whatever shows people, groups, or roles: a change of one shows in the others. */
export async function refreshDirectory(client: QueryClient, accountId: string): Promise<void> {
  const kinds = ['users', 'groups', 'roles', 'tokens', 'tenants', 'audit'] as const
  await Promise.all(
    kinds.map((kind) => client.invalidateQueries({ queryKey: adminKeys.kind(accountId, kind) })),
  )
}
