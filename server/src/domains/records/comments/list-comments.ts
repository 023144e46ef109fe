import type { CommentView } from '@caseloom/contract/records/comments'
import { foldText } from '@caseloom/contract/values/normalize-text'
import { type Actor } from '@caseloom/contract/kernel/permissions'
import { mentionedIn } from '@caseloom/contract/values/rich-text'
import { UserId } from '@caseloom/contract/kernel/ids'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { mayInApp } from '../model/app-permissions.rules.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { mayComment, visibleThread } from './comment-place.ts'
import { CommentViews } from './comment-view.ts'
import { commentsAfter, countComments, filesOfComments } from './comments.read.ts'
import type { CommentsDeps } from './comments-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

export interface ListCommand extends RecordPlace {
  field?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** A page of a thread, oldest first, with the number of its comments; without a field the record's own thread. */
export async function listComments(
  deps: CommentsDeps,
  scope: TenantScope,
  actor: Actor,
  { limit, cursor, ...place }: ListCommand,
): Promise<{ items: CommentView[]; next: string | null; total: number; can: { comment: boolean } }> {
  allow(actor, 'record:read')
  const after = readCursor(cursor, [CURSOR_PARTS.id])?.[0] ?? null
  const { thread, rows, total, files } = await scope.read(async (tx) => {
    const found = await visibleThread(deps, tx, actor, place)
    const where = { recordId: found.record.id, fieldId: found.field?.definition.id ?? null }
    const page = await commentsAfter(tx, where, { after, limit })
    const ids = page.map((row) => row.id)
    return {
      thread: found,
      rows: page,
      total: await countComments(tx, where),
      files: await filesOfComments(tx, ids),
    }
  })
  const page = rows.slice(0, limit)
  const mentions = page.some((row) => mentionedIn(row.body).length > 0)
  const names = mentions ? await namesIn(deps, scope) : new Map<string, string>()
  const views = new CommentViews(actor, thread, { files, names })
  const last = page.at(-1)
  return {
    items: page.map((row) => views.of(row)),
    next: rows.length > limit && last !== undefined ? cursorOf([last.id]) : null,
    total,
    can: { comment: mayComment(actor, thread) },
  }
}

/** Names of the tenant's users by id. */
export async function namesIn(
  deps: Pick<CommentsDeps, 'people'>,
  scope: TenantScope,
): Promise<Map<string, string>> {
  const { users } = await deps.people.principals(scope)
  return new Map(users.map(({ id, name }) => [id, name]))
}

const MAX_MENTIONABLE = 20

/** Users who may see the record and whose name, or a part of it, begins with the text. */
export async function mentionable(
  deps: CommentsDeps,
  scope: TenantScope,
  actor: Actor,
  { text, ...place }: RecordPlace & { text: string },
): Promise<{ items: { id: UserId; name: string }[] }> {
  allow(actor, 'record:read')
  const { app, record } = await scope.read((tx) => visibleRecord(deps, tx, actor, place))
  const wanted = foldText(text.trim())
  const people = await deps.people.actors(scope)
  const items = people.flatMap(({ actor: person }) => {
    const fits = ` ${foldText(person.name)}`.includes(` ${wanted}`)
    return fits && person.id !== null && mayInApp(person, 'record:read', app, record)
      ? [{ id: UserId.parse(person.id), name: person.name }]
      : []
  })
  return { items: items.slice(0, MAX_MENTIONABLE) }
}
