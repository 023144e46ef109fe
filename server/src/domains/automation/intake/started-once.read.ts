import { IdRow } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'

/** Whether a run was started by what `once` names, rather than by something else with the same dedup key. */
export async function isStartedOnceBy(tx: TenantTx, runId: string, once: string): Promise<boolean> {
  const rows = await tx.rows(
    IdRow,
    `select r.id from caseloom.run r join caseloom.delivery d on d.id = r.delivery_id
      where r.tenant_id = $1 and r.id = $2 and d.request ->> 'once' = $3`,
    [tx.tenantId, runId, once],
  )
  return rows.length > 0
}
