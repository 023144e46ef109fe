import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const CommentBody = z.object({
  record_id: z.string(),
  field_id: z.string().nullable(),
  body: z.string(),
})
type CommentBody = z.infer<typeof CommentBody>

/** Texts of all living comments of records, for their words. */
export async function bodiesOf(tx: TenantTx, recordIds: readonly string[]): Promise<CommentBody[]> {
  if (recordIds.length === 0) return []
  return tx.rows(
    CommentBody,
    `select record_id, field_id, body from caseloom.comment
      where tenant_id = $1 and record_id = any($2::uuid[]) and deleted_at is null order by id`,
    [tx.tenantId, recordIds],
    'comment-bodies',
  )
}
