import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantExporter } from '../../platform/database/tenant-purge.ts'
import type { ReportingDoor } from './reporting.door.ts'

/** Saved views that the reader may see. */
export function reportsExport(reporting: Pick<ReportingDoor, 'listReports'>): TenantExporter {
  return async (scope, reader) => {
    async function* all(): AsyncGenerator<JsonValue> {
      for (const view of await reporting.listReports(scope, reader))
        yield JSON.parse(JSON.stringify(view)) as JsonValue // what JSON.parse answers
    }
    return [{ path: 'reports.jsonl', lines: all }]
  }
}
