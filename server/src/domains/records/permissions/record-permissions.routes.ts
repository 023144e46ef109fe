import * as routes from '@caseloom/contract/records/record-rights'
import type { Http } from '../../../platform/http/types.ts'
import { lockRecord, unlockRecord } from './lock-record.ts'
import { recordViewers } from './record-viewers.ts'
import { getRestriction, restrictRecord } from './restrict-record.ts'
import type { RightsDeps } from './permissions-deps.ts'
import { explainAccess } from './explain-access.ts'

/** Routes for restricting and locking records, and for explaining access. */
export function bindRecordRightsRoutes(http: Http, deps: RightsDeps): void {
  http.bindTenant(routes.getRestriction, ({ scope, actor, params }) =>
    getRestriction(deps, scope, actor, params),
  )
  http.bindTenant(routes.restrictRecord, ({ scope, actor, params, body, request }) =>
    restrictRecord(deps, scope, actor, { ...params, ...body, ip: request.ip }),
  )
  http.bindTenant(routes.lockRecord, ({ scope, actor, params, body, request }) =>
    lockRecord(deps, scope, actor, { ...params, ...body, ip: request.ip }),
  )
  http.bindTenant(routes.unlockRecord, ({ scope, actor, params, request }) =>
    unlockRecord(deps, scope, actor, { ...params, ip: request.ip }),
  )
  http.bindTenant(routes.whyRecord, ({ scope, actor, params, query }) =>
    explainAccess(deps, scope, actor, { ...params, ...query }),
  )
  http.bindTenant(routes.whoSeesRecord, ({ scope, actor, params, query }) =>
    recordViewers(deps, scope, actor, { ...params, ...query }),
  )
}
