import * as routes from '@caseloom/contract/records/observable-lookups'
import type { Http } from '../../../platform/http/types.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { getObservable, recordObservables } from './read-lookups.ts'
import { setVerdict, withdrawVerdict } from './set-verdict.ts'

/** Serves what is known of observables. */
export function bindLookupRoutes(http: Http, deps: RecordsDeps): void {
  http.bindTenant(routes.recordObservables, ({ scope, actor, params, query }) =>
    recordObservables(deps, scope, actor, { ...params, ...query }),
  )
  http.bindTenant(routes.getObservable, ({ scope, actor, query }) => getObservable(deps, scope, actor, query))
  http.bindTenant(routes.setVerdict, ({ scope, actor, body }) => setVerdict(deps, scope, actor, body))
  http.bindTenant(routes.withdrawVerdict, ({ scope, actor, query }) =>
    withdrawVerdict(deps, scope, actor, query),
  )
}
