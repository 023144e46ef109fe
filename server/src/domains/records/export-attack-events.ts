import type { JsonValue } from '@caseloom/contract/kernel/json'
import { isFailure } from '../../platform/errors.ts'
import { allPages, type TenantExporter } from '../../platform/database/tenant-purge.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import { recordsWithEvents } from './attack-events/attack-event.store.ts'
import { listAttackEvents } from './attack-events/list-attack-events.ts'

const PAGE = 500

/** Per app the attack events of the records that the reader may see. */
export function exportAttackEvents({ apps }: { apps: AppsDoor }): TenantExporter {
  return async (scope, reader) => {
    async function* linesOf(appId: string): AsyncGenerator<JsonValue> {
      const records = allPages(async (cursor) => {
        const ids = await scope.read((tx) =>
          recordsWithEvents(tx, appId, { after: cursor ?? null, limit: PAGE }),
        )
        return { items: ids, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) }
      })
      for await (const recordId of records)
        for (const event of await visibleEvents(appId, recordId)) yield plain({ recordId, ...event })
    }
    async function visibleEvents(appId: string, recordId: string) {
      try {
        return (await listAttackEvents({ apps }, scope, reader, { appId, recordId })).items
      } catch (error) {
        if (isFailure(error, 'resource.not_found')) return []
        throw error
      }
    }
    const all = await apps.listApps(scope, reader)
    return all.map(({ id, key }) => ({ path: `attack-events/${key}.jsonl`, lines: () => linesOf(id) }))
  }
}

/** A view as serialized over HTTP, without undefined members. */
function plain(view: object): JsonValue {
  return JSON.parse(JSON.stringify(view)) as JsonValue // what JSON.parse answers
}
