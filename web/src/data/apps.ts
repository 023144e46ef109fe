import { type AppView, listApps } from '@caseloom/contract/apps/apps'
import { tenantUsers } from '@caseloom/contract/identity/identity'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'

/** Navigation, record screens, and pickers share this one query. */
export function appsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'apps'),
    queryFn: async ({ signal }): Promise<AppView[]> =>
      (await call(listApps, { params: { tenantId }, signal })).items,
  })
}

export function tenantUsersQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'users'),
    queryFn: async ({ signal }) => (await call(tenantUsers, { params: { tenantId }, signal })).items,
  })
}
