// Notifications and mails to a person about their own account.
import { z } from 'zod'
import type { NotificationKind } from '@caseloom/contract/identity/sign-in'
import type { Tx } from '../../../platform/database/types.ts'
import { oneLine, queueMail } from '../../../platform/mail/queue-mail.ts'
import { newId } from '../../../platform/uuid.ts'
import { userChanged } from '../people/identity.events.ts'
import { choicesOf } from '../people/notification-choices.rules.ts'
import { noteMail } from './mail-texts.rules.ts'
import { insertNotification, openPlaces } from './notification.store.ts'

const EmailNameRow = z.object({ email: z.string(), name: z.string(), notifications: z.unknown() })

export interface Note {
  personId: string
  /** The account that it comes from; null when it belongs to the person in all of them. */
  accountId: string | null
  kind: NotificationKind
  title: string
  text?: string | null
  /** Path inside the product. */
  link?: string | null
}

/** Notifies a person through the channels they chose, in the transaction of the event; open browsers are updated. */
export async function notify(tx: Tx, publicUrl: string, note: Note): Promise<void> {
  const rows = await tx.rows(
    EmailNameRow,
    `select email, name, notifications from caseloom.person where id = $1 and kind = 'person'`,
    [note.personId],
  )
  const person = rows[0]
  if (person === undefined) return
  const { text = null, link = null } = note
  if (choicesOf(person.notifications)[note.kind].mail) {
    const address = link === null ? null : `${publicUrl}${link}`
    const mail = noteMail({ name: person.name, title: oneLine(note.title), text, link: address })
    await queueMail(tx, { accountId: null, to: person.email, ...mail })
  }
  await keepNote(tx, note, person.notifications)
}

/** The half of `notify` that stays in the product, for facts that are mailed in words of their own. */
export async function keepNote(tx: Tx, note: Note, choices: unknown): Promise<void> {
  if (!choicesOf(choices)[note.kind].inProduct) return
  await insertNotification(tx, { id: newId(), text: null, link: null, ...note })
  for (const { id, rev, tenantId } of await openPlaces(tx, note.personId))
    tx.announce(userChanged('updated', { id, rev }, tenantId))
}
