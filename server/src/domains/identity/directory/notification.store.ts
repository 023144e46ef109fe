import type { NotificationKind } from '@caseloom/contract/sign-in'
import type { Tx } from '../../../platform/database/types.ts'

export interface NotificationRow {
  id: string
  at: Date
  kind: string
  title: string
  body: string | null
  link: string | null
  read: boolean
}

export interface NewNotification {
  id: string
  personId: string
  kind: NotificationKind
  title: string
  text: string | null
  link: string | null
}

export async function insertNotification(tx: Tx, note: NewNotification): Promise<void> {
  await tx.query(
    `insert into caseloom.notification (id, person_id, at, kind, title, body, link)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [note.id, note.personId, tx.now, note.kind, note.title, note.text, note.link],
  )
}

/** A page of a person's notifications, latest first; one more than the limit when there are more. */
export async function pageOfNotifications(
  tx: Tx,
  personId: string,
  page: { after: string | null; limit: number },
): Promise<NotificationRow[]> {
  return tx.query<NotificationRow>(
    `select id, at, kind, title, body, link, read_at is not null as read from caseloom.notification
      where person_id = $1 and ($2::uuid is null or id < $2::uuid) order by id desc limit $3`,
    [personId, page.after, page.limit + 1],
  )
}

export async function countUnread(tx: Tx, personId: string): Promise<number> {
  const rows = await tx.query<{ unread: number }>(
    'select count(*)::int as unread from caseloom.notification where person_id = $1 and read_at is null',
    [personId],
  )
  return rows[0]?.unread ?? 0
}

/** Marks these, or all of the person's, as read. */
export async function markRead(tx: Tx, personId: string, ids: readonly string[] | null): Promise<void> {
  await tx.query(
    `update caseloom.notification set read_at = $2
      where person_id = $1 and read_at is null and ($3::uuid[] is null or id = any($3::uuid[]))`,
    [personId, tx.now, ids],
  )
}

/** Where the person's browsers are now: the users they are there, and the tenants they have entered. */
export async function openPlaces(
  tx: Tx,
  personId: string,
): Promise<{ id: string; rev: number; tenantId: string }[]> {
  return tx.query(
    `select distinct u.id, u.rev, s.tenant_id as "tenantId" from caseloom.session s
       join caseloom.user u on u.person_id = s.person_id and u.account_id = s.account_id and u.status = 'active'
      where s.person_id = $1 and s.tenant_id is not null and s.expires_at > $2 and s.idle_until > $2`,
    [personId, tx.now],
  )
}
