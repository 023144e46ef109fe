import { NotificationView } from '@caseloom/contract/identity/notifications'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { NotificationKind } from '@caseloom/contract/identity/notification-choices'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { quotedComment } from '../notices/quoted-comment.rules.ts'
import { type QuoteDeps, quotedNow } from '../notices/quoted-comments.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import {
  countUnread,
  markRead,
  type NotificationRow,
  pageOfNotifications,
  type Reader,
} from '../notices/notification.store.ts'

type Deps = Pick<DirectoryDeps, 'system'>

/** Marks some of the notifications that a session may see as read, or all of them. */
export async function readMine({ system }: Deps, actor: Actor, ids: readonly string[] | null): Promise<void> {
  allow(actor, 'session')
  await system.tx((tx) => markRead(tx, readerOf(actor), ids))
}

/**
 * A page of the notifications that a session may see, latest first, with the number of unread ones. Comments are quoted
 * as they are now, to people who can read them.
 */
export async function listNotifications(
  deps: QuoteDeps,
  actor: Actor,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ items: NotificationView[]; next: string | null; unread: number }> {
  allow(actor, 'session')
  const reader = readerOf(actor)
  const after = readCursor(query.cursor, [CURSOR_PARTS.id])?.[0] ?? null
  const { rows, unread } = await deps.system.read(async (tx) => ({
    rows: await pageOfNotifications(tx, reader, { after, limit: query.limit }),
    unread: await countUnread(tx, reader),
  }))
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const next = rows.length > query.limit && last !== undefined ? cursorOf([last.id]) : null
  const quotes = await quotedNow(deps, reader.personId, page)
  return { items: page.map((row) => viewOf(row, quotes)), next, unread }
}

function viewOf(
  { id, at, kind, title, body, link, read }: NotificationRow,
  quotes: ReadonlyMap<string, string | null>,
): NotificationView {
  const quote = quotedComment({ kind, link })
  const quoted = quote === null ? body : quotes.get(quote.commentId)
  const text = quoted ?? null
  const isDeleted = quote !== null && quoted === null
  // Parsing brands the id; every kind in the table was one of the contract's when it was written.
  const known = NotificationKind.safeParse(kind).data ?? 'accessChanged'
  return NotificationView.parse({
    id,
    at: at.toISOString(),
    kind: known,
    title,
    text,
    ...(isDeleted ? { commentDeleted: true } : {}),
    link,
    read,
  })
}

function readerOf({ personId, session }: Actor): Reader {
  if (personId === null || session === undefined) throw fail('session.none')
  return { personId, accounts: session.accounts, own: session.personNeeds === null }
}
