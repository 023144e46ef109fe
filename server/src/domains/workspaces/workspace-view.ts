import type { Actor } from '@caseloom/contract/kernel/permissions'
import { may } from '@caseloom/contract/kernel/permissions'
import type { DashboardView, WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import type { StoredDashboard } from './dashboard.store.ts'
import { isManager, mayManageDashboard, mayRead } from './sharing.rules.ts'
import type { StoredWorkspace } from './workspace.store.ts'

/** What a workspace may show of: the tenant's apps and dashboards. */
export interface Surroundings {
  apps: ReadonlySet<string>
  dashboards: ReadonlyMap<string, StoredDashboard>
}

export function seesApp(actor: Actor, around: Surroundings, id: string): boolean {
  return may(actor, 'app:read') && around.apps.has(id)
}

export function seesDashboard(actor: Actor, around: Surroundings, id: string): boolean {
  const dashboard = around.dashboards.get(id)
  return dashboard !== undefined && mayRead(actor, 'dashboard:read', dashboard.sharing)
}

/** A workspace as this actor may see it. */
export function workspaceView(actor: Actor, workspace: StoredWorkspace, around: Surroundings): WorkspaceView {
  const { id, name, description, icon, sharing, revision, updatedAt } = workspace
  return {
    // Ids of stored things were made by the id generator.
    id: id as WorkspaceView['id'],
    name,
    description,
    icon,
    apps: workspace.apps.filter((app) => seesApp(actor, around, app)) as WorkspaceView['apps'],
    dashboards: workspace.dashboards.flatMap((dashboardId) => {
      const dashboard = around.dashboards.get(dashboardId)
      if (dashboard === undefined || !seesDashboard(actor, around, dashboardId)) return []
      return [{ id: dashboardId as DashboardView['id'], name: dashboard.name }]
    }),
    sharing,
    revision,
    updatedAt: updatedAt.toISOString(),
    can: { manage: isManager(actor) },
  }
}

export function dashboardView(actor: Actor, dashboard: StoredDashboard): DashboardView {
  const { updatedAt, key: _key, ...rest } = dashboard
  return {
    ...rest,
    // Ids of stored things were made by the id generator.
    id: dashboard.id as DashboardView['id'],
    updatedAt: updatedAt.toISOString(),
    can: { manage: mayManageDashboard(actor, dashboard.sharing) },
  }
}
