import type { Tx } from '../../../platform/database/types.ts'
import { audit } from '../../../platform/audit/audit.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { newId } from '../../../platform/uuid.ts'
import { deviceOf } from '../sessions/device.rules.ts'
import { keepNote } from './notify.ts'
import { choicesOf } from '../people/notification-choices.rules.ts'
import { findPersonByEmail } from '../people/person.store.ts'
import type { Origin } from '../sessions/session.store.ts'
import { usersOfPerson } from '../people/user.store.ts'

export interface AuditedPerson {
  id: string
  name: string
}

/** Writes what a person did to their own sign-in into the audit log of each of their accounts. */
export async function auditPerson(
  tx: Tx,
  person: AuditedPerson,
  fact: {
    action: string
    ip: string
    accountId?: string | null
    object?: { kind: string; id: string; name?: string }
  },
): Promise<void> {
  const users = (await usersOfPerson(tx, person.id)).filter((user) => user.status === 'active')
  const only = fact.accountId ?? null
  const concerned = only === null ? users : users.filter((user) => user.account_id === only)
  const places = concerned.map((user) => ({ accountId: user.account_id, id: user.id }))
  for (const { accountId, id } of places.length > 0 ? places : [{ accountId: null, id: person.id }]) {
    await audit(tx, {
      accountId,
      actor: { kind: 'user', id, personId: person.id, name: person.name },
      action: fact.action,
      object: fact.object ?? { kind: 'user', id, name: person.name },
      ip: fact.ip,
    })
  }
}

/**
 * Logs a failed sign-in by email and password in each account of the person, if the person exists. The typed address is
 * stored only when it looks like one: it may be a password in the wrong field.
 */
export async function auditRefusal(tx: Tx, { email, ip }: { email: string; ip: string }): Promise<void> {
  const person = await findPersonByEmail(tx, email)
  // A stranger costs the same look-ups.
  const known = await usersOfPerson(tx, person?.id ?? newId())
  const users = known.filter((user) => user.status !== 'invited')
  const name = person?.email ?? (email.includes('@') ? email : null)
  const object = { kind: 'person', id: person?.id ?? 'unknown', name }
  for (const accountId of users.length > 0 ? users.map((user) => user.account_id) : [null])
    await audit(tx, { accountId, actor: null, action: 'session.refused', object, ip })
}

export interface NotifiedPerson extends AuditedPerson {
  email: string
  notifications: unknown
}

/** Notifies a person that the security of their sign-in changed, unless they opted out. */
export async function mailSecurityChange(
  tx: Tx,
  person: NotifiedPerson,
  { what, origin }: { what: string; origin: Origin },
): Promise<void> {
  const note = {
    personId: person.id,
    accountId: null,
    kind: 'securityChanged',
    title: 'Your sign-in changed',
    text: what,
  } as const
  await keepNote(tx, note, person.notifications)
  if (!choicesOf(person.notifications).securityChanged.mail) return
  await mail(tx, person, { subject: 'Your sign-in to Caseloom changed', what, origin })
}

/** Mails a person that someone signed in as them, if they opted in. */
export async function mailSignIn(tx: Tx, person: NotifiedPerson, origin: Origin): Promise<void> {
  if (!choicesOf(person.notifications).signIn.mail) return
  const what = 'Someone signed in to Caseloom with your address.'
  await mail(tx, person, { subject: 'New sign-in to Caseloom', what, origin })
}

async function mail(
  tx: Tx,
  person: NotifiedPerson,
  { subject, what, origin }: { subject: string; what: string; origin: Origin },
): Promise<void> {
  await queueMail(tx, {
    accountId: null,
    to: person.email,
    subject,
    text: [
      `Hello ${person.name},`,
      '',
      what,
      '',
      `When: ${tx.now.toISOString()}`,
      `From: ${origin.ip}, ${deviceOf(origin.agent)}`,
      '',
      'If this wasn’t you, change your password, end your other sessions, and contact your administrator.',
      '',
    ].join('\n'),
  })
}
