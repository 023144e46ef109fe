import type { TenantTx } from '../../../platform/database/types.ts'

/** Texts of all living comments of records, for their words. */
export async function bodiesOf(
  tx: TenantTx,
  recordIds: readonly string[],
): Promise<{ record_id: string; field_id: string | null; body: string }[]> {
  if (recordIds.length === 0) return []
  return tx.query(
    `select record_id, field_id, body from caseloom.comment
      where tenant_id = $1 and record_id = any($2::uuid[]) and deleted_at is null order by id`,
    [tx.tenantId, recordIds],
    'comment-bodies',
  )
}
