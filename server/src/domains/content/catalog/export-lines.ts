import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantExporter } from '../../../platform/database/tenant-purge.ts'
import { plainJson } from '../format/canonical.rules.ts'
import { storedLines } from './line.store.ts'

/** Product lines that the tenant has added or changed. */
export const exportLines: TenantExporter = async (scope) => {
  async function* lines(): AsyncGenerator<JsonValue> {
    for (const line of await scope.read(storedLines)) yield plainJson(line)
  }
  return [{ path: 'product-lines.jsonl', lines }]
}
