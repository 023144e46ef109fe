import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'

const TenantIdAppsRow = z.object({ tenant_id: z.string(), apps: z.number() })

/** How many apps each of these tenants has; those without any are left out. */
export async function appsPerTenant(tx: Tx, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows(
    TenantIdAppsRow,
    `select tenant_id, count(*)::int as apps from caseloom.app where tenant_id = any($1::uuid[]) group by tenant_id`,
    [tenantIds],
  )
  return new Map(rows.map((row) => [row.tenant_id, row.apps]))
}
