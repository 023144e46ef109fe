import type { JsonObject } from '@caseloom/contract/kernel/json'
import { fail } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { deleteChallenge, insertChallenge, lockChallenge, setWebauthn } from '../sessions/challenge.store.ts'
import { lockPerson } from '../sessions/factors.store.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { openSession } from './open-session.ts'
import { lockPasskey, ownerOf, passkeysOf, usePasskey } from '../sessions/passkey.store.ts'
import { getPerson, mayComeIn } from '../people/person.store.ts'
import type { OpenedSession, Origin } from '../sessions/session.store.ts'
import { sourceOf } from '../../../platform/http/source.rules.ts'
import { createWebAuthn, credentialIdOf, namesPerson, type Options } from '../sessions/web-authn.ts'

type Deps = Pick<IdentityDeps, 'system' | 'throttles' | 'publicUrl'>

/** What the browser hands to an authenticator: for the second factor of a challenge, or for a sign-in by passkey alone. */
export async function passkeyOptions(
  deps: Deps,
  { challenge, ip }: { challenge: string | undefined; ip: string },
): Promise<Options> {
  await deps.throttles.passkey.take(sourceOf(ip))
  const webAuthn = createWebAuthn(deps.publicUrl)
  return deps.system.tx(async (tx) => {
    if (challenge === undefined) {
      const asked = await webAuthn.request([], 'required')
      const question = { purpose: 'passkey_login', personId: null, sessionId: null } as const
      const token = await insertChallenge(tx, { ...question, webauthn: asked.challenge })
      return { challenge: token, options: asked.options }
    }
    const open = await lockChallenge(tx, challenge, 'second_factor')
    if (open === null || open.personId === null) throw fail('session.challenge_over')
    const asked = await webAuthn.request(await passkeysOf(tx, open.personId), 'preferred')
    await setWebauthn(tx, challenge, asked.challenge)
    return { challenge, options: asked.options }
  })
}

export interface PasskeyLogIn {
  challenge: string
  response: JsonObject
  origin: Origin
  before: string | null
}

/**
 * Signs in by a passkey that verified its person: two factors in one. The challenge is spent by the first answer.
 * @throws session.challenge_over, session.bad_credentials, request.too_many
 */
export async function logInByPasskey(deps: Deps, command: PasskeyLogIn): Promise<OpenedSession> {
  const ip = sourceOf(command.origin.ip)
  await deps.throttles.ip.take(ip)
  const opened = await deps.system.tx(async (tx) => {
    const challenge = await lockChallenge(tx, command.challenge, 'passkey_login')
    if (challenge === null || challenge.webauthn === null) return 'over'
    await deleteChallenge(tx, command.challenge)
    return open(deps, tx, { command, webauthn: challenge.webauthn })
  })
  if (opened === 'over') throw fail('session.challenge_over')
  if (opened === null) throw fail('session.bad_credentials')
  await deps.throttles.ip.giveBack(ip)
  return opened
}

async function open(
  deps: Deps,
  tx: Tx,
  { command, webauthn }: { command: PasskeyLogIn; webauthn: string },
): Promise<OpenedSession | null> {
  const { response, origin, before } = command
  const credentialId = credentialIdOf(response)
  const owner = await ownerOf(tx, credentialId)
  if (owner === null || !namesPerson(response, owner) || !(await lockPerson(tx, owner))) return null
  const passkey = await lockPasskey(tx, credentialId)
  if (passkey === null) return null
  const expected = { challenge: webauthn, passkey, requireUserVerification: true }
  const counter = await createWebAuthn(deps.publicUrl).proven(response, expected)
  const person = counter === null ? null : await getPerson(tx, passkey.person_id)
  if (counter === null || person === null || !(await mayComeIn(tx, person))) return null
  await usePasskey(tx, passkey.id, counter)
  return openSession(tx, { person, origin, before, strength: 'mfa', onlyAccount: null })
}
