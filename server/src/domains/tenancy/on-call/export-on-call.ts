import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantExporter } from '../../../platform/database/tenant-purge.ts'
import { KnownPeople, type OnCallDeps } from './on-call-deps.ts'
import { overrideView, scheduleView } from './on-call-view.ts'
import { overridesDuring } from './override.store.ts'
import { allSchedules } from './schedule.store.ts'

const ALWAYS = { from: new Date(0), to: new Date('9999-01-01T00:00:00Z') }

/** The on-call schedules of the tenant with all overrides. */
export function exportOnCall(deps: OnCallDeps): TenantExporter {
  return async (scope, reader) => {
    const people = new KnownPeople(await deps.people(scope))
    const schedules = await scope.read(async (tx) => {
      const rows = await allSchedules(tx)
      const ids = rows.map(({ id }) => id)
      const overrides = Map.groupBy(await overridesDuring(tx, ids, ALWAYS), (row) => row.schedule_id)
      return rows.map((row) => ({
        ...scheduleView(row, reader),
        overrides: (overrides.get(row.id) ?? []).map((one) => overrideView(people, one)),
      }))
    })
    async function* lines(): AsyncGenerator<JsonValue> {
      // A view consists of JSON values only.
      for (const schedule of schedules) yield schedule as unknown as JsonValue
    }
    return [{ path: 'on-call.jsonl', lines }]
  }
}
