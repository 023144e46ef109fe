import { promoteRecords as route } from '@caseloom/contract/records/promote'
import type { Http } from '../../../platform/http/types.ts'
import { promoteRecords, type PromoteDeps } from './promote-records.ts'

/** Serves promotions of records. */
export function bindPromoteRoutes(http: Http, deps: PromoteDeps): void {
  http.bindTenant(route, ({ scope, actor, params, body }) =>
    promoteRecords(deps, scope, actor, { ...body, appId: params.appId }),
  )
}
