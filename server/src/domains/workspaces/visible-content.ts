import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import { allDashboards } from './dashboard.store.ts'
import type { Surroundings } from './workspace-view.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

/** Ids of the apps that the actor may see. */
export async function visibleApps(
  { apps }: Pick<WorkspacesDeps, 'apps'>,
  scope: TenantScope,
  actor: Actor,
): Promise<Set<string>> {
  if (!may(actor, 'app:read')) return new Set()
  return new Set((await apps.listApps(scope, actor)).map((app) => String(app.id)))
}

/** What workspaces may show of: the visible apps, and all dashboards of the tenant. */
export async function visibleContent(tx: TenantTx, apps: ReadonlySet<string>): Promise<Surroundings> {
  const dashboards = await allDashboards(tx)
  return { apps, dashboards: new Map(dashboards.map((dashboard) => [dashboard.id, dashboard])) }
}
