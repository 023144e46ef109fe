import * as routes from '@caseloom/contract/records/search'
import type { Http } from '../../../platform/http/types.ts'
import { type FacetsDeps, recordFacets } from './record-facets.ts'
import { recordGroups } from './record-groups.ts'
import { searchEverywhere } from './search-everywhere.ts'

/** Routes for searching across apps, and for counting values and groups in search results. */
export function bindSearchRoutes(http: Http, deps: FacetsDeps): void {
  http.bindTenant(routes.searchEverywhere, ({ scope, actor, body }) =>
    searchEverywhere(deps, scope, actor, body),
  )
  http.bindTenant(routes.recordFacets, ({ scope, actor, params, body, request }) =>
    recordFacets(deps, scope, actor, { ...body, appId: params.appId, zone: request.timeZone }),
  )
  http.bindTenant(routes.recordGroups, ({ scope, actor, params, body, request }) =>
    recordGroups(deps, scope, actor, { ...body, appId: params.appId, zone: request.timeZone }),
  )
}
