import * as routes from '@caseloom/contract/records/occurrences'
import type { Http } from '../../../platform/http/types.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { foldBackOccurrence } from './fold-back-occurrence.ts'
import { listOccurrences } from './list-occurrences.ts'
import { splitOccurrence } from './split-occurrence.ts'

/** Serves what correlation rules folded into records. */
export function bindOccurrenceRoutes(http: Http, deps: RecordsDeps): void {
  http.bindTenant(routes.listOccurrences, ({ scope, actor, params, query }) =>
    listOccurrences(deps, scope, actor, { ...params, ...query }),
  )
  http.bindTenant(routes.splitOccurrence, ({ scope, actor, params }) =>
    splitOccurrence(deps, scope, actor, params),
  )
  http.bindTenant(routes.foldBackOccurrence, ({ scope, actor, params, body }) =>
    foldBackOccurrence(deps, scope, actor, { ...params, ...body }),
  )
}
