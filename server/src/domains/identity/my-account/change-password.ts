import type { Actor } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { deleteChallengesOf } from '../sessions/challenge.store.ts'
import { endPasswordTokens } from '../directory/password-token.store.ts'
import { lockPerson } from '../sessions/factors.store.ts'
import { personChanged } from '../people/identity.events.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { hashPassword } from '../people/password-hash.ts'
import { passwordFault } from '../people/password-strength.ts'
import { setPasswordHash } from '../people/person.store.ts'
import { reauthenticate } from '../sessions/reauthenticate.ts'
import { deleteOtherSessions, type Origin } from '../sessions/session.store.ts'
import { auditPerson, mailSecurityChange } from '../notices/notify-person.ts'
import { usersOfPerson } from '../people/user.store.ts'

export interface ChangePassword {
  actor: Actor
  token: string
  currentPassword?: string | undefined
  password: string
  origin: Origin
}
type Deps = Pick<IdentityDeps, 'system' | 'throttles' | 'places'>

/**
 * Changes one's own password; the other sessions end, and so do half done sign-ins and mailed links for a new one.
 * @throws session.proof_needed, request.invalid when the password is weak, request.too_many
 */
export async function changePassword(deps: Deps, command: ChangePassword): Promise<void> {
  allow(command.actor, 'person')
  const holder = await reauthenticate(deps, command.token, command.currentPassword)
  const users = await deps.system.read((tx) => usersOfPerson(tx, holder.id))
  const { accounts, tenants } = await deps.places.directory(users.map((user) => user.account_id))
  const names = [...accounts, ...tenants].map((place) => place.name)
  const fault = passwordFault(command.password, [holder.name, holder.email, ...names])
  if (fault !== null) throw fail('request.invalid', { issues: [{ path: ['body', 'password'], ...fault }] })
  const hash = await hashPassword(command.password)
  await deps.system.tx(async (tx) => {
    await lockPerson(tx, holder.id)
    await setPasswordHash(tx, holder.id, hash)
    await deleteOtherSessions(tx, { personId: holder.id, keep: holder.session_id })
    await deleteChallengesOf(tx, holder.id)
    await endPasswordTokens(tx, holder.id, { purpose: 'reset', userId: null })
    tx.announce(personChanged(holder.id))
    const { origin } = command
    await auditPerson(tx, holder, { action: 'person.password_changed', ip: origin.ip })
    const what = 'Your password was changed and your other sessions were ended.'
    await mailSecurityChange(tx, holder, { what, origin })
  })
}
