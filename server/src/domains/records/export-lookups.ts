import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantExporter } from '../../platform/database/tenant-purge.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import { lookupsAfter, lookupView } from './lookups/lookup.store.ts'
import { seenAmong } from './lookups/read-lookups.ts'

const PAGE = 500

/** What sources say of the values that the reader can see in a record. */
export function exportLookups({ apps }: { apps: AppsDoor }): TenantExporter {
  return async (scope, reader) => {
    async function* lines(): AsyncGenerator<JsonValue> {
      for (let after: Parameters<typeof lookupsAfter>[1] = null; ; ) {
        const { rows, seen } = await scope.read(async (tx) => {
          const page = await lookupsAfter(tx, after, PAGE)
          return { rows: page, seen: await seenAmong({ apps }, tx, reader, page) }
        })
        for (const row of seen) yield plain({ kind: row.kind, value: row.value, ...lookupView(row) })
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return
        after = last
      }
    }
    return [{ path: 'observables/lookups.jsonl', lines }]
  }
}

/** A view as serialized over HTTP, without undefined members. */
function plain(view: object): JsonValue {
  return JSON.parse(JSON.stringify(view)) as JsonValue // what JSON.parse answers
}
