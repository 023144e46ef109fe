import { z } from 'zod'
import { NotificationKind } from '@caseloom/contract/identity/notification-choices'
import { JsonColumn } from '../../../platform/database/rows.ts'
import type { Tx } from '../../../platform/database/types.ts'
import type { NewNotification } from './notification.store.ts'
import type { NoteSubject } from './note-subject.ts'

export interface NewDelivery extends NewNotification {
  subject: NoteSubject | null
  dueAt: Date
}

/** Queues the email of a note; a note has one, however often it is queued. */
export async function queueDelivery(tx: Tx, note: NewDelivery): Promise<void> {
  await tx.query(
    `insert into caseloom.notification_delivery
       (note_id, channel, person_id, account_id, kind, title, body, link, subject, at, due_at)
     values ($1, 'mail', $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      note.id,
      note.personId,
      note.accountId,
      note.kind,
      note.title,
      note.text,
      note.link,
      note.subject === null ? null : JSON.stringify(note.subject),
      tx.now,
      note.dueAt,
    ],
  )
}

const DuePerson = z.object({ person_id: z.string() })

/** People whose emails are due, longest waiting first. */
export async function peopleDue(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows(
    DuePerson,
    `select person_id from caseloom.notification_delivery
      where due_at <= $1 and kind = any($3::text[])
      group by person_id order by min(due_at), person_id limit $2`,
    [now, limit, NotificationKind.options],
    'identity-deliveries-due',
  )
  return rows.map((row) => row.person_id)
}

const DueDelivery = z.object({
  note_id: z.string(),
  account_id: z.string().nullable(),
  kind: z.string(),
  title: z.string(),
  body: z.string().nullable(),
  link: z.string().nullable(),
  /** As NoteSubject. */
  subject: JsonColumn.nullable(),
  at: z.date(),
})
export type DueDelivery = z.infer<typeof DueDelivery> & { kind: NotificationKind }

/** What is due of one person, oldest first. Kinds that this version doesn't know stay until one does. */
export async function dueOf(tx: Tx, personId: string, now: Date, limit: number): Promise<DueDelivery[]> {
  const rows = await tx.rows(
    DueDelivery,
    `select note_id, account_id, kind, title, body, link, subject, at from caseloom.notification_delivery
      where person_id = $1 and due_at <= $2 and kind = any($4::text[]) order by at, note_id limit $3`,
    [personId, now, limit, NotificationKind.options],
  )
  return rows.flatMap(({ kind, ...row }) => {
    const known = NotificationKind.safeParse(kind).data
    return known === undefined ? [] : [{ ...row, kind: known }]
  })
}

const TakenDelivery = z.object({ note_id: z.string(), read: z.boolean() })

/** Takes deliveries for this transaction; those that another process has are left out. Says what was read meanwhile. */
export async function takeDeliveries(
  tx: Tx,
  personId: string,
  noteIds: readonly string[],
): Promise<{ note_id: string; read: boolean }[]> {
  return tx.rows(
    TakenDelivery,
    `with taken as (
       delete from caseloom.notification_delivery where (note_id, channel) in (
         select note_id, channel from caseloom.notification_delivery
          where person_id = $1 and note_id = any($2::uuid[]) and channel = 'mail' for update skip locked)
       returning note_id)
     select t.note_id, n.read_at is not null as read
       from taken t left join caseloom.notification n on n.id = t.note_id`,
    [personId, noteIds],
  )
}

/** Postpones what is due of a person after a failure, so that it doesn't block others. */
export async function putOffDeliveries(
  tx: Tx,
  personId: string,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await tx.query(
    `update caseloom.notification_delivery set due_at = $3 where person_id = $1 and due_at <= $2`,
    [personId, now, until],
  )
}

/** Moves what waits to when the person wants it now: `digest` for these kinds, `single` for the others. */
export async function moveDeliveries(
  tx: Tx,
  personId: string,
  { digestKinds, digest, single }: { digestKinds: readonly string[]; digest: Date; single: Date },
): Promise<void> {
  await tx.query(
    `update caseloom.notification_delivery
        set due_at = case when kind = any($3::text[]) then $4::timestamptz else $5::timestamptz end
      where person_id = $1 and due_at > $2`,
    [personId, tx.now, digestKinds, digest, single],
  )
}
