import * as routes from '@caseloom/contract/records'
import type { Http } from '../../platform/http/types.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import { bindRecordRightsRoutes } from './rights/record-rights.routes.ts'
import type { TenantPeople } from './rights/rights-deps.ts'
import type { RecordsDoor } from './records.door.ts'

export interface RecordsRoutesDeps {
  records: RecordsDoor
  apps: AppsDoor
  people: TenantPeople
}

/** Serves records, their search and their history. */
export function bindRecordsRoutes(http: Http, { records, apps, people }: RecordsRoutesDeps): void {
  http.bindTenant(routes.searchRecords, ({ scope, actor, params, body, request }) =>
    records.searchRecords(scope, actor, { ...body, appId: params.appId, zone: request.timeZone }),
  )
  http.bindTenant(routes.createRecord, ({ scope, actor, params, body }) =>
    records.createRecord(scope, actor, { ...body, appId: params.appId }),
  )
  http.bindTenant(routes.upsertRecord, ({ scope, actor, params, body }) =>
    records.upsertRecord(scope, actor, { ...body, appId: params.appId }),
  )
  http.bindTenant(routes.getRecord, ({ scope, actor, params }) => records.getRecord(scope, actor, params))
  http.bindTenant(routes.updateRecord, ({ scope, actor, params, body }) =>
    records.updateRecord(scope, actor, { ...body, ...params }),
  )
  http.bindTenant(routes.deleteRecord, async ({ scope, actor, params }) => {
    await records.deleteRecord(scope, actor, params)
    return undefined
  })
  bindRecordRightsRoutes(http, { apps, people })
  http.bindTenant(routes.recordHistory, ({ scope, actor, params, query }) =>
    records.recordHistory(scope, actor, { ...query, ...params }),
  )
}
