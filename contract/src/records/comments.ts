import { z } from 'zod'
import { FileView } from './files.ts'
import { CommentId, FileId, Instant, UserId } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { ActorRef } from './records.ts'
import { route } from '../kernel/route.ts'

/**
 * Sanitized HTML with a small set of elements (paragraphs, marks, lists, links, code, quotes, mentions), stored in
 * canonical form.
 */
export const RichText = z.string().max(100_000)

export const CommentView = z.object({
  id: CommentId,
  /** The comment that this one answers; threads are one level deep. */
  replyTo: CommentId.nullable(),
  /** Key of its comments field; null is the record's own thread. */
  field: z.string().nullable(),
  at: Instant,
  by: ActorRef,
  editedAt: Instant.nullable(),
  /** Null when it was deleted while others answer it. */
  body: z.string().nullable(),
  mentions: z.array(z.object({ id: UserId, name: z.string() })),
  files: z.array(FileView),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type CommentView = z.infer<typeof CommentView>

const base = '/api/tenant/:tenantId/apps/:appId/records/:recordId/comments' as const

export const listComments = route({
  method: 'GET',
  path: base,
  summary: 'Lists the comments of one thread, oldest first: the record’s own or a comments field’s',
  needs: 'record:read',
  query: PageQuery.extend({ field: z.string().max(100).optional() }),
  reply: pageOf(CommentView).extend({ total: z.number().int(), can: z.object({ comment: z.boolean() }) }),
  fails: ['field.unknown'],
  on404: 'here',
})
export const addComment = route({
  method: 'POST',
  path: base,
  summary: 'Adds a comment. Mentioned users who can see the record are notified.',
  needs: 'record:update',
  body: z.strictObject({
    body: RichText,
    replyTo: CommentId.optional(),
    field: z.string().max(100).optional(),
    files: z.array(FileId).max(20).optional(),
  }),
  reply: CommentView,
  status: 201,
  fails: ['field.unknown'],
  on404: 'here',
})
export const editComment = route({
  method: 'PATCH',
  path: `${base}/:commentId`,
  summary: 'Updates the caller’s comment. Earlier versions stay in the history.',
  needs: 'record:update',
  body: z.strictObject({ body: RichText }),
  reply: CommentView,
  on404: 'here',
})
export const deleteComment = route({
  method: 'DELETE',
  path: `${base}/:commentId`,
  summary: 'Deletes the caller’s comment, or any comment with record:delete',
  needs: 'record:update',
  on404: 'here',
})
export const mentionable = route({
  method: 'GET',
  path: `${base}/mentionable`,
  summary: 'Finds users who can see the record, by the start of a name',
  needs: 'record:read',
  query: z.strictObject({ text: z.string().max(100).default('') }),
  reply: z.object({ items: z.array(z.object({ id: UserId, name: z.string() })).max(20) }),
  on404: 'here',
})
