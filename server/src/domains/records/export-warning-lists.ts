import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantExporter } from '../../platform/database/tenant-purge.ts'
import { getWarningList, listWarningLists } from './warning-lists/list-warning-lists.ts'

/** The warning lists of the tenant with their entries. */
export const exportWarningLists: TenantExporter = async (scope, reader) => {
  const all = await listWarningLists(scope, reader)
  async function* lines(): AsyncGenerator<JsonValue> {
    // A view consists of JSON values only.
    for (const { id } of all) yield { ...(await getWarningList(scope, reader, id)) } as unknown as JsonValue
  }
  return [{ path: 'warning-lists.jsonl', lines }]
}
