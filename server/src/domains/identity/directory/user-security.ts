import type { SentInvitation } from '@caseloom/contract/identity/directory'
import { audit } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import { oneLine, queueMail } from '../../../platform/mail/queue-mail.ts'
import { deleteChallengesOf } from '../sessions/challenge.store.ts'
import { removeFactors } from '../sessions/factors.store.ts'
import { deleteSessionsOf } from '../sessions/session.store.ts'
import { personChanged } from '../people/identity.events.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { resetMail } from '../notices/mail-texts.rules.ts'
import { endSessionsIn, lockUser, type Membership } from './membership.store.ts'
import { notify } from '../notices/notify.ts'
import { insertPasswordToken } from './password-token.store.ts'

/** Removes all second factors of a user and ends their sessions. Throws user.elsewhere_too, resource.not_found. */
export async function resetMfa(deps: DirectoryDeps, acting: Acting, userId: string): Promise<void> {
  allowInAccount(acting.actor, acting.accountId)
  await deps.system.tx(async (tx) => {
    const user = await personOf(tx, acting.accountId, userId)
    const reachesFurther = user.elsewhere || user.super_administrator
    if (reachesFurther && !acting.actor.superAdministrator) throw fail('user.elsewhere_too')
    await removeFactors(tx, user.person_id)
    await deleteSessionsOf(tx, user.person_id)
    tx.announce(personChanged(user.person_id))
    await record(tx, acting, user, 'user.mfa_reset')
    await notify(tx, deps.publicUrl, {
      personId: user.person_id,
      accountId: null,
      kind: 'securityChanged',
      title: 'Your second factors were removed',
      text: 'An administrator removed all second factors of your sign-in and signed you out everywhere.',
    })
  })
}

/**
 * Mails a user a one-time link for a new password. The account's administrators may read a captured one only when
 * the link opens nothing but their account. Throws resource.not_found.
 */
export async function mailPasswordReset(
  deps: DirectoryDeps,
  acting: Acting,
  userId: string,
): Promise<SentInvitation> {
  allowInAccount(acting.actor, acting.accountId)
  return deps.system.tx(async (tx) => {
    const user = await personOf(tx, acting.accountId, userId)
    if (user.status !== 'active') throw fail('resource.not_found')
    const { token, until } = await insertPasswordToken(tx, user.person_id, { purpose: 'reset' })
    const link = `${deps.publicUrl}/set-password?token=${token}`
    const reachesFurther = user.elsewhere || user.super_administrator
    const accountId = reachesFurther ? null : acting.accountId
    await queueMail(tx, {
      accountId,
      to: user.email,
      ...resetMail({ name: oneLine(user.name), link, until, reader: user }),
    })
    await record(tx, acting, user, 'user.password_reset_mailed')
    return { mailed: !deps.capturing, link: deps.capturing && !reachesFurther ? link : null }
  })
}

/** Signs a user out of this account everywhere. Throws resource.not_found. */
export async function endUserSessions(deps: DirectoryDeps, acting: Acting, userId: string): Promise<void> {
  allowInAccount(acting.actor, acting.accountId)
  await deps.system.tx(async (tx) => {
    const user = await lockUser(tx, acting.accountId, userId)
    if (user === null) throw fail('resource.not_found')
    await endSessionsIn(tx, user.person_id, acting.accountId)
    await deleteChallengesOf(tx, user.person_id)
    tx.announce(personChanged(user.person_id))
    await record(tx, acting, user, 'user.signed_out')
  })
}

/** A user who is a person: service accounts have neither password nor second factor. */
async function personOf(tx: Tx, accountId: string, userId: string): Promise<Membership> {
  const user = await lockUser(tx, accountId, userId)
  if (user === null || user.kind !== 'person') throw fail('resource.not_found')
  return user
}

async function record(
  tx: Tx,
  { actor, accountId, ip }: Acting,
  user: Membership,
  action: string,
): Promise<void> {
  await audit(tx, { accountId, actor, action, object: { kind: 'user', id: user.id, name: user.name }, ip })
}
