import type { AppView } from '@caseloom/contract/apps/apps'
import type { Filter } from '@caseloom/contract/values/filter'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { AppsDoor } from '@caseloom/server/domains/apps/apps.door'
import { recordEffects } from '@caseloom/server/domains/automation/actions/record-effects'
import { meets } from '@caseloom/server/domains/automation/waits/wait-for-records'
import type { RecordsDoor } from '@caseloom/server/domains/records/records.door'
import { getReport } from '@caseloom/server/domains/reporting/read-reports'
import { createReport, deleteReport } from '@caseloom/server/domains/reporting/save-report'
import type { TenantScope } from '@caseloom/server/platform/database/types'
import { newId } from '@caseloom/server/platform/uuid'
import { z } from 'zod'

/** Places beyond records in which a filter is asked: each answers as the product does there. */
export interface FilterAskers {
  /** Tracking ids that the step `record.search` finds. */
  step(filter: Filter): Promise<string[]>
  /** The filter that a saved view hands back. */
  savedView(filter: Filter): Promise<Filter | null>
  /** Whether a run that waits for the record to match the filter continues immediately. */
  wait(filter: Filter, record: RecordView): Promise<boolean>
  close(): void
}

const Found = z.object({ items: z.array(z.object({ trackingId: z.string() })), more: z.literal(false) })

export function filterAskers(
  deps: { apps: AppsDoor; records: RecordsDoor },
  { scope, actor, app }: { scope: TenantScope; actor: Actor; app: AppView },
): FilterAskers {
  const leaving = new AbortController()
  // Filters are JSON.
  const asJson = (filter: Filter) => filter as unknown as JsonObject
  return {
    async step(filter) {
      const idempotencyKey = newId()
      const context = { scope, actor, idempotencyKey, timeoutMs: 10_000, signal: leaving.signal }
      const input = { app: app.id, filter: asJson(filter), limit: 1_000 }
      const outcome = await recordEffects(deps).get('record.search')?.perform(input, context)
      if (outcome?.ok !== true) throw new Error(JSON.stringify(outcome))
      return Found.parse(outcome.output).items.map(({ trackingId }) => trackingId)
    },
    async savedView(filter) {
      const asker = { actor, ip: null }
      const shape = { name: newId(), description: '', text: '', filter, sort: [], columns: [], sharing: [] }
      const { id } = await createReport(deps, scope, asker, {
        appId: app.id,
        groupBy: null,
        show: 'list',
        ...shape,
      })
      const view = await getReport(deps, scope, actor, id)
      await deleteReport(deps, scope, asker, id)
      return view.filter
    },
    wait: async (filter, record) =>
      (await meets(deps, scope, actor, {
        input: { app: app.id, record: record.id, filter: asJson(filter) },
        record,
      })) !== null,
    close: () => leaving.abort(),
  }
}
