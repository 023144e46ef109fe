import { listReports } from '@caseloom/contract/workspaces/reports'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../data/call.ts'
import { keys } from '../../data/keys.ts'

/** Nested below settings, whose events invalidate it. */
export function reportsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'reports'),
    queryFn: async ({ signal }) =>
      (await call(listReports, { params: { tenantId }, query: {}, signal })).items,
  })
}
