import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantExporter } from '../../../platform/database/tenant-purge.ts'
import { plainJson } from '../format/canonical.rules.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { listInstalls } from './read-installs.ts'

const PAGE = 200

/** Which packages were imported, when, and by which user. */
export function contentExport(deps: ContentDeps): TenantExporter {
  return async (scope, reader) => {
    async function* lines(): AsyncGenerator<JsonValue> {
      let cursor: string | undefined
      do {
        const page = await listInstalls(deps, scope, reader, { limit: PAGE, cursor })
        for (const item of page.items) yield plainJson(item)
        cursor = page.next ?? undefined
      } while (cursor !== undefined)
    }
    return [{ path: 'packages.jsonl', lines }]
  }
}
