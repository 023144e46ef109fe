import { Secret } from 'otpauth'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { afterAdding, afterRemoving, notifyFactorChange } from './change-factors.ts'
import {
  confirmTotpSecret,
  deleteTotp,
  hasFactor,
  lockPerson,
  readFactors,
  readPendingTotp,
  savePendingTotp,
} from '../sessions/factors.store.ts'
import { sessionOwnerOf } from '../sessions/session-owner.read.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { reauthenticate } from '../sessions/reauthenticate.ts'
import { renewCodes } from '../sessions/recovery-codes.ts'
import type { OpenedSession, Origin } from '../sessions/session.store.ts'
import { acceptedStep, totpUri } from '../sessions/totp.rules.ts'

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
const PENDING_MS = 30 * 60_000

type Deps = Pick<IdentityDeps, 'system' | 'throttles' | 'secrets'>
export interface ProvenChange {
  actor: Actor
  token: string
  currentPassword?: string | undefined
  origin: Origin
}

/** Makes a secret for an authenticator app; it counts once a code of it was given in the same session. */
export async function beginTotp(deps: Deps, command: ProvenChange): Promise<{ secret: string; uri: string }> {
  allow(command.actor, 'session')
  const holder = await reauthenticate(deps, command.token, command.currentPassword)
  const secret = new Secret({ size: SECRET_BYTES }).base32
  await deps.system.tx((tx) =>
    savePendingTotp(tx, deps.secrets, {
      personId: holder.id,
      sessionId: holder.session_id,
      secret,
      until: new Date(tx.now.getTime() + PENDING_MS),
    }),
  )
  return { secret, uri: totpUri(secret, holder.email) }
}

/** Takes the one-time password into use; answers fresh recovery codes, and the session again when it became stronger. */
export async function confirmTotp(
  deps: Deps,
  command: { actor: Actor; token: string; code: string; origin: Origin },
): Promise<{ lifted: OpenedSession | null; recoveryCodes: string[] }> {
  const { token, code, origin } = command
  allow(command.actor, 'session')
  const asking = await deps.system.read((tx) => sessionOwnerOf(tx, token))
  await deps.throttles.proof.take(asking.session_id)
  const confirmed = await deps.system.tx(async (tx) => {
    await lockPerson(tx, asking.id)
    const holder = await sessionOwnerOf(tx, token)
    const pending = { personId: holder.id, sessionId: holder.session_id }
    const secret = await readPendingTotp(tx, deps.secrets, pending)
    const step = secret === null ? null : acceptedStep(secret, code, { now: tx.now, lastStep: null })
    if (secret === null || step === null) throw wrongCode(secret !== null)
    const before = await readFactors(tx, holder.id)
    await confirmTotpSecret(tx, deps.secrets, { personId: holder.id, secret, step })
    const what = 'An authenticator app was added to your sign-in.'
    await notifyFactorChange(tx, holder, { action: 'person.totp_added', what, origin })
    return afterAdding(tx, holder, { before, fresh: true })
  })
  await deps.throttles.proof.giveBack(asking.session_id)
  return { lifted: confirmed.lifted, recoveryCodes: confirmed.recoveryCodes ?? [] }
}

function wrongCode(hasPending: boolean): Error {
  const message = hasPending
    ? 'Incorrect code. Check the clock of your device and try the next code.'
    : 'The secret has expired. Start again.'
  return fail('request.invalid', {
    issues: [{ path: ['body', 'code'], code: hasPending ? 'wrong_code' : 'not_begun', message }],
  })
}

/** Removes the one-time password; one that was only begun goes silently. */
export async function removeTotp(deps: Deps, command: ProvenChange): Promise<void> {
  allow(command.actor, 'person')
  const holder = await reauthenticate(deps, command.token, command.currentPassword)
  await deps.system.tx(async (tx) => {
    await lockPerson(tx, holder.id)
    if (!(await deleteTotp(tx, holder.id))) return
    await afterRemoving(tx, holder)
    const what = 'The authenticator app was removed from your sign-in.'
    await notifyFactorChange(tx, holder, { action: 'person.totp_removed', what, origin: command.origin })
  })
}

/** Replaces the recovery codes; throws request.invalid for who has no second factor to recover. */
export async function renewRecoveryCodes(deps: Deps, command: ProvenChange): Promise<string[]> {
  allow(command.actor, 'person')
  const holder = await reauthenticate(deps, command.token, command.currentPassword)
  return deps.system.tx(async (tx) => {
    await lockPerson(tx, holder.id)
    if (!hasFactor(await readFactors(tx, holder.id))) {
      const message = 'Add an authenticator app or a passkey first'
      throw fail('request.invalid', { issues: [{ path: ['body'], code: 'no_factor', message }] })
    }
    const what = 'Your recovery codes were replaced. The old ones no longer work.'
    const { origin } = command
    await notifyFactorChange(tx, holder, { action: 'person.recovery_codes_renewed', what, origin })
    return renewCodes(tx, holder.id)
  })
}
