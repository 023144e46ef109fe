import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const SurvivorRow = z.object({ into_id: z.string() })

/** The surviving record of a merged one; null if it wasn't merged. */
export async function survivorOf(tx: TenantTx, appId: string, recordId: string): Promise<string | null> {
  const rows = await tx.rows(
    SurvivorRow,
    'select into_id from caseloom.record_merge where tenant_id = $1 and record_id = $2 and app_id = $3',
    [tx.tenantId, recordId, appId],
    'merge-survivor',
  )
  return rows[0]?.into_id ?? null
}
