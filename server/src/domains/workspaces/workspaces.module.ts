import type { DomainModule } from '../../platform/foundation/module.ts'
import { workspacesExport } from './export-workspaces.ts'
import type { bindHomeRoutes } from './home.routes.ts'
import { packagedDashboards } from './packaged-dashboards.ts'
import { packagedHomePages } from './packaged-home-pages.ts'
import { packagedWorkspaces } from './packaged-workspaces.ts'
import { dashboardsWithWidgets } from './read-dashboards.ts'
import { createWorkspacesDoor } from './workspaces.door.ts'

type Needs = Parameters<typeof bindHomeRoutes>[1]

/** Dashboards, workspaces, and home pages. */
export function createWorkspacesModule(needs: Needs) {
  const door = createWorkspacesDoor(needs)
  return {
    door,
    dashboardsWithWidgets,
    packagedDashboards: packagedDashboards(needs),
    packagedWorkspaces: packagedWorkspaces(needs),
    packagedHomePages: packagedHomePages(needs),
    exports: [workspacesExport(door)],
    async routes(http) {
      const { bindWorkspacesRoutes } = await import('./workspaces.routes.ts')
      const { bindHomeRoutes } = await import('./home.routes.ts')
      bindWorkspacesRoutes(http, needs)
      bindHomeRoutes(http, needs)
    },
  } satisfies DomainModule & Record<string, unknown>
}
