import type { TenantTx } from '../../../platform/database/types.ts'

/** The app that a record belongs to, by its history; null for a record that never was. */
export async function appOfRecord(tx: TenantTx, recordId: string): Promise<string | null> {
  const rows = await tx.query<{ app_id: string }>(
    'select app_id from caseloom.record_history where tenant_id = $1 and record_id = $2 limit 1',
    [tx.tenantId, recordId],
    'app-of-record',
  )
  return rows[0]?.app_id ?? null
}
