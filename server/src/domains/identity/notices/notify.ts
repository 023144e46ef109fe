// Notifications and mails to a person about their own account.
import { z } from 'zod'
import type { NotificationKind } from '@caseloom/contract/identity/notification-choices'
import type { Tx } from '../../../platform/database/types.ts'
import { oneLine, queueMail } from '../../../platform/mail/queue-mail.ts'
import { newId } from '../../../platform/uuid.ts'
import { userChanged } from '../people/identity.events.ts'
import { choicesOf } from '../people/notification-choices.rules.ts'
import { mailDue, timesOf } from '../people/notification-times.rules.ts'
import { CHANNELS } from '@caseloom/contract/identity/notification-channels'
import { type NewDelivery, queueEmail, queueForChannels } from './delivery.store.ts'
import { noteMail } from './mail-texts.rules.ts'
import type { NoteSubject } from './note-subject.ts'
import { insertNotification, openPlaces } from './notification.store.ts'

const Recipient = z.object({
  email: z.string(),
  name: z.string(),
  time_zone: z.string().nullable(),
  notifications: z.unknown(),
  notification_times: z.unknown(),
})
type Recipient = z.infer<typeof Recipient>

export interface Note {
  personId: string
  /** The account that it comes from; null when it belongs to the person in all of them. */
  accountId: string | null
  kind: NotificationKind
  title: string
  text?: string | null
  /** Path inside the product. */
  link?: string | null
  /** What it is about; an email that waits asks again whether the person may see it. */
  subject?: NoteSubject | null
}

/** Notifies a person through the channels they chose, in the transaction of the event; open browsers are updated. */
export async function notify(tx: Tx, publicUrl: string, { subject = null, ...note }: Note): Promise<void> {
  const rows = await tx.rows(
    Recipient,
    `select email, name, time_zone, notifications, notification_times from caseloom.person
      where id = $1 and kind = 'person'`,
    [note.personId],
  )
  const person = rows[0]
  if (person === undefined) return
  const written = { text: null, link: null, ...note, subject, id: newId() }
  await mailOf(tx, publicUrl, person, written)
  await keep(tx, written, person.notifications)
}

/** Queues the email of a note, now or for when the person wants it. */
async function mailOf(tx: Tx, publicUrl: string, person: Recipient, note: NewDelivery): Promise<void> {
  const choices = choicesOf(person.notifications)
  if (!choices[note.kind].mail) return
  const habits = { choices, times: timesOf(person.notification_times), zone: person.time_zone }
  const dueAt = mailDue(note.kind, tx.now, habits)
  if (dueAt !== null) return queueEmail(tx, note, dueAt)
  const link = note.link === null ? null : `${publicUrl}${note.link}`
  const mail = noteMail({ name: person.name, title: oneLine(note.title), text: note.text, link })
  await queueMail(tx, { accountId: null, to: person.email, ...mail })
}

/** All of `notify` but the email, for facts that are mailed in words of their own. */
export async function keepNote(tx: Tx, note: Note, choices: unknown): Promise<void> {
  await keep(tx, { text: null, link: null, subject: null, ...note, id: newId() }, choices)
}

async function keep(tx: Tx, note: NewDelivery, stored: unknown): Promise<void> {
  const choice = choicesOf(stored)[note.kind]
  await queueForChannels(
    tx,
    note,
    CHANNELS.filter((channel) => choice[channel]),
  )
  if (!choice.inProduct) return
  await insertNotification(tx, note)
  for (const { id, rev, tenantId } of await openPlaces(tx, note.personId))
    tx.announce(userChanged('updated', { id, rev }, tenantId))
}
