import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import * as routes from '@caseloom/contract/workspaces/workspaces'
import type {
  DashboardFilter,
  DashboardView,
  TimeRange,
  Widget,
  WorkspaceView,
} from '@caseloom/contract/workspaces/workspaces'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../data/call.ts'
import { keys } from '../../data/keys.ts'

export function workspacesQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'workspaces'),
    queryFn: async ({ signal }): Promise<WorkspaceView[]> =>
      (await call(routes.listWorkspaces, { params: { tenantId }, signal })).items,
  })
}

export function workspaceQuery(tenantId: string, workspaceId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'settings', workspaceId),
    queryFn: ({ signal }) => call(routes.getWorkspace, { params: { tenantId, workspaceId }, signal }),
  })
}

export function dashboardsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'dashboards'),
    queryFn: async ({ signal }) =>
      (await call(routes.listDashboards, { params: { tenantId }, signal })).items,
  })
}

export function dashboardQuery(tenantId: string, dashboardId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'settings', dashboardId),
    queryFn: ({ signal }) => call(routes.getDashboard, { params: { tenantId, dashboardId }, signal }),
  })
}

const MINUTE_MS = 60_000

export interface WidgetPlace {
  tenantId: string
  dashboardId: string
  range: TimeRange
  /** Saved as is: queried by ID, so that readers need no build permission. */
  isSaved: boolean
  /** Narrows widgets whose apps have the fields. */
  filter?: DashboardFilter | undefined
}

/** The app comes first in the key, so that its events invalidate it. */
export function widgetQuery(place: WidgetPlace, widget: Widget) {
  const { tenantId, dashboardId, range, isSaved, filter = [] } = place
  const app = widget.kind === 'text' ? '' : widget.app
  return queryOptions({
    queryKey: keys.list(
      tenantId,
      'widgets',
      app,
      dashboardId,
      widget.id,
      askedOf(widget),
      range,
      isSaved,
      JSON.stringify(filter),
    ),
    queryFn: ({ signal }) =>
      isSaved
        ? call(routes.widgetData, {
            params: { tenantId, dashboardId, widget: widget.id },
            query: { range, ...(filter.length === 0 ? {} : { filter: JSON.stringify(filter) }) },
            signal,
          })
        : call(routes.previewWidget, {
            params: { tenantId },
            body: { widget, range, filter: [...filter] },
            signal,
          }),
    placeholderData: keepPreviousData,
    enabled: widget.kind !== 'text',
    // A clock passes its target without a change of its record.
    refetchInterval: widget.kind === 'sla' ? MINUTE_MS : false,
  })
}

export function askedOf(widget: Widget): string {
  const { title: _title, x: _x, y: _y, w: _w, h: _h, ...rest } = widget
  return JSON.stringify(rest)
}

export const addWorkspace = (tenantId: string, body: RouteBodyInput<typeof routes.createWorkspace>) =>
  call(routes.createWorkspace, { params: { tenantId }, body })
export const changeWorkspace = (
  tenantId: string,
  workspaceId: string,
  body: RouteBodyInput<typeof routes.saveWorkspace>,
) => call(routes.saveWorkspace, { params: { tenantId, workspaceId }, body })
export const removeWorkspace = (tenantId: string, workspaceId: string) =>
  call(routes.deleteWorkspace, { params: { tenantId, workspaceId } })
export const addDashboard = (tenantId: string, body: RouteBodyInput<typeof routes.createDashboard>) =>
  call(routes.createDashboard, { params: { tenantId }, body })
export const changeDashboard = (
  tenantId: string,
  dashboardId: string,
  body: RouteBodyInput<typeof routes.saveDashboard>,
) => call(routes.saveDashboard, { params: { tenantId, dashboardId }, body })
export const removeDashboard = (tenantId: string, dashboardId: string) =>
  call(routes.deleteDashboard, { params: { tenantId, dashboardId } })

export function keepDashboard(client: QueryClient, tenantId: string, saved: DashboardView): void {
  client.setQueryData(keys.one(tenantId, 'settings', saved.id), saved)
  refreshLists(client, tenantId)
}

export function refreshLists(client: QueryClient, tenantId: string): void {
  void client.invalidateQueries({ queryKey: keys.list(tenantId, 'settings', 'dashboards') })
  void client.invalidateQueries({ queryKey: keys.list(tenantId, 'settings', 'workspaces') })
}
