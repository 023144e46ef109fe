import { z } from 'zod'
import { escapeHtml } from '@caseloom/contract/kernel/escape-html'
import type { TenantTx } from '../../../platform/database/types.ts'

const CommentBody = z.object({
  record_id: z.string(),
  field_id: z.string().nullable(),
  body: z.string(),
  /** Null of an attack event, whose text is plain. */
  comment: z.string().nullable(),
})
type CommentBody = z.infer<typeof CommentBody>

/** Texts of all living comments and attack events of records, for their words. */
export async function bodiesOf(tx: TenantTx, recordIds: readonly string[]): Promise<CommentBody[]> {
  if (recordIds.length === 0) return []
  const rows = await tx.rows(
    CommentBody,
    `select record_id, field_id, body, id as comment, id from caseloom.comment
      where tenant_id = $1 and record_id = any($2::uuid[]) and deleted_at is null
     union all
     select record_id, null, concat_ws(E'\\n', text, asset_name, source), null, id from caseloom.attack_event
      where tenant_id = $1 and record_id = any($2::uuid[])
      order by id`,
    [tx.tenantId, recordIds],
    'comment-and-event-bodies',
  )
  return rows.map((row) => (row.comment === null ? { ...row, body: escapeHtml(row.body) } : row))
}
