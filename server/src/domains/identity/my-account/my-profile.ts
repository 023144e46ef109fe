// What people change about themselves: profile, password, factors, and sessions.
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { NotificationChoices, NotificationTimes } from '@caseloom/contract/identity/notification-choices'
import { Me } from '@caseloom/contract/identity/sign-in'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { readFactors } from '../sessions/factors.store.ts'
import { personChanged, userChanged } from '../people/identity.events.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { choicesOf } from '../people/notification-choices.rules.ts'
import { dueAgain, timesOf } from '../people/notification-times.rules.ts'
import { passkeysOf } from '../sessions/passkey.store.ts'
import { getPerson, type PersonRow, type ProfileChange, updateProfile } from '../people/person.store.ts'
import { localeFault, zoneFault } from '../people/profile.rules.ts'
import { reachOf } from '../permissions/reach-of.ts'
import type { Origin } from '../sessions/session.store.ts'
import { policiesOfPerson } from '../sessions/sign-in-settings.store.ts'
import { moveDeliveries } from '../notices/delivery.store.ts'
import { auditPerson, mailSecurityChange } from '../notices/notify-person.ts'
import { bumpUser, usersOfPerson } from '../people/user.store.ts'

type Deps = Pick<IdentityDeps, 'system' | 'places'>

/**
 * One's own profile and security settings. A session that speaks for one account sees nothing of the others, nor of
 * the passkeys. Throws session.none when the person is gone.
 */
export async function viewMe({ system, places }: Deps, actor: Actor): Promise<Me> {
  allow(actor, 'session')
  const { personId, reach } = reachOf(actor)
  const isBound = reach.personNeeds === 'elsewhere'
  const facts = await system.read(async (tx) => {
    const person = await mustGet(tx, personId)
    const policies = await policiesOfPerson(tx, personId)
    const demanding = policies
      .filter(({ accountId }) => !isBound || reach.accounts.includes(accountId))
      .flatMap(({ accountId, mfaRequired, mfaExempt }) => (mfaRequired && !mfaExempt ? [accountId] : []))
    const factors = await readFactors(tx, personId)
    const passkeys = isBound ? [] : await passkeysOf(tx, personId)
    return { person, demanding, factors, passkeys }
  })
  const { person, factors } = facts
  const { accounts } = await places.directory(facts.demanding)
  // Parsing brands the ids.
  return Me.parse({
    personId: person.id,
    email: person.email,
    name: person.name,
    timeZone: person.time_zone,
    locale: person.locale,
    theme: person.theme,
    notifications: choicesOf(person.notifications),
    notificationTimes: timesOf(person.notification_times),
    changeNeeds: reach.personNeeds,
    hasPassword: person.password_hash !== null,
    mfa: {
      totp: factors.totp,
      passkeys: facts.passkeys.map((passkey) => ({
        id: passkey.id,
        name: passkey.name,
        createdAt: passkey.created_at.toISOString(),
        lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
      })),
      recoveryCodesLeft: factors.recoveryCodes,
      requiredBy: accounts.map((account) => account.name),
    },
  })
}

export interface UpdateMe {
  actor: Actor
  change: Omit<ProfileChange, 'notifications' | 'notificationTimes'> & {
    notifications?: NotificationChoices | undefined
    notificationTimes?: NotificationTimes | undefined
  }
  origin: Origin
}

/** Changes one's own profile; a new name shows immediately where people are listed. Throws request.invalid. */
export async function updateMe(deps: Deps, { actor, change, origin }: UpdateMe): Promise<Me> {
  allow(actor, 'person')
  const { personId } = reachOf(actor)
  const issues = [...zoneFault(change.timeZone), ...localeFault(change.locale)]
  if (issues.length > 0) throw fail('request.invalid', { issues })
  const name = change.name === undefined ? undefined : cleanText(change.name)
  const users = await deps.system.read((tx) => usersOfPerson(tx, personId))
  const { tenants } = await deps.places.directory(users.map((user) => user.account_id))
  await deps.system.tx(async (tx) => {
    const before = await mustGet(tx, personId)
    await updateProfile(tx, personId, { ...change, name })
    await auditPerson(tx, before, { action: 'person.profile_changed', ip: origin.ip })
    await notifyIfSilenced(tx, before, { notifications: change.notifications, origin })
    await retimeEmails(tx, personId, change)
    if (name === undefined || name === before.name) return
    tx.announce(personChanged(personId))
    for (const user of users) {
      const rev = await bumpUser(tx, user.id)
      for (const tenant of tenants.filter((each) => each.accountId === user.account_id))
        tx.announce(userChanged('updated', { id: user.id, rev }, tenant.id))
    }
  })
  return viewMe(deps, actor)
}

/** Prevents a session hijacker from switching off the warnings unnoticed. */
async function notifyIfSilenced(
  tx: Tx,
  before: PersonRow,
  { notifications, origin }: { notifications: NotificationChoices | undefined; origin: Origin },
): Promise<void> {
  if (notifications === undefined || notifications.securityChanged.mail) return
  const what = 'Emails about changes to your sign-in were turned off.'
  await mailSecurityChange(tx, before, { what, origin })
}

/** What waits goes out when the person wants it from now on. */
async function retimeEmails(tx: Tx, personId: string, change: UpdateMe['change']): Promise<void> {
  const { notifications, notificationTimes, timeZone } = change
  if (notifications === undefined && notificationTimes === undefined && timeZone === undefined) return
  const person = await mustGet(tx, personId)
  const choices = choicesOf(person.notifications)
  const times = timesOf(person.notification_times)
  await moveDeliveries(tx, personId, dueAgain(tx.now, { choices, times, zone: person.time_zone }))
}

async function mustGet(tx: Tx, personId: string): Promise<PersonRow> {
  const person = await getPerson(tx, personId)
  if (person === null) throw fail('session.none')
  return person
}
