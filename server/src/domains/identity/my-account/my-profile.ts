// What people change about themselves: profile, password, factors, and sessions.
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Me, type NotificationChoices } from '@caseloom/contract/identity/sign-in'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { readFactors } from '../sessions/factors.store.ts'
import { personChanged, userChanged } from '../people/identity.events.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { choicesOf } from '../people/notification-choices.rules.ts'
import { passkeysOf } from '../sessions/passkey.store.ts'
import { getPerson, type PersonRow, type ProfileChange, updateProfile } from '../people/person.store.ts'
import { localeFault, zoneFault } from '../people/profile.rules.ts'
import { reachOf } from '../permissions/reach-of.ts'
import type { Origin } from '../sessions/session.store.ts'
import { policiesOfPerson } from '../sessions/sign-in-settings.store.ts'
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
  change: Omit<ProfileChange, 'notifications'> & { notifications?: NotificationChoices | undefined }
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

async function mustGet(tx: Tx, personId: string): Promise<PersonRow> {
  const person = await getPerson(tx, personId)
  if (person === null) throw fail('session.none')
  return person
}
