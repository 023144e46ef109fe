import type { DomainModule } from '../../platform/foundation/module.ts'
import { reportsExport } from './export-reports.ts'
import { packagedReports } from './packaged-reports.ts'
import { createReportingDoor } from './reporting.door.ts'

type ReportingDeps = Parameters<typeof createReportingDoor>[0]

/** Saved views over the records of an app. */
export function createReportingModule(deps: ReportingDeps) {
  const door = createReportingDoor(deps)
  return {
    door,
    packagedReports: packagedReports(deps),
    exports: [reportsExport(door)],
    async routes(http) {
      const { bindReportingRoutes } = await import('./reporting.routes.ts')
      bindReportingRoutes(http, deps)
    },
  } satisfies DomainModule & Record<string, unknown>
}
