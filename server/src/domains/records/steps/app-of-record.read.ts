import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const AppIdRow = z.object({ app_id: z.string() })

/** The app that a record belongs to, by its history; null for a record that never was. */
export async function appOfRecord(tx: TenantTx, recordId: string): Promise<string | null> {
  const rows = await tx.rows(
    AppIdRow,
    'select app_id from caseloom.record_history where tenant_id = $1 and record_id = $2 limit 1',
    [tx.tenantId, recordId],
    'app-of-record',
  )
  return rows[0]?.app_id ?? null
}
