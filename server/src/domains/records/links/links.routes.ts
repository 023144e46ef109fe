import * as routes from '@caseloom/contract/records/record-links'
import type { Http } from '../../../platform/http/types.ts'
import type { RecordSearching } from '../reading/search-records.ts'
import { findLinkable } from './find-linkable.ts'
import { listBackReferences, listLinks } from './list-links.ts'
import { listRelated } from './list-related.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** Serves references between records, in both directions. */
export function bindLinksRoutes(http: Http, deps: RecordsDeps & { records: RecordSearching }): void {
  http.bindTenant(routes.listLinks, ({ scope, actor, params, query }) =>
    listLinks(deps, scope, actor, { ...params, ...query }),
  )
  http.bindTenant(routes.listRelated, ({ scope, actor, params }) => listRelated(deps, scope, actor, params))
  http.bindTenant(routes.listBackReferences, ({ scope, actor, params, query }) =>
    listBackReferences(deps, scope, actor, { ...params, ...query }),
  )
  http.bindTenant(routes.findLinkable, ({ scope, actor, params, query }) =>
    findLinkable(deps, scope, actor, { ...params, ...query }),
  )
}
