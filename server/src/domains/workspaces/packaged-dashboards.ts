import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { keyedDashboards } from './read-dashboards.ts'
import { createDashboard, deleteUnusedDashboard, saveDashboard } from './save-dashboard.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

type Create = Parameters<typeof createDashboard>[3]
type Save = Parameters<typeof saveDashboard>[3]

/** What content packages do with dashboards, always as the person who exports or imports. */
export function packagedDashboards(deps: WorkspacesDeps) {
  return {
    list: keyedDashboards,
    create: (scope: TenantScope, actor: Actor, input: Create) =>
      createDashboard(deps, scope, { actor, ip: null }, input),
    save: (scope: TenantScope, actor: Actor, command: Save) =>
      saveDashboard(deps, scope, { actor, ip: null }, command),
    /** Answers false, and deletes nothing, while a workspace shows it. */
    remove: (scope: TenantScope, actor: Actor, dashboardId: string) =>
      deleteUnusedDashboard(scope, { actor, ip: null }, dashboardId),
  }
}
