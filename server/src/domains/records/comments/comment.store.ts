import { z } from 'zod'
import { ActorRef } from '@caseloom/contract/records/records'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'

const UserIdRow = z.object({ user_id: z.string() })

export const CommentRow = z.object({
  id: z.string(),
  record_id: z.string(),
  field_id: z.string().nullable(),
  reply_to: z.string().nullable(),
  at: z.date(),
  by: ActorRef,
  body: z.string(),
  edited_at: z.date().nullable(),
  deleted_at: z.date().nullable(),
})
export type CommentRow = z.infer<typeof CommentRow>

const COLUMNS = 'id, record_id, field_id, reply_to, at, by, body, edited_at, deleted_at'

export interface NewComment {
  id: string
  appId: string
  recordId: string
  fieldId: string | null
  replyTo: string | null
  by: ActorRef
  body: string
}

export async function insertComment(tx: TenantTx, comment: NewComment): Promise<CommentRow> {
  const { id, appId, recordId, fieldId, replyTo, by, body } = comment
  const rows = await tx.rows(
    CommentRow,
    `insert into caseloom.comment (tenant_id, id, app_id, record_id, field_id, reply_to, at, by, body)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [tx.tenantId, id, appId, recordId, fieldId, replyTo, tx.now, JSON.stringify(by), body],
    'comment-insert',
  )
  const row = rows[0]
  if (row === undefined) throw new Error('The comment wasn’t saved')
  return row
}

interface SameComment {
  appId: string
  by: ActorRef
  body: string
  comments: readonly { id: string; event: string; record: string; version: number }[]
}

/** The same comment on many records, with its place in their histories. */
export async function insertComments(
  tx: TenantTx,
  { appId, by, body, comments }: SameComment,
): Promise<void> {
  await tx.rows(
    z.object({}),
    `with given as (
       select * from jsonb_to_recordset($3::jsonb) as g(id uuid, event uuid, record uuid, version int)
     ), said as (
       insert into caseloom.comment (tenant_id, id, app_id, record_id, field_id, reply_to, at, by, body)
       select $1, g.id, $2, g.record, null, null, $4, $5::jsonb, $6 from given g)
     insert into caseloom.comment_event
       (tenant_id, id, record_id, comment_id, field_id, at, actor, action, version, was, body)
     select $1, g.event, g.record, g.id, null, $4, $5::jsonb, 'commented', g.version, null, $6 from given g`,
    [tx.tenantId, appId, JSON.stringify(comments), tx.now, JSON.stringify(by), body],
  )
}

/** A living comment of the record, locked; null when there is none. */
export async function lockComment(tx: TenantTx, recordId: string, id: string): Promise<CommentRow | null> {
  const rows = await tx.rows(
    CommentRow,
    `select ${COLUMNS} from caseloom.comment
      where tenant_id = $1 and record_id = $2 and id = $3 and deleted_at is null for update`,
    [tx.tenantId, recordId, id],
    'comment-lock',
  )
  return rows[0] ?? null
}

export async function changeBody(tx: TenantTx, id: string, body: string): Promise<void> {
  await tx.query('update caseloom.comment set body = $3, edited_at = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
    body,
    tx.now,
  ])
}

/** Deletes a comment with its text, also in what was said before. */
export async function eraseComment(tx: TenantTx, id: string): Promise<void> {
  await tx.query(`update caseloom.comment set body = '', deleted_at = $3 where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
    tx.now,
  ])
  await tx.query(
    'update caseloom.comment_event set was = null, body = null where tenant_id = $1 and comment_id = $2',
    [tx.tenantId, id],
  )
  await tx.query('delete from caseloom.comment_mention where tenant_id = $1 and comment_id = $2', [
    tx.tenantId,
    id,
  ])
}

export interface NewEvent {
  recordId: string
  commentId: string
  fieldId: string | null
  actor: ActorRef
  action: 'commented' | 'comment_edited' | 'comment_deleted'
  version: number
  was: string | null
  body: string | null
}

export async function insertEvent(tx: TenantTx, event: NewEvent): Promise<void> {
  const { recordId, commentId, fieldId, actor, action, version, was, body } = event
  await tx.query(
    `insert into caseloom.comment_event
       (tenant_id, id, record_id, comment_id, field_id, at, actor, action, version, was, body)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.tenantId,
      newId(),
      recordId,
      commentId,
      fieldId,
      tx.now,
      JSON.stringify(actor),
      action,
      version,
      was,
      body,
    ],
    'comment-event',
  )
}

/**
 * Saves a comment's pending notices of one kind; returns people who get one. A person has one of each comment, and a
 * mention replaces the one of the comment alone.
 */
export async function mention(
  tx: TenantTx,
  commentId: string,
  { kind, notes }: { kind: 'mention' | 'comment'; notes: readonly { userId: string; note: JsonObject }[] },
): Promise<string[]> {
  if (notes.length === 0) return []
  const rows = await tx.rows(
    UserIdRow,
    `insert into caseloom.comment_mention (tenant_id, comment_id, user_id, at, kind, note)
     select $1, $2, m."userId", $4, $5, m.note from jsonb_to_recordset($3::jsonb) as m("userId" uuid, note jsonb)
     on conflict (comment_id, user_id) do update set at = excluded.at, kind = excluded.kind, note = excluded.note
       where comment_mention.kind = 'comment' and excluded.kind = 'mention'
     returning user_id`,
    [tx.tenantId, commentId, JSON.stringify(notes), tx.now, kind],
  )
  return rows.map((row) => row.user_id)
}
