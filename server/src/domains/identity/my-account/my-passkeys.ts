import type { JsonObject } from '@caseloom/contract/kernel/json'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { deleteChallenge, insertChallenge, lockChallenge } from '../sessions/challenge.store.ts'
import { afterAdding, afterRemoving, notifyFactorChange } from './change-factors.ts'
import { lockPerson, readFactors } from '../sessions/factors.store.ts'
import { sessionOwnerOf } from '../sessions/session-owner.read.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import type { ProvenChange } from './my-totp.ts'
import { deletePasskey, insertPasskey, passkeysOf, renamePasskeyRow } from '../sessions/passkey.store.ts'
import { reauthenticate } from '../sessions/reauthenticate.ts'
import type { OpenedSession, Origin } from '../sessions/session.store.ts'
import { auditPerson } from '../notices/notify-person.ts'
import { createWebAuthn, type Options } from '../sessions/web-authn.ts'

/** More than anyone needs, and few enough for the list that goes to the authenticator. */
const MAX_PASSKEYS = 25

type Deps = Pick<IdentityDeps, 'system' | 'throttles' | 'publicUrl'>

/** Options for `navigator.credentials.create`, bound to the person and the session. */
export async function beginPasskey(deps: Deps, command: ProvenChange): Promise<Options> {
  allow(command.actor, 'session')
  const holder = await reauthenticate(deps, command.token, command.currentPassword)
  return deps.system.tx(async (tx) => {
    const known = await passkeysOf(tx, holder.id)
    if (known.length >= MAX_PASSKEYS) {
      const message = `Remove one first: ${MAX_PASSKEYS} passkeys is the maximum`
      throw fail('request.invalid', { issues: [{ path: ['body'], code: 'too_many', message }] })
    }
    const asked = await createWebAuthn(deps.publicUrl).creation(holder, known)
    const challenge = await insertChallenge(tx, {
      purpose: 'passkey_add',
      personId: holder.id,
      sessionId: holder.session_id,
      webauthn: asked.challenge,
    })
    return { challenge, options: asked.options }
  })
}

export interface AddPasskey {
  actor: Actor
  token: string
  challenge: string
  name: string
  response: JsonObject
  origin: Origin
}

/**
 * Keeps a new passkey; the challenge is spent by the first answer.
 * @throws session.challenge_over, request.invalid when the answer does not hold or the passkey is known already
 */
export async function addPasskey(
  deps: Deps,
  command: AddPasskey,
): Promise<{ lifted: OpenedSession | null; recoveryCodes: string[] | null }> {
  allow(command.actor, 'session')
  const added = await deps.system.tx(async (tx) => {
    const asking = await sessionOwnerOf(tx, command.token)
    const challenge = await lockChallenge(tx, command.challenge, 'passkey_add')
    if (challenge === null || challenge.webauthn === null) return 'over'
    if (challenge.sessionId !== asking.session_id) return 'over'
    await deleteChallenge(tx, command.challenge)
    const made = await createWebAuthn(deps.publicUrl).created(command.response, challenge.webauthn)
    if (made === null) return 'refused'
    await lockPerson(tx, asking.id)
    const holder = await sessionOwnerOf(tx, command.token)
    const before = await readFactors(tx, holder.id)
    const passkey = {
      id: newId(),
      person_id: holder.id,
      credential_id: made.id,
      public_key: made.publicKey,
      counter: made.counter,
      transports: made.transports,
      name: cleanText(command.name),
    }
    if (!(await insertPasskey(tx, passkey))) return 'refused'
    const what = `The passkey “${passkey.name}” was added to your sign-in.`
    await notifyFactorChange(tx, holder, { action: 'person.passkey_added', what, origin: command.origin })
    return afterAdding(tx, holder, { before, fresh: false })
  })
  if (added === 'over') throw fail('session.challenge_over')
  if (added !== 'refused') return added
  const message = 'Couldn’t add this passkey. Try again or use another one.'
  throw fail('request.invalid', { issues: [{ path: ['body', 'response'], code: 'refused', message }] })
}

/** Gives one of one's own passkeys another name; throws resource.not_found. */
export async function renamePasskey(
  { system }: Deps,
  command: { actor: Actor; token: string; passkeyId: string; name: string; origin: Origin },
): Promise<void> {
  allow(command.actor, 'person')
  await system.tx(async (tx) => {
    const holder = await sessionOwnerOf(tx, command.token)
    const name = cleanText(command.name)
    const wanted = { id: command.passkeyId, personId: holder.id, name }
    if (!(await renamePasskeyRow(tx, wanted))) throw fail('resource.not_found')
    const object = { kind: 'passkey', id: command.passkeyId, name }
    await auditPerson(tx, holder, { action: 'person.passkey_renamed', ip: command.origin.ip, object })
  })
}

/** Removes one of one's own passkeys; throws resource.not_found, session.proof_needed. */
export async function removePasskey(
  deps: Deps,
  command: ProvenChange & { passkeyId: string },
): Promise<void> {
  allow(command.actor, 'person')
  const holder = await reauthenticate(deps, command.token, command.currentPassword)
  await deps.system.tx(async (tx) => {
    await lockPerson(tx, holder.id)
    const name = await deletePasskey(tx, { id: command.passkeyId, personId: holder.id })
    if (name === null) throw fail('resource.not_found')
    await afterRemoving(tx, holder)
    const what = `The passkey “${name}” was removed from your sign-in.`
    await notifyFactorChange(tx, holder, { action: 'person.passkey_removed', what, origin: command.origin })
  })
}
