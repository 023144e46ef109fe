import { isFailure } from '../../../platform/errors.ts'
import { oneLine, queueMail } from '../../../platform/mail/queue-mail.ts'
import { insertUnlock, rememberDevice, takeUnlock } from '../sessions/device.store.ts'
import { lockedMail } from '../notices/mail-texts.rules.ts'
import { keepNote, notify } from '../notices/notify.ts'
import { fail } from '../../../platform/errors.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { findPersonByEmail, getPerson } from '../people/person.store.ts'
import type { Origin } from '../sessions/session.store.ts'
import { auditPerson } from '../notices/notify-person.ts'
import { usersOfPerson } from '../people/user.store.ts'
import { administratorsOf } from '../permissions/account-administrators.read.ts'

type Deps = Pick<IdentityDeps, 'system' | 'throttles' | 'publicUrl'>

/**
 * Notifies the person and the administrators of their accounts, once an hour, that too many attempts from unknown
 * places locked the sign-in there, and mails the link that unlocks it. Unknown addresses count the same.
 */
export async function notifyLocked(
  { system, throttles, publicUrl }: Deps,
  who: { emailKey: string } | { personId: string },
  origin: Origin,
): Promise<void> {
  try {
    await throttles.lockNotice.take('emailKey' in who ? who.emailKey : who.personId)
  } catch (error) {
    if (isFailure(error, 'request.too_many')) return
    throw error
  }
  await system.tx(async (tx) => {
    const person =
      'emailKey' in who ? await findPersonByEmail(tx, who.emailKey) : await getPerson(tx, who.personId)
    if (person === null) return
    const { token, until } = await insertUnlock(tx, person.id)
    const link = `${publicUrl}/unlock?token=${token}`
    const mail = lockedMail({ name: oneLine(person.name), link, until, reader: person })
    await queueMail(tx, { accountId: null, to: person.email, ...mail })
    await auditPerson(tx, person, { action: 'session.locked', ip: origin.ip })
    const title = `Too many sign-in attempts for ${oneLine(person.name)}`
    const text =
      'Sign-in from unknown devices is paused for up to an hour. A link to unlock it was sent by email.'
    const note = { kind: 'securityChanged', title, text } as const
    await keepNote(tx, { ...note, personId: person.id, accountId: null }, person.notifications)
    for (const user of (await usersOfPerson(tx, person.id)).filter((each) => each.status === 'active')) {
      const accountId = user.account_id
      for (const personId of await administratorsOf(tx, accountId))
        if (personId !== person.id) await notify(tx, publicUrl, { ...note, personId, accountId })
    }
  })
}

/**
 * Makes the browser that opened a mailed unlock link one of the person's devices, which pass the lock; answers the
 * token for its cookie. Throws session.challenge_over.
 */
export async function unlock(
  { system }: Pick<Deps, 'system'>,
  { token, origin }: { token: string; origin: Origin },
): Promise<string> {
  return system.tx(async (tx) => {
    const personId = await takeUnlock(tx, token)
    const person = personId === null ? null : await getPerson(tx, personId)
    if (person === null) throw fail('session.challenge_over')
    await auditPerson(tx, person, { action: 'session.unlocked', ip: origin.ip })
    return rememberDevice(tx, person.id, origin.device ?? null)
  })
}
