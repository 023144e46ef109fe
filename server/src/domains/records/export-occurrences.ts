import type { JsonValue } from '@caseloom/contract/kernel/json'
import { allPages, type TenantExporter } from '../../platform/database/tenant-purge.ts'
import { isFailure } from '../../platform/errors.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import { listOccurrences } from './occurrences/list-occurrences.ts'
import { recordsWithOccurrences } from './occurrences/occurrences.store.ts'

const PAGE = 500

/** Per app what correlation rules folded into the records that the reader may see. */
export function exportOccurrences({ apps }: { apps: AppsDoor }): TenantExporter {
  return async (scope, reader) => {
    async function* linesOf(appId: string): AsyncGenerator<JsonValue> {
      const records = allPages(async (cursor) => {
        const ids = await scope.read((tx) =>
          recordsWithOccurrences(tx, appId, { after: cursor ?? null, limit: PAGE }),
        )
        return { items: ids, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) }
      })
      // A view is JSON.
      for await (const recordId of records)
        for await (const one of allPages((cursor) => visiblePage({ appId, recordId }, cursor)))
          yield JSON.parse(JSON.stringify({ recordId, ...one })) as JsonValue
    }
    async function visiblePage(place: { appId: string; recordId: string }, cursor: string | undefined) {
      try {
        return await listOccurrences({ apps }, scope, reader, { ...place, limit: 200, cursor })
      } catch (error) {
        if (isFailure(error, 'resource.not_found')) return { items: [], next: null }
        throw error
      }
    }
    const all = await apps.listApps(scope, reader)
    return all.map(({ id, key }) => ({ path: `occurrences/${key}.jsonl`, lines: () => linesOf(id) }))
  }
}
