// Threads on records: writing and listing comments, and notifying people who are mentioned.
import type { CommentView } from '@caseloom/contract/records/comments'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { hangFiles, takeOff } from '../file-fields/file.store.ts'
import { ownFiles } from '../files/record-files.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { recordFact } from '../model/record-fact.ts'
import { readComment } from './comment-text.rules.ts'
import { allowComment, type Thread, threadField, visibleThread } from './comment-place.ts'
import { lockedRecord } from '../reading/locked-record.ts'
import { CommentViews, isOwn, mayDelete } from './comment-view.ts'
import {
  changeBody,
  type CommentRow,
  eraseComment,
  insertComment,
  insertEvent,
  lockComment,
} from './comment.store.ts'
import { addWords, rewriteWords } from '../indexing/comment-words.ts'
import type { CommentsDeps } from './comments-deps.ts'
import { filesOfComments } from './comments.read.ts'
import { concernedBy } from './concerned.ts'
import { keepNotes, Mentions, notifyPending, type Written } from './mentions.ts'
import type { RecordPlace } from '../model/record-shape.ts'

export interface AddCommand extends RecordPlace {
  body: string
  replyTo?: string | undefined
  field?: string | undefined
  files?: readonly string[] | undefined
}

/**
 * Adds a comment, and notifies people who may see its thread: those mentioned, assigned to the record, or answered.
 * @throws resource.not_found, field.unknown, right.missing, or request.invalid when it is empty or has a wrong file or
 * parent
 */
export async function addComment(
  deps: CommentsDeps,
  scope: TenantScope,
  actor: Actor,
  { body: raw, replyTo, files: ids = [], ...place }: AddCommand,
): Promise<CommentView> {
  const mentions = await Mentions.of(deps, scope, raw)
  const concerned = await concernedBy(deps, scope, actor, { ...place, replyTo })
  const view = await scope.tx(async (tx) => {
    const seen = await visibleThread(deps, tx, actor, place)
    allowComment(actor, seen)
    const thread = { ...seen, record: await lockedRecord(tx, actor, seen) }
    const { app, record, field } = thread
    const body = bodyOf(raw, thread, ids.length > 0)
    const parent = replyTo === undefined ? null : await parentOf(tx, thread, replyTo)
    const files = await ownFiles(tx, actor, { ids, path: ['body', 'files'], recordId: null })
    const fieldId = field?.definition.id ?? null
    const by = actorRef(actor)
    const row = await insertComment(tx, {
      id: newId(),
      appId: app.id,
      recordId: record.id,
      fieldId,
      replyTo: parent,
      by,
      body,
    })
    await hangFiles(
      tx,
      files.map(({ id }) => ({ file: id, record: record.id, field: fieldId, comment: row.id })),
    )
    await note(tx, thread, { row, actor, action: 'commented', was: null, body })
    await addWords(tx, app, { recordId: record.id, fieldId, body })
    await mentions.keep(tx, thread, { actor, row, body })
    await keepConcerned(tx, thread, { actor, row, body, people: concerned })
    tx.announce(recordFact(app, 'updated', record))
    const hung = files.map((file) => ({ ...file, comment_id: row.id }))
    return new CommentViews(actor, thread, { files: hung, names: mentions.names }).of(row)
  })
  await notifyOfComment(deps, view.id)
  return view
}

/** Who is mentioned as well is notified of that alone. */
async function keepConcerned(
  tx: TenantTx,
  thread: Thread,
  { row, ...written }: Written & { people: readonly Actor[] },
): Promise<void> {
  const trackingId = `${thread.app.acronym}-${thread.record.seq}`
  const what = row.reply_to === null ? 'commented on' : 'replied in'
  const title = `${written.actor.name} ${what} ${trackingId}`
  await keepNotes(tx, thread, { ...written, row, kind: 'comment', title })
}

