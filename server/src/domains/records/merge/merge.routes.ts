import * as routes from '@caseloom/contract/records/merge'
import type { Http } from '../../../platform/http/types.ts'
import { listMerged } from './list-merged.ts'
import { mergeRecords } from './merge-records.ts'
import { unmergeRecord } from './unmerge-record.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** Serves merging records, and taking them apart again. */
export function bindMergeRoutes(http: Http, deps: RecordsDeps): void {
  http.bindTenant(routes.mergeRecords, ({ scope, actor, params, body, request }) =>
    mergeRecords(deps, scope, actor, { ...params, ...body, ip: request.ip }),
  )
  http.bindTenant(routes.listMerged, ({ scope, actor, params }) => listMerged(deps, scope, actor, params))
  http.bindTenant(routes.unmergeRecord, ({ scope, actor, params, body, request }) =>
    unmergeRecord(deps, scope, actor, { ...params, ...body, ip: request.ip }),
  )
}
