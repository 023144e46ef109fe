import * as observables from '@caseloom/contract/records/observables'
import * as tasks from '@caseloom/contract/records/tasks'
import type { Http } from '../../../platform/http/types.ts'
import { addTask, changeTask, removeTask } from './change-task.ts'
import { findObservables, similarRecords } from './find-observables.ts'
import { listTasks } from './list-tasks.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

function placeOf({ appId, recordId, taskField }: { appId: string; recordId: string; taskField: string }) {
  return { appId, recordId, field: taskField }
}

/** Serves observables over all records, and tasks one by one. */
export function bindCaseRoutes(http: Http, deps: RecordsDeps): void {
  http.bindTenant(observables.similarRecords, ({ scope, actor, params, query }) =>
    similarRecords(deps, scope, actor, { ...params, ...query }),
  )
  http.bindTenant(observables.findObservables, ({ scope, actor, query }) =>
    findObservables(deps, scope, actor, query),
  )
  http.bindTenant(tasks.addTask, ({ scope, actor, params, body }) =>
    addTask(deps, scope, actor, { ...placeOf(params), task: body }),
  )
  http.bindTenant(tasks.changeTask, ({ scope, actor, params, body }) =>
    changeTask(deps, scope, actor, { ...placeOf(params), taskId: params.taskId, set: body }),
  )
  http.bindTenant(tasks.removeTask, ({ scope, actor, params }) =>
    removeTask(deps, scope, actor, { ...placeOf(params), taskId: params.taskId }),
  )
  http.bindTenant(tasks.listTasks, ({ scope, actor, query }) => listTasks(deps, scope, actor, query))
}
