import { queuedOf } from '../domains/automation/runs/relay.store.ts'
import { fileBytesOf } from '../domains/records/file-fields/file.store.ts'
import type { SystemScope } from '../platform/database/types.ts'
import { createQuotas, type Quotas } from '../platform/quotas/quotas.ts'

/** Quotas of tenants with what is measured in the database; live connections are measured by the hubs. */
export function quotaServices(system: SystemScope): Quotas {
  const quotas = createQuotas(system)
  quotas.measure('file_bytes', (tenantId) => system.read((tx) => fileBytesOf(tx, tenantId)))
  quotas.measure('queued_runs', async (id) => (await system.read((tx) => queuedOf(tx, id))).runs)
  quotas.measure('queued_bytes', async (id) => (await system.read((tx) => queuedOf(tx, id))).bytes)
  return quotas
}
