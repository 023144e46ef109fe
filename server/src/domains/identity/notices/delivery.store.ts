import { z } from 'zod'
import { Channel } from '@caseloom/contract/identity/notification-channels'
import { NotificationKind } from '@caseloom/contract/identity/notification-choices'
import { JsonColumn } from '../../../platform/database/rows.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { mayBeTried, triedBefore } from './channel.store.ts'
import type { NewNotification } from './notification.store.ts'
import type { NoteSubject } from './note-subject.ts'

export interface NewDelivery extends NewNotification {
  subject: NoteSubject | null
}

function valuesOf(tx: Tx, { id, personId, accountId, kind, title, text, link, subject }: NewDelivery) {
  const stored = subject === null ? null : JSON.stringify(subject)
  return [id, personId, accountId, kind, title, text, link, stored, tx.now]
}

/** Queues the email of a note; a note has one, however often it is queued. */
export async function queueEmail(tx: Tx, note: NewDelivery, dueAt: Date): Promise<void> {
  await tx.query(
    `insert into caseloom.notification_delivery
       (note_id, channel, person_id, account_id, kind, title, body, link, subject, at, due_at)
     values ($1, 'mail', $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [...valuesOf(tx, note), dueAt],
  )
}

/** Queues a note for those of these channels that its person has connected and that may be tried now. */
export async function queueForChannels(
  tx: Tx,
  note: NewDelivery,
  channels: readonly Channel[],
): Promise<void> {
  if (channels.length === 0) return
  const queued = await tx.query(
    `insert into caseloom.notification_delivery
       (note_id, channel, person_id, account_id, kind, title, body, link, subject, at, due_at)
     select $1, c.channel, $2, $3, $4, $5, $6, $7, $8, $9, $9 from caseloom.notification_channel c
      where c.person_id = $2 and c.channel = any($10::text[]) and ${mayBeTried('c', 11)}
     on conflict do nothing returning 1`,
    [...valuesOf(tx, note), channels, triedBefore(tx)],
  )
  if (queued.length > 0) tx.announce({ topic: 'internal', name: 'notification.queued', payload: {} })
}

const DuePerson = z.object({ person_id: z.string() })

/** People whose emails are due, longest waiting first. */
export async function peopleDue(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows(
    DuePerson,
    `select person_id from caseloom.notification_delivery
      where channel = 'mail' and due_at <= $1 and kind = any($3::text[])
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

/** What one person's emails are due for, oldest first. Kinds that this version doesn't know stay until one does. */
export async function dueOf(tx: Tx, personId: string, now: Date, limit: number): Promise<DueDelivery[]> {
  const rows = await tx.rows(
    DueDelivery,
    `select note_id, account_id, kind, title, body, link, subject, at from caseloom.notification_delivery
      where person_id = $1 and channel = 'mail' and due_at <= $2 and kind = any($4::text[]) order by at, note_id limit $3`,
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

/** Postpones the emails that are due of a person after a failure, so that it doesn't block others. */
export async function putOffDeliveries(
  tx: Tx,
  personId: string,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await tx.query(
    `update caseloom.notification_delivery set due_at = $3 where person_id = $1 and channel = 'mail' and due_at <= $2`,
    [personId, now, until],
  )
}

/** Moves emails that wait to when the person wants it now: `digest` for these kinds, `single` for the others. */
export async function moveDeliveries(
  tx: Tx,
  personId: string,
  { digestKinds, digest, single }: { digestKinds: readonly string[]; digest: Date; single: Date },
): Promise<void> {
  await tx.query(
    `update caseloom.notification_delivery
        set due_at = case when kind = any($3::text[]) then $4::timestamptz else $5::timestamptz end
      where person_id = $1 and channel = 'mail' and due_at > $2`,
    [personId, tx.now, digestKinds, digest, single],
  )
}

const ClaimedDelivery = DueDelivery.extend({
  person_id: z.string(),
  channel: Channel,
  kind: NotificationKind,
  attempts: z.number(),
  read: z.boolean(),
})
/** A message to a channel that this process has taken on to send. */
export type ClaimedDelivery = z.infer<typeof ClaimedDelivery>

/** How long a claimed message is left alone: longer than sending all that are claimed together. */
const LEASE_MS = 3 * 60_000

/** How many messages to one channel are claimed together: a slow one, or a burst, leaves room for those of others. */
const CLAIMED_PER_CHANNEL = 4

/** Takes due messages to channels on, so that no other process sends them meanwhile; each channel gets a turn. */
export async function claimMessages(tx: Tx, limit: number): Promise<ClaimedDelivery[]> {
  return tx.rows(
    ClaimedDelivery,
    `with turns as (
       select note_id, channel, row_number() over (partition by person_id, channel order by due_at, note_id) as turn
         from caseloom.notification_delivery
        where channel = any($4::text[]) and kind = any($5::text[]) and due_at <= $1),
     due as (
       select d.note_id, d.channel from caseloom.notification_delivery d join turns t using (note_id, channel)
        where t.turn <= $6 and d.due_at <= $1
        order by t.turn, d.due_at, d.note_id limit $3 for update of d skip locked)
     update caseloom.notification_delivery d set attempts = d.attempts + 1, due_at = $2 from due
      where d.note_id = due.note_id and d.channel = due.channel
     returning d.note_id, d.channel, d.person_id, d.account_id, d.kind, d.title, d.body, d.link, d.subject, d.at, d.attempts,
       exists (select from caseloom.notification n where n.id = d.note_id and n.read_at is not null) as read`,
    [
      tx.now,
      new Date(tx.now.getTime() + LEASE_MS),
      limit,
      Channel.options,
      NotificationKind.options,
      CLAIMED_PER_CHANNEL,
    ],
    'identity-messages-claim',
  )
}

type MessageKey = Pick<ClaimedDelivery, 'note_id' | 'channel'>

export async function dropMessage(tx: Tx, { note_id, channel }: MessageKey): Promise<void> {
  await tx.query('delete from caseloom.notification_delivery where note_id = $1 and channel = $2', [
    note_id,
    channel,
  ])
}

export async function putOffMessage(tx: Tx, { note_id, channel }: MessageKey, until: Date): Promise<void> {
  await tx.query(
    'update caseloom.notification_delivery set due_at = $3 where note_id = $1 and channel = $2',
    [note_id, channel, until],
  )
}
