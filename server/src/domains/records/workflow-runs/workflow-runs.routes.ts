import * as routes from '@caseloom/contract/apps/workflow-runs'
import type { Http } from '../../../platform/http/types.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { getWorkflowRun } from './get-workflow-run.ts'
import { listWorkflowRuns } from './list-workflow-runs.ts'
import { openForm } from './open-form.ts'
import { listTakingRecords, workflowCoverage } from './workflow-coverage.ts'

/** Serves what workflows decide and decided. */
export function bindWorkflowRoutes(http: Http, deps: RecordsDeps): void {
  http.bindTenant(routes.listWorkflowRuns, ({ scope, actor, params, query }) =>
    listWorkflowRuns(deps, scope, actor, { ...query, ...params }),
  )
  http.bindTenant(routes.getWorkflowRun, ({ scope, actor, params }) =>
    getWorkflowRun(deps, scope, actor, params),
  )
  http.bindTenant(routes.workflowCoverage, ({ scope, actor, params }) =>
    workflowCoverage(deps, scope, actor, params),
  )
  http.bindTenant(routes.listTakingRecords, ({ scope, actor, params, query }) =>
    listTakingRecords(deps, scope, actor, { ...query, ...params }),
  )
  http.bindTenant(routes.openForm, ({ scope, actor, params, body }) =>
    openForm(deps, scope, actor, { ...body, appId: params.appId }),
  )
}
