import { notifications, NotificationView, readNotifications } from '@caseloom/contract/directory'
import { NotificationKind } from '@caseloom/contract/sign-in'
import type { Actor } from '@caseloom/contract/permissions'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import { fail } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/types.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import { countUnread, markRead, type NotificationRow, pageOfNotifications } from './notification.store.ts'

type Deps = Pick<DirectoryDeps, 'system'>

/** Serves a person what they were told in the product. */
export function bindNotificationRoutes(http: Http, deps: Deps): void {
  http.bind(notifications, async ({ actor, query }) => listNotifications(deps, personOf(actor), query))
  http.bind(readNotifications, async ({ actor, body }) => {
    await deps.system.tx((tx) => markRead(tx, personOf(actor), body.ids ?? null))
    return undefined
  })
}

async function listNotifications(
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

function personOf(actor: Actor): string {
  if (actor.personId === null) throw fail('session.none')
  return actor.personId
}
