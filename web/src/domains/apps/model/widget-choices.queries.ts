import { getDashboard, listDashboards } from '@caseloom/contract/workspaces/workspaces'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** Dashboards whose widgets a layout can show. */
export function dashboardChoicesQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'dashboards'),
    queryFn: async ({ signal }) => (await call(listDashboards, { params: { tenantId }, signal })).items,
  })
}

/** Widgets of a dashboard that are about an app. */
export function widgetChoicesQuery(tenantId: string, dashboardId: string | undefined) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'settings', dashboardId ?? ''),
    queryFn: ({ signal }) =>
      call(getDashboard, { params: { tenantId, dashboardId: dashboardId ?? '' }, signal }),
    select: ({ widgets }) => widgets.flatMap((one) => (one.kind === 'text' ? [] : [one])),
    enabled: dashboardId !== undefined,
  })
}
