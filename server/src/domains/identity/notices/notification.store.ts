import { z } from 'zod'
import type { NotificationKind } from '@caseloom/contract/identity/notification-choices'
import type { Tx } from '../../../platform/database/types.ts'

const OpenPlace = z.object({ id: z.string(), rev: z.number(), tenantId: z.string() })
type OpenPlace = z.infer<typeof OpenPlace>

const UnreadRow = z.object({ unread: z.number() })

export const NotificationRow = z.object({
  id: z.string(),
  at: z.date(),
  kind: z.string(),
  title: z.string(),
  body: z.string().nullable(),
  link: z.string().nullable(),
  account_id: z.string().nullable(),
  read: z.boolean(),
})
export type NotificationRow = z.infer<typeof NotificationRow>

export interface NewNotification {
  id: string
  personId: string
  /** The account that it comes from; null when it belongs to the person in all of them. */
  accountId: string | null
  kind: NotificationKind
  title: string
  text: string | null
  link: string | null
}

export async function insertNotification(tx: Tx, note: NewNotification): Promise<void> {
  await tx.query(
    `insert into caseloom.notification (id, person_id, at, kind, title, body, link, account_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [note.id, note.personId, tx.now, note.kind, note.title, note.text, note.link, note.accountId],
  )
}

/** Whose notifications a session may see: those of its accounts, and those of the person themselves when it may. */
export interface Reader {
  personId: string
  accounts: readonly string[]
  own: boolean
}

const MINE = `person_id = $1 and (account_id = any($2::uuid[]) or ($3 and account_id is null))`
const mine = ({ personId, accounts, own }: Reader) => [personId, accounts, own]

/** A page of a person's notifications, latest first; one more than the limit when there are more. */
export async function pageOfNotifications(
  tx: Tx,
  reader: Reader,
  page: { after: string | null; limit: number },
): Promise<NotificationRow[]> {
  return tx.rows(
    NotificationRow,
    `select id, at, kind, title, body, link, account_id, read_at is not null as read from caseloom.notification
      where ${MINE} and ($4::uuid is null or id < $4::uuid) order by id desc limit $5`,
    [...mine(reader), page.after, page.limit + 1],
  )
}

export async function countUnread(tx: Tx, reader: Reader): Promise<number> {
  const rows = await tx.rows(
    UnreadRow,
    `select count(*)::int as unread from caseloom.notification where ${MINE} and read_at is null`,
    mine(reader),
  )
  return rows[0]?.unread ?? 0
}

/** Marks these, or all of the person's, as read. */
export async function markRead(tx: Tx, reader: Reader, ids: readonly string[] | null): Promise<void> {
  await tx.query(
    `update caseloom.notification set read_at = $4
      where ${MINE} and read_at is null and ($5::uuid[] is null or id = any($5::uuid[]))`,
    [...mine(reader), tx.now, ids],
  )
}

/** Where the person's browsers are now: the users they are there, and the tenants they have entered. */
export async function openPlaces(tx: Tx, personId: string): Promise<OpenPlace[]> {
  return tx.rows(
    OpenPlace,
    `select distinct u.id, u.rev, s.tenant_id as "tenantId" from caseloom.session s
       join caseloom.user u on u.person_id = s.person_id and u.account_id = s.account_id and u.status = 'active'
      where s.person_id = $1 and s.tenant_id is not null and s.expires_at > $2 and s.idle_until > $2`,
    [personId, tx.now],
  )
}
