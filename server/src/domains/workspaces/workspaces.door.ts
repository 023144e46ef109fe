import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { DashboardView, WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import type { TenantScope } from '../../platform/database/types.ts'
import { listDashboards } from './read-dashboards.ts'
import { listWorkspaces } from './read-workspaces.ts'
import { createDashboard } from './save-dashboard.ts'
import { createWorkspace, type WorkspaceInput } from './save-workspace.ts'
import type { Asker, WorkspacesDeps } from './workspaces-deps.ts'

type DashboardInput = Parameters<typeof createDashboard>[3]

/** What other domains may ask of workspaces. */
export interface WorkspacesDoor {
  /** Those that the actor may read, by name. */
  listWorkspaces(scope: TenantScope, actor: Actor): Promise<WorkspaceView[]>
  /** Throws name.taken, request.invalid. */
  createWorkspace(scope: TenantScope, asker: Asker, input: WorkspaceInput): Promise<WorkspaceView>
  /** Those that the actor may read, by name, without their widgets. */
  listDashboards(scope: TenantScope, actor: Actor): ReturnType<typeof listDashboards>
  /** Throws field.unknown, request.invalid with every fault at its widget. */
  createDashboard(scope: TenantScope, asker: Asker, input: DashboardInput): Promise<DashboardView>
}

/** Builds the door on those of apps and records. */
export function createWorkspacesDoor(deps: WorkspacesDeps): WorkspacesDoor {
  return {
    listWorkspaces: (scope, actor) => listWorkspaces(deps, scope, actor),
    createWorkspace: (scope, asker, input) => createWorkspace(deps, scope, asker, input),
    listDashboards,
    createDashboard: (scope, asker, input) => createDashboard(deps, scope, asker, input),
  }
}
