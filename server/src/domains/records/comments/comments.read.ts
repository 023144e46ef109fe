import { z } from 'zod'
import { ActorRef } from '@caseloom/contract/records/records'
import { IdRow } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { FileRow } from '../file-fields/file.store.ts'
import { CommentRow } from './comment.store.ts'

const TotalRow = z.object({ total: z.number() })

/** A page of a thread, oldest first; of a deleted comment only what others answer. One more than the limit, if any. */
export async function commentsAfter(
  tx: TenantTx,
  thread: { recordId: string; fieldId: string | null },
  page: { after: string | null; limit: number },
): Promise<CommentRow[]> {
  return tx.rows(
    CommentRow,
    `select id, record_id, field_id, reply_to, at, by, body, edited_at, deleted_at from caseloom.comment c
      where tenant_id = $1 and record_id = $2 and field_id is not distinct from $3::uuid
        and ($4::uuid is null or id > $4::uuid)
        and (deleted_at is null or exists (
          select from caseloom.comment r where r.reply_to = c.id and r.deleted_at is null))
      order by id limit $5`,
    [tx.tenantId, thread.recordId, thread.fieldId, page.after, page.limit + 1],
    'comments-page',
  )
}

export async function countComments(
  tx: TenantTx,
  thread: { recordId: string; fieldId: string | null },
): Promise<number> {
  const rows = await tx.rows(
    TotalRow,
    `select count(*)::int as total from caseloom.comment
      where tenant_id = $1 and record_id = $2 and field_id is not distinct from $3::uuid and deleted_at is null`,
    [tx.tenantId, thread.recordId, thread.fieldId],
    'comments-count',
  )
  return rows[0]?.total ?? 0
}

/** False once it is deleted. */
export async function commentExists(tx: TenantTx, id: string): Promise<boolean> {
  const rows = await tx.rows(
    IdRow,
    'select id from caseloom.comment where tenant_id = $1 and id = $2 and deleted_at is null',
    [tx.tenantId, id],
    'comment-exists',
  )
  return rows.length > 0
}

/** Files of these comments, oldest first. */
export async function filesOfComments(tx: TenantTx, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return tx.rows(
    FileRow,
    `select id, sha256, size, media_type, name, at, by, record_id, field_id, comment_id, removed_at, touches
       from caseloom.file where tenant_id = $1 and comment_id = any($2::uuid[]) and removed_at is null
      order by at, id`,
    [tx.tenantId, ids],
  )
}

/** One thing that was done to a comment. */
export const CommentEvent = z.object({
  id: z.string(),
  comment_id: z.string(),
  field_id: z.string().nullable(),
  at: z.date(),
  actor: ActorRef,
  action: z.enum(['commented', 'comment_edited', 'comment_deleted']),
  version: z.number(),
  was: z.string().nullable(),
  body: z.string().nullable(),
})
export type CommentEvent = z.infer<typeof CommentEvent>

/** What was done to comments of a record before an event (all when null) and a time, newest first. */
export async function eventsBefore(
  tx: TenantTx,
  recordId: string,
  { before, until, limit }: { before: string | null; until?: string | undefined; limit: number },
): Promise<CommentEvent[]> {
  return tx.rows(
    CommentEvent,
    `select id, comment_id, field_id, at, actor, action, version, was, body from caseloom.comment_event
      where tenant_id = $1 and record_id = $2 and ($3::uuid is null or id < $3::uuid)
        and ($5::timestamptz is null or at < $5)
      order by id desc limit $4`,
    [tx.tenantId, recordId, before, limit, until ?? null],
    'comment-events',
  )
}
