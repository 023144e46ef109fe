import { CommentView } from '@caseloom/contract/records/comments'
import type { FileView } from '@caseloom/contract/records/files'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import { mentionedIn } from '@caseloom/contract/values/rich-text'
import { mayInApp } from '../model/app-permissions.rules.ts'
import type { FileRow } from '../file-fields/file.store.ts'
import { fileView } from '../file-fields/file.store.ts'
import { mayComment, type Thread } from './comment-place.ts'
import type { CommentRow } from './comment.store.ts'

/** True if the actor wrote the comment. */
export function isOwn(actor: Actor, by: CommentRow['by']): boolean {
  const { kind, id } = actorRef(actor)
  return kind === by.kind && id !== null && id === by.id
}

/** True for the comment's author, and for anyone who may delete records of the app. */
export function mayDelete(actor: Actor, thread: Thread, row: CommentRow): boolean {
  if (isOwn(actor, row.by)) return mayComment(actor, thread)
  return mayInApp(actor, 'record:delete', thread.app)
}

/** Comments as their reader sees them. */
export class CommentViews {
  readonly #actor: Actor
  readonly #thread: Thread
  readonly #files: ReadonlyMap<string | null, FileRow[]>
  readonly #names: ReadonlyMap<string, string>

  constructor(
    actor: Actor,
    thread: Thread,
    { files, names }: { files: readonly FileRow[]; names: ReadonlyMap<string, string> },
  ) {
    this.#actor = actor
    this.#thread = thread
    this.#files = Map.groupBy(files, (file) => file.comment_id)
    this.#names = names
  }

  of(row: CommentRow): CommentView {
    const gone = row.deleted_at !== null
    const files: FileView[] = gone ? [] : (this.#files.get(row.id) ?? []).map(fileView)
    const ids = gone ? [] : mentionedIn(row.body)
    // Parsing brands the ids.
    return CommentView.parse({
      id: row.id,
      replyTo: row.reply_to,
      field: this.#thread.field?.key ?? null,
      at: row.at.toISOString(),
      by: row.by,
      editedAt: row.edited_at?.toISOString() ?? null,
      body: gone ? null : row.body,
      mentions: ids.flatMap((id) => {
        const name = this.#names.get(id)
        return name === undefined ? [] : [{ id, name }]
      }),
      files,
      can: {
        edit: !gone && isOwn(this.#actor, row.by) && mayComment(this.#actor, this.#thread),
        delete: !gone && mayDelete(this.#actor, this.#thread, row),
      },
    })
  }
}
