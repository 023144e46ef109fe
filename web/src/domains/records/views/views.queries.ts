import * as routes from '@caseloom/contract/workspaces/reports'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

type Created = RouteBodyInput<typeof routes.createReport>
type Changed = RouteBodyInput<typeof routes.updateReport>

/** Below settings, whose events invalidate it. */
export function viewsQuery(tenantId: string, appId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'reports', appId),
    queryFn: async ({ signal }) =>
      (await call(routes.listReports, { params: { tenantId }, query: { appId }, signal })).items,
    staleTime: 60_000,
  })
}

export const createView = (tenantId: string, body: Created) =>
  call(routes.createReport, { params: { tenantId }, body })

export const updateView = (tenantId: string, reportId: string, body: Changed) =>
  call(routes.updateReport, { params: { tenantId, reportId }, body })

export const deleteView = (tenantId: string, reportId: string) =>
  call(routes.deleteReport, { params: { tenantId, reportId } })

/** The view as it is stored now; null when it's gone. */
export async function newestView(
  client: QueryClient,
  tenantId: string,
  { id, appId }: Pick<ReportView, 'id' | 'appId'>,
): Promise<ReportView | null> {
  const views = await client.fetchQuery({ ...viewsQuery(tenantId, appId), staleTime: 0 })
  return views.find((one) => one.id === id) ?? null
}

/** Caches a saved view before its event arrives. */
export function keepView(client: QueryClient, tenantId: string, view: ReportView): void {
  client.setQueryData(viewsQuery(tenantId, view.appId).queryKey, (before) => {
    const others = (before ?? []).filter((one) => one.id !== view.id)
    return [...others, view].toSorted((a, b) => a.name.localeCompare(b.name))
  })
}

export function dropView(client: QueryClient, tenantId: string, view: ReportView): void {
  client.setQueryData(viewsQuery(tenantId, view.appId).queryKey, (before) =>
    before?.filter((one) => one.id !== view.id),
  )
}

export function bodyOf(view: ReportView): Changed {
  const { name, description, filter, text, sort, columns, groupBy, show, sharing, revision } = view
  return { name, description, filter, text, sort, columns, groupBy, show, sharing, revision }
}
