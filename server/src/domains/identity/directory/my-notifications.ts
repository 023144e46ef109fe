import { NotificationView } from '@caseloom/contract/notifications'
import { NotificationKind } from '@caseloom/contract/sign-in'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import { countUnread, markRead, type NotificationRow, pageOfNotifications } from './notification.store.ts'

type Deps = Pick<DirectoryDeps, 'system'>

/** Marks some of a person's notifications as read, or all of them. */
export async function readMine(
  { system }: Deps,
  personId: string,
  ids: readonly string[] | null,
): Promise<void> {
  await system.tx((tx) => markRead(tx, personId, ids))
}

/** A page of a person's notifications, latest first, with the number of all unread ones. */
export async function listNotifications(
  { system }: Deps,
  personId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ items: NotificationView[]; next: string | null; unread: number }> {
  const after = readCursor(query.cursor, [CURSOR_PARTS.id])?.[0] ?? null
  const { rows, unread } = await system.read(async (tx) => ({
    rows: await pageOfNotifications(tx, personId, { after, limit: query.limit }),
    unread: await countUnread(tx, personId),
  }))
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const next = rows.length > query.limit && last !== undefined ? cursorOf([last.id]) : null
  return { items: page.map(viewOf), next, unread }
}

function viewOf({ id, at, kind, title, body, link, read }: NotificationRow): NotificationView {
  // Parsing brands the id; every kind in the table was one of the contract's when it was written.
  const known = NotificationKind.safeParse(kind).data ?? 'accessChanged'
  return NotificationView.parse({ id, at: at.toISOString(), kind: known, title, text: body, link, read })
}
