import { tryFieldChange as tryFieldChangeRoute } from '@caseloom/contract/apps/field-change'
import { reportPresence as reportPresenceRoute } from '@caseloom/contract/records/presence'
import * as routes from '@caseloom/contract/records/records'
import { countHistory as countHistoryRoute } from '@caseloom/contract/records/timeline'
import type { SystemScope } from '../../platform/database/types.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Http } from '../../platform/http/types.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import { bindAttackEventRoutes } from './attack-events/attack-events.routes.ts'
import { bindCommentRoutes } from './comments/comments.routes.ts'
import type { CommentsDeps } from './comments/comments-deps.ts'
import { bindLookupRoutes } from './lookups/lookups.routes.ts'
import { bindCaseRoutes } from './case/case.routes.ts'
import { tryFieldChange } from './computed/try-change.ts'
import { reserveIdempotencyKey } from './feed/reserve-idempotency-key.ts'
import { bindRecordApiRoutes } from './feed/record-api.routes.ts'
import { bindFileRoutes } from './files/files.routes.ts'
import { countHistory } from './history/count-history.ts'
import type { JobsDeps } from './job-state/job-context.ts'
import { bindJobsRoutes } from './jobs/jobs.routes.ts'
import { bindLinksRoutes } from './links/links.routes.ts'
import { bindMailRoutes } from './mail/mail.routes.ts'
import { bindOccurrenceRoutes } from './occurrences/occurrences.routes.ts'
import { bindMergeRoutes } from './merge/merge.routes.ts'
import { reportPresence } from './presence/report-presence.ts'
import { bindPromoteRoutes } from './promote/promote.routes.ts'
import { bindRecordRightsRoutes } from './permissions/record-permissions.routes.ts'
import { bindWorkflowRoutes } from './workflow-runs/workflow-runs.routes.ts'
import type { TenantPeople } from './permissions/permissions-deps.ts'
import type { RecordsDoor } from './records.door.ts'
import type { Warnings } from './warning-lists/check-observables.ts'
import { bindWarningListRoutes } from './warning-lists/warning-lists.routes.ts'

export interface RecordsRoutesDeps {
  records: RecordsDoor
  apps: AppsDoor
  people: TenantPeople
  files: FileStore
  system: SystemScope
  notifyOfComment: CommentsDeps['notifyOfComment']
  log: Pick<Log, 'warn'>
  jobs: JobsDeps
  warnings: Warnings
}

/** Serves records, their search and their history. */
export function bindRecordsRoutes(http: Http, deps: RecordsRoutesDeps): void {
  const { records, apps, people, files, system, notifyOfComment, log } = deps
  http.bindTenant(routes.searchRecords, ({ scope, actor, params, body, request }) =>
    records.searchRecords(scope, actor, { ...body, appId: params.appId, zone: request.timeZone }),
  )
  http.bindTenant(routes.createRecord, async ({ scope, actor, params: { appId }, body, request }) => {
    const asked = await reserveIdempotencyKey(scope, actor, { request, place: `${appId}/create`, body })
    return records.createRecord(scope, actor, { ...body, appId, operationKey: asked?.operation })
  })
  http.bindTenant(routes.upsertRecord, async ({ scope, actor, params: { appId }, body, request }) => {
    const asked = await reserveIdempotencyKey(scope, actor, { request, place: `${appId}/upsert`, body })
    return records.upsertRecord(scope, actor, { ...body, appId, operationKey: asked?.operation })
  })
  http.bindTenant(routes.getRecord, ({ scope, actor, params }) => records.getRecord(scope, actor, params))
  http.bindTenant(routes.updateRecord, async ({ scope, actor, params, body, request }) => {
    const place = `${params.appId}/update/${params.recordId}`
    const asked = await reserveIdempotencyKey(scope, actor, { request, place, body })
    return records.updateRecord(scope, actor, { ...body, ...params, operationKey: asked?.operation })
  })
  http.bindTenant(routes.deleteRecord, async ({ scope, actor, params }) => {
    await records.deleteRecord(scope, actor, params)
    return undefined
  })
  http.bindTenant(tryFieldChangeRoute, ({ scope, actor, params, body }) =>
    tryFieldChange({ apps }, scope, actor, { ...body, appId: params.appId }),
  )
  bindCaseRoutes(http, { apps })
  bindLookupRoutes(http, { apps })
  bindFileRoutes(http, { apps, files })
  bindMailRoutes(http, { apps, files, warnings: deps.warnings })
  bindWarningListRoutes(http, deps)
  bindLinksRoutes(http, { apps, records })
  bindJobsRoutes(http, deps)
  bindRecordApiRoutes(http, { apps })
  bindOccurrenceRoutes(http, deps)
  bindMergeRoutes(http, { apps })
  bindPromoteRoutes(http, { apps, records })
  bindWorkflowRoutes(http, { apps })
  bindAttackEventRoutes(http, { apps, reserve: reserveIdempotencyKey })
  bindCommentRoutes(http, { apps, people, system, notifyOfComment, log })
  bindRecordRightsRoutes(http, { apps, people })
  http.bindTenant(reportPresenceRoute, async ({ scope, actor, params, body }) => ({
    items: await reportPresence({ apps }, scope, actor, { ...body, ...params }),
  }))
  http.bindTenant(routes.recordHistory, ({ scope, actor, params, query }) =>
    records.recordHistory(scope, actor, { ...query, ...params }),
  )
  http.bindTenant(countHistoryRoute, ({ scope, actor, params, query }) =>
    countHistory({ apps }, scope, actor, { ...query, ...params }),
  )
}
