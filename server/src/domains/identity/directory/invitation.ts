import type { Tx } from '../../../platform/database/types.ts'
import { audit } from '../../../platform/audit/audit.ts'
import { oneLine, queueMail } from '../../../platform/mail/queue-mail.ts'
import { personChanged } from '../people/identity.events.ts'
import { readSignIn } from '../sessions/sign-in-settings.store.ts'
import type { AuditedPerson } from '../notices/notify-person.ts'
import { invitationMail, joinMail } from '../notices/mail-texts.rules.ts'
import { acceptInvitations, type Membership, touchUsers } from './membership.store.ts'
import { insertPasswordToken } from './password-token.store.ts'

export interface Invitation {
  user: Membership
  accountName: string
  inviter: string
  until: Date
  publicUrl: string
}

/**
 * Mails an invitation. Who is new gets a link to choose a password with, where passwords count. Who has a password or
 * belongs to other accounts gets none: it would open more than this account to anyone who reads the mail. Answers the link.
 */
export async function mailInvitation(
  tx: Tx,
  { user, publicUrl, ...facts }: Invitation,
): Promise<string | null> {
  const { password_allowed: takesPasswords } = await readSignIn(tx, user.account_id)
  const isNew = takesPasswords && !user.has_password && !user.elsewhere && !user.super_administrator
  const names = {
    name: oneLine(user.name),
    accountName: oneLine(facts.accountName),
    inviter: oneLine(facts.inviter),
  }
  const own = isNew ? await newLink(tx, user, publicUrl) : null
  const mail =
    own === null
      ? joinMail({ ...names, link: `${publicUrl}/login`, until: facts.until })
      : invitationMail({ ...names, ...own })
  await queueMail(tx, { accountId: user.account_id, to: user.email, ...mail })
  return own?.link ?? null
}

async function newLink(tx: Tx, user: Membership, publicUrl: string): Promise<{ link: string; until: Date }> {
  const use = { purpose: 'invitation', userId: user.id } as const
  const { token, until } = await insertPasswordToken(tx, user.person_id, use)
  return { link: `${publicUrl}/set-password?token=${token}`, until }
}

/** Who signs in accepts the invitations that wait for them: all, or those of the account whose provider let them in. */
export async function acceptOnSignIn(
  tx: Tx,
  person: AuditedPerson,
  { ip, accountId }: { ip: string; accountId: string | null },
): Promise<void> {
  const joined = await acceptInvitations(tx, person.id, { accountId })
  for (const user of joined) {
    await auditJoined(tx, person, { user, ip })
    tx.announce(personChanged(person.id))
  }
  await touchUsers(tx, person.id, accountId)
}

export async function auditJoined(
  tx: Tx,
  person: AuditedPerson,
  { user, ip }: { user: { id: string; account_id: string }; ip: string },
): Promise<void> {
  await audit(tx, {
    accountId: user.account_id,
    actor: { kind: 'user', id: user.id, personId: person.id, name: person.name },
    action: 'user.joined',
    object: { kind: 'user', id: user.id, name: person.name },
    ip,
  })
}
