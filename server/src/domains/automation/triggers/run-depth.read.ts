import { normaliseGuid } from '@caseloom/contract/ids'
import type { TenantTx } from '../../../platform/database/types.ts'

/** How many runs led to this one; 0 for one that a person or something outside began. */
export async function depthOfRun(tx: TenantTx, runId: string): Promise<number> {
  const [row] = await tx.query<{ depth: number | null }>(
    `select (d.request ->> 'depth')::int as depth
       from caseloom.run r join caseloom.delivery d on d.id = r.delivery_id
      where r.tenant_id = $1 and r.id = $2::uuid`,
    [tx.tenantId, normaliseGuid(runId)],
    'automation-run-depth',
  )
  return row?.depth ?? 0
}
