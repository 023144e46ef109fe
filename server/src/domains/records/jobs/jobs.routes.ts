import * as routes from '@caseloom/contract/records/jobs'
import type { Http } from '../../../platform/http/types.ts'
import { startBulk, startExport, startImport } from './start-job.ts'
import type { JobsDeps } from '../job-state/job-context.ts'
import { previewClosing } from './preview-closing.ts'
import { previewImport } from './preview-import.ts'
import { cancelJob, downloadJobFile, getJob, listJobs, undoJob } from './watch-jobs.ts'

/** Serves bulk changes, exports and imports, and what became of them. */
export function bindJobsRoutes(http: Http, { jobs }: { jobs: JobsDeps }): void {
  http.bindTenant(routes.listJobs, ({ scope, actor, query }) => listJobs(jobs, scope, actor, query))
  http.bindTenant(routes.getJob, ({ scope, actor, params }) => getJob(jobs, scope, actor, params.jobId))
  http.bindTenant(routes.cancelJob, ({ scope, actor, params }) => cancelJob(jobs, scope, actor, params.jobId))
  http.bindTenant(routes.undoJob, ({ scope, actor, params, request }) =>
    undoJob(scope, actor, params.jobId, request.ip),
  )
  http.bindTenant(routes.downloadJobFile, ({ scope, actor, params }) =>
    downloadJobFile(jobs, scope, actor, params.jobId),
  )
  http.bindTenant(routes.bulkRecords, ({ scope, actor, params, body, request }) =>
    startBulk(jobs, scope, actor, { ...body, appId: params.appId, ip: request.ip, zone: request.timeZone }),
  )
  http.bindTenant(routes.previewClosing, ({ scope, actor, params, body, request }) =>
    previewClosing(jobs, scope, actor, { ...body, appId: params.appId, zone: request.timeZone }),
  )
  http.bindTenant(routes.exportRecords, ({ scope, actor, params, body, request }) =>
    startExport(jobs, scope, actor, { ...body, appId: params.appId, ip: request.ip, zone: request.timeZone }),
  )
  http.bindTenant(routes.previewImport, ({ scope, actor, params, body }) =>
    previewImport(jobs, scope, actor, { ...body, appId: params.appId }),
  )
  http.bindTenant(routes.importRecords, ({ scope, actor, params, body, request }) =>
    startImport(jobs, scope, actor, { ...body, appId: params.appId, ip: request.ip }),
  )
}
