import type { Actor } from '@caseloom/contract/kernel/permissions'
import type {
  DashboardFilter,
  DashboardItem,
  DashboardView,
  TimeRange,
  Widget,
  WidgetData,
} from '@caseloom/contract/workspaces/workspaces'
import type { KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import type { z } from 'zod'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { narrowed, readDashboardFilter } from './dashboard-filter.ts'
import { widgetFaults } from './check-widgets.ts'
import { allDashboards, findDashboard, type StoredDashboard } from './dashboard.store.ts'
import { mayManageDashboard, mayRead } from './sharing.rules.ts'
import { widgetData } from './widget-data.ts'
import { allWorkspaces } from './workspace.store.ts'
import { dashboardView } from './workspace-view.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

/** Dashboards that the actor may read, by name, each with the workspaces that the actor may read. */
export async function listDashboards(
  scope: TenantScope,
  actor: Actor,
): Promise<z.output<typeof DashboardItem>[]> {
  allow(actor, 'dashboard:read')
  return scope.read(async (tx) => {
    const workspaces = (await allWorkspaces(tx)).filter(({ sharing }) =>
      mayRead(actor, 'workspace:read', sharing),
    )
    return (await allDashboards(tx))
      .filter(({ sharing }) => mayRead(actor, 'dashboard:read', sharing))
      .map(({ id, name, description, updatedAt, widgets, sharing }) => ({
        // Ids of stored things were made by the id generator.
        id: id as DashboardView['id'],
        name,
        description,
        updatedAt: updatedAt.toISOString(),
        can: { manage: mayManageDashboard(actor, sharing) },
        widgets: widgets.length,
        workspaceIds: workspaces
          .filter((workspace) => workspace.dashboards.includes(id))
          .map((workspace) => workspace.id as z.output<typeof DashboardItem>['workspaceIds'][number]), // as above
      }))
  })
}

/** Dashboards that the actor may read, by name, each with its widgets. */
export async function dashboardsWithWidgets(
  scope: TenantScope,
  actor: Actor,
): Promise<Pick<StoredDashboard, 'id' | 'name' | 'widgets'>[]> {
  allow(actor, 'dashboard:read')
  const all = await scope.read((tx) => allDashboards(tx))
  return all.filter(({ sharing }) => mayRead(actor, 'dashboard:read', sharing))
}

/** The same whole, each with its key. */
export async function keyedDashboards(scope: TenantScope, actor: Actor): Promise<KeyedDashboard[]> {
  allow(actor, 'dashboard:read')
  const all = await scope.read((tx) => allDashboards(tx))
  return all
    .filter(({ sharing }) => mayRead(actor, 'dashboard:read', sharing))
    .map((dashboard) => ({ ...dashboardView(actor, dashboard), key: dashboard.key }))
}

/** One dashboard; throws resource.not_found for a missing one and one that is not shared alike. */
export async function getDashboard(
  scope: TenantScope,
  actor: Actor,
  dashboardId: string,
): Promise<DashboardView> {
  allow(actor, 'dashboard:read')
  const dashboard = await scope.read((tx) => readable(tx, actor, dashboardId))
  return dashboardView(actor, dashboard)
}

/** The dashboard when the actor may see it. */
export async function readable(
  tx: TenantTx,
  actor: Actor,
  dashboardId: string,
  lock = false,
): Promise<StoredDashboard> {
  const dashboard = await findDashboard(tx, dashboardId, lock)
  if (dashboard === null || !mayRead(actor, 'dashboard:read', dashboard.sharing))
    throw fail('resource.not_found')
  return dashboard
}

/** Whose eyes and clock a widget is worked out for. */
export interface Eyes {
  scope: TenantScope
  actor: Actor
  zone: string
}

/** What one widget shows now; an unknown widget looks like a missing dashboard. */
export async function widgetOf(
  deps: WorkspacesDeps,
  { scope, actor, zone }: Eyes,
  asked: {
    dashboardId: string
    widget: string
    range?: TimeRange | undefined
    filter?: string | undefined
  },
): Promise<WidgetData> {
  allow(actor, 'dashboard:read')
  const filter = readDashboardFilter(asked.filter)
  const { dashboard, now } = await scope.read(async (tx) => ({
    dashboard: await readable(tx, actor, asked.dashboardId),
    now: tx.now,
  }))
  const widget = dashboard.widgets.find(({ id }) => id === asked.widget)
  if (widget === undefined) throw fail('resource.not_found')
  const look = { scope, actor, zone, range: asked.range ?? dashboard.range, now }
  return widgetData(deps, look, await narrowed(deps, look, widget, filter))
}

/** What a widget would show; throws with every fault at its place below `widget`. */
export async function previewOf(
  deps: WorkspacesDeps,
  { scope, actor, zone }: Eyes,
  { widget, range, filter = [] }: { widget: Widget; range: TimeRange; filter?: DashboardFilter | undefined },
): Promise<WidgetData> {
  allow(actor, 'dashboard:build')
  const faults = await widgetFaults(deps, { scope, actor }, { widget, range, path: ['body', 'widget'] })
  if (faults.issues.length > 0)
    throw fail(faults.unknown ? 'field.unknown' : 'request.invalid', { issues: faults.issues })
  const now = await scope.read(async (tx) => tx.now)
  const look = { scope, actor, zone, range, now }
  return widgetData(deps, look, await narrowed(deps, look, widget, filter))
}
