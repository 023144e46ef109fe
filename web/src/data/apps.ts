import { type AppView, listApps } from '@caseloom/contract/apps'
import { tenantUsers } from '@caseloom/contract/identity'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'

/** The apps of a tenant with their definitions; navigation, record screens and pickers share this one answer. */
export function appsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'apps'),
    queryFn: async ({ signal }): Promise<AppView[]> =>
      (await call(listApps, { params: { tenantId }, signal })).items,
  })
}

/** The people of a tenant, for pickers and for showing who did what. */
export function tenantUsersQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'users'),
    queryFn: async ({ signal }) => (await call(tenantUsers, { params: { tenantId }, signal })).items,
  })
}
