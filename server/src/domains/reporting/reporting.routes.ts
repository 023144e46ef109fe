import type { Actor } from '@caseloom/contract/kernel/permissions'
import * as routes from '@caseloom/contract/workspaces/reports'
import type { Http } from '../../platform/http/types.ts'
import { getReport, listReports } from './read-reports.ts'
import type { Asker, ReportingDeps } from './reporting-deps.ts'
import { createReport, deleteReport, updateReport } from './save-report.ts'

/** Serves saved views. */
export function bindReportingRoutes(http: Http, deps: ReportingDeps): void {
  http.bindTenant(routes.listReports, async ({ scope, actor, query }) => ({
    items: await listReports(deps, scope, actor, query.appId),
  }))
  http.bindTenant(routes.getReport, ({ scope, actor, params }) =>
    getReport(deps, scope, actor, params.reportId),
  )
  http.bindTenant(routes.createReport, (at) => createReport(deps, at.scope, askerOf(at), at.body))
  http.bindTenant(routes.updateReport, (at) =>
    updateReport(deps, at.scope, askerOf(at), { ...at.body, reportId: at.params.reportId }),
  )
  http.bindTenant(routes.deleteReport, async (at) => {
    await deleteReport(deps, at.scope, askerOf(at), at.params.reportId)
    return undefined
  })
}

function askerOf({ actor, request }: { actor: Actor; request: { ip: string } }): Asker {
  return { actor, ip: request.ip }
}
