import * as routes from '@caseloom/contract/workspaces/workspaces'
import type { Http } from '../../platform/http/types.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { getDashboard, listDashboards, previewOf, widgetOf } from './read-dashboards.ts'
import { getWorkspace, listWorkspaces } from './read-workspaces.ts'
import { widgetOfRecord } from './record-widget.ts'
import { createDashboard, deleteDashboard, saveDashboard } from './save-dashboard.ts'
import { createWorkspace, saveWorkspace } from './save-workspace.ts'
import { askerOf, type WorkspacesDeps } from './workspaces-deps.ts'

/** Serves workspaces, dashboards and what their widgets show. */
export function bindWorkspacesRoutes(http: Http, deps: WorkspacesDeps): void {
  http.bindTenant(routes.listWorkspaces, async ({ scope, actor }) => ({
    items: await listWorkspaces(deps, scope, actor),
  }))
  http.bindTenant(routes.createWorkspace, (at) => createWorkspace(deps, at.scope, askerOf(at), at.body))
  http.bindTenant(routes.getWorkspace, ({ scope, actor, params }) =>
    getWorkspace(deps, scope, actor, params.workspaceId),
  )
  http.bindTenant(routes.saveWorkspace, (at) =>
    saveWorkspace(deps, at.scope, askerOf(at), { ...at.body, workspaceId: at.params.workspaceId }),
  )
  http.bindTenant(routes.deleteWorkspace, async (at) => {
    await deleteWorkspace(at.scope, askerOf(at), at.params.workspaceId)
    return undefined
  })
  http.bindTenant(routes.listDashboards, async ({ scope, actor }) => ({
    items: await listDashboards(scope, actor),
  }))
  http.bindTenant(routes.createDashboard, (at) => createDashboard(deps, at.scope, askerOf(at), at.body))
  http.bindTenant(routes.getDashboard, ({ scope, actor, params }) =>
    getDashboard(scope, actor, params.dashboardId),
  )
  http.bindTenant(routes.saveDashboard, (at) =>
    saveDashboard(deps, at.scope, askerOf(at), { ...at.body, dashboardId: at.params.dashboardId }),
  )
  http.bindTenant(routes.deleteDashboard, async (at) => {
    await deleteDashboard(at.scope, askerOf(at), at.params.dashboardId)
    return undefined
  })
  http.bindTenant(routes.widgetData, ({ scope, actor, params, query, request }) =>
    widgetOf(deps, { scope, actor, zone: request.timeZone }, { ...params, ...query }),
  )
  http.bindTenant(routes.recordWidget, ({ scope, actor, params, request }) =>
    widgetOfRecord(deps, { scope, actor, zone: request.timeZone }, params),
  )
  http.bindTenant(routes.previewWidget, ({ scope, actor, body, request }) =>
    previewOf(deps, { scope, actor, zone: request.timeZone }, body),
  )
}