/** Changes one's own comment; what it said before stays in the history. Throws as addComment does. */
export async function editComment(
  deps: CommentsDeps,
  scope: TenantScope,
  actor: Actor,
  { body: raw, commentId, ...place }: RecordPlace & { commentId: string; body: string },
): Promise<CommentView> {
  const mentions = await Mentions.of(deps, scope, raw)
  const view = await scope.tx(async (tx) => {
    const { thread, row } = await commentOf(deps, tx, actor, { ...place, commentId })
    allowComment(actor, thread)
    if (!isOwn(actor, row.by)) throw fail('right.missing', { detail: 'Only the author can edit a comment' })
    const files = await filesOfComments(tx, [row.id])
    const body = bodyOf(raw, thread, files.length > 0)
    const changed = { ...row, body, edited_at: tx.now }
    const views = new CommentViews(actor, thread, { files, names: mentions.names })
    if (body === row.body) return views.of(row)
    await changeBody(tx, row.id, body)
    await note(tx, thread, { row, actor, action: 'comment_edited', was: row.body, body })
    await rewriteWords(tx, thread.app, thread.record, row.field_id)
    await mentions.keep(tx, thread, { actor, row, body })
    tx.announce(recordFact(thread.app, 'updated', thread.record))
    return views.of(changed)
  })
  await notifyOfComment(deps, view.id)
  return view
}

/**
 * Deletes the actor's own comment, or any comment with permission to delete records. Its text and files are removed,
 * its replies remain.
 * @throws resource.not_found, right.missing, app.archived
 */
export async function deleteComment(
  deps: CommentsDeps,
  scope: TenantScope,
  actor: Actor,
  place: RecordPlace & { commentId: string },
): Promise<void> {
  await scope.tx(async (tx) => {
    const { thread, row } = await commentOf(deps, tx, actor, place)
    if (thread.app.archived) throw fail('app.archived')
    if (!mayDelete(actor, thread, row))
      throw fail('right.missing', {
        detail: 'Only the author or users who can delete records can delete a comment',
      })
    const files = await filesOfComments(tx, [row.id])
    await eraseComment(tx, row.id)
    await takeOff(
      tx,
      files.map((file) => file.id),
    )
    await note(tx, thread, { row, actor, action: 'comment_deleted', was: null, body: null })
    await rewriteWords(tx, thread.app, thread.record, row.field_id)
    tx.announce(recordFact(thread.app, 'updated', thread.record))
  })
}

/** The comment is committed by now; the daily run notifies everyone who is still waiting. */
async function notifyOfComment(deps: CommentsDeps, commentId: string): Promise<void> {
  await notifyPending(deps, commentId).catch((err: unknown) =>
    deps.log?.warn({ err, commentId }, 'failed to notify mentioned users; retrying'),
  )
}

/** A comment in a thread that the actor may read, with the record locked; throws resource.not_found. */
async function commentOf(
  deps: CommentsDeps,
  tx: TenantTx,
  actor: Actor,
  { commentId, ...place }: RecordPlace & { commentId: string },
): Promise<{ thread: Thread; row: CommentRow }> {
  const { app, record } = await visibleRecord(deps, tx, actor, place)
  const locked = await lockedRecord(tx, actor, { app, record })
  const row = await lockComment(tx, record.id, commentId)
  if (row === null) throw fail('resource.not_found')
  const field = row.field_id === null ? null : threadField(app, actor, row.field_id)
  if (row.field_id !== null && field === null) throw fail('resource.not_found')
  return { thread: { app, record: locked, field }, row }
}

function bodyOf(raw: string, { app, field }: Thread, hasFiles: boolean): string {
  const rich = field === null || !('rich' in field.definition) || field.definition.rich
  const text = readComment(app.richText(raw), { rich, hasFiles })
  if (text.issues !== undefined) throw fail('request.invalid', { issues: text.issues })
  return text.body
}

/** The comment that is answered, or the one that this answers: threads are one level deep. */
async function parentOf(tx: TenantTx, { record, field }: Thread, id: string): Promise<string> {
  const parent = await lockComment(tx, record.id, id)
  if (parent === null || parent.field_id !== (field?.definition.id ?? null)) {
    const issue = { path: ['body', 'replyTo'], code: 'unknown_comment', message: 'No such comment' }
    throw fail('request.invalid', { issues: [issue] })
  }
  return parent.reply_to ?? parent.id
}

interface Done {
  row: CommentRow
  actor: Actor
  action: 'commented' | 'comment_edited' | 'comment_deleted'
  was: string | null
  body: string | null
}

function note(tx: TenantTx, { record }: Thread, { row, actor, action, was, body }: Done): Promise<void> {
  return insertEvent(tx, {
    recordId: record.id,
    commentId: row.id,
    fieldId: row.field_id,
    actor: actorRef(actor),
    action,
    version: record.version,
    was,
    body,
  })
}
