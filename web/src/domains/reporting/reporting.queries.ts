import { listReports } from '@caseloom/contract/reports'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../data/call.ts'
import { keys } from '../../data/keys.ts'

/** Saved views of all apps that one may read; below settings, whose news they are told by. */
export function reportsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'reports'),
    queryFn: async ({ signal }) =>
      (await call(listReports, { params: { tenantId }, query: {}, signal })).items,
  })
}
