import * as routes from '@caseloom/contract/records/record-api'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Http } from '../../../platform/http/types.ts'
import { batchRecords } from './batch-records.ts'
import { reserveIdempotencyKey } from './reserve-idempotency-key.ts'
import { recordChanges } from './record-changes.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** Serves programs: many changes by one request, and the feed of changes. */
export function bindRecordApiRoutes(http: Http, deps: RecordsDeps): void {
  http.bindTenant(routes.batchRecords, async ({ scope, actor, params, body, request }) => {
    const { appId } = params
    const before = await reserveIdempotencyKey(scope, actor, { request, place: `${appId}/batch`, body })
    if (before?.response) return routes.BatchReply.parse(before.response)
    const answer = await batchRecords(deps, scope, actor, {
      appId,
      commands: body.commands,
      operation: before?.operation,
    })
    // The reply is made of JSON values only.
    await before?.remember(answer as unknown as JsonValue)
    return answer
  })
  http.bindTenant(routes.recordChanges, ({ scope, actor, params, query }) =>
    recordChanges(deps, scope, actor, { ...query, appId: params.appId }),
  )
}
