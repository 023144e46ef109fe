// Signing in with password, second factor, or passkey, and signing out.
import { fail, isFailure } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { takeAttempt } from '../lockout/attempts.ts'
import { insertChallenge } from '../sessions/challenge.store.ts'
import { emailKey } from '../people/email.rules.ts'
import { lockPerson, methodsOf, readFactors } from '../sessions/factors.store.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { openSession } from './open-session.ts'
import { decoyHash, hashPassword, isOutdated, verifyPassword } from '../people/password-hash.ts'
import { findPersonByEmail, mayComeIn, type PersonRow, renewPasswordHash } from '../people/person.store.ts'
import { codeFits, codeLimits } from './second-factor.ts'
import type { OpenedSession, Origin } from '../sessions/session.store.ts'
import { sourceOf } from '../../../platform/http/source.rules.ts'
import { auditPerson, auditRefusal } from '../notices/notify-person.ts'

export interface LogIn {
  email: string
  password: string
  /** Completes the second factor in the same request. */
  otp?: string | undefined
  origin: Origin
  /** The session that the browser brought along; it ends, whatever it was (no fixation). */
  before: string | null
}
type Deps = Pick<IdentityDeps, 'system' | 'throttles' | 'secrets' | 'publicUrl'>

/**
 * Signs in with email and password. Unknown, disabled and wrong answer alike and after the same work.
 * @throws session.bad_credentials, session.second_factor with the challenge to answer, request.too_many
 */
export async function logIn(deps: Deps, command: LogIn): Promise<OpenedSession> {
  const person = await provePassword(deps, command)
  const code = { who: { personId: person.id }, origin: command.origin }
  const giveBack = command.otp === undefined ? null : await takeAttempt(deps, codeLimits(deps), code)
  const renewed = isOutdated(person.password_hash) ? await hashPassword(command.password) : null
  const answer = await deps.system.tx(async (tx) => {
    if (renewed !== null) await renewPasswordHash(tx, person.id, person.password_hash, renewed)
    return open(deps, tx, { person, command })
  })
  if (answer === 'wrong') throw fail('session.bad_credentials')
  await giveBack?.()
  if ('token' in answer) return answer
  throw fail('session.second_factor', { extra: answer })
}

async function open(
  deps: Deps,
  tx: Tx,
  { person, command }: { person: PersonRow; command: LogIn },
): Promise<OpenedSession | { challenge: string; methods: string[] } | 'wrong'> {
  const { otp, origin, before } = command
  await lockPerson(tx, person.id)
  const factors = await readFactors(tx, person.id)
  const methods = methodsOf(factors)
  const opening = { person, origin, before, onlyAccount: null }
  if (methods.length === 0) return openSession(tx, { ...opening, strength: 'password' })
  if (otp === undefined || !factors.totp) {
    const asked = { purpose: 'second_factor', personId: person.id, sessionId: null, webauthn: null } as const
    return { challenge: await insertChallenge(tx, asked), methods }
  }
  if (await codeFits(tx, deps.secrets, { personId: person.id, code: otp }))
    return openSession(tx, { ...opening, strength: 'mfa' })
  await auditPerson(tx, person, { action: 'session.second_factor_refused', ip: origin.ip })
  return 'wrong'
}

type WithPassword = PersonRow & { password_hash: string }

/**
 * The person behind email and password; every attempt counts until it turns out right.
 * @throws session.bad_credentials, request.too_many
 */
export async function provePassword(
  deps: Pick<IdentityDeps, 'system' | 'throttles' | 'publicUrl'>,
  proof: Pick<LogIn, 'email' | 'password' | 'origin'>,
): Promise<WithPassword> {
  const { email: narrow, person: wide, ip: byIp } = deps.throttles
  const keys = { email: emailKey(proof.email), ip: sourceOf(proof.origin.ip) }
  await byIp.take(keys.ip)
  const who = { emailKey: keys.email }
  const giveBack = await takeAttempt(deps, { narrow, wide }, { who, origin: proof.origin })
  const person = await checkPassword(deps, proof)
  if (person === null) {
    await deps.system.tx((tx) => auditRefusal(tx, { email: proof.email, ip: proof.origin.ip }))
    throw fail('session.bad_credentials')
  }
  await Promise.all([byIp.giveBack(keys.ip), giveBack()]).catch((error: unknown) => {
    // The proof is; the attempt merely counts.
    if (!isFailure(error)) throw error
  })
  return person
}

async function checkPassword(
  { system }: Pick<IdentityDeps, 'system'>,
  { email, password }: Pick<LogIn, 'email' | 'password'>,
): Promise<WithPassword | null> {
  const found = await system.read(async (tx) => {
    const person = await findPersonByEmail(tx, email)
    return { person, welcome: person !== null && (await mayComeIn(tx, person)) }
  })
  const known = found.person?.password_hash ?? null
  const fits = await verifyPassword(known ?? (await decoyHash()), password)
  if (!fits || known === null || found.person === null || !found.welcome) return null
  return { ...found.person, password_hash: known }
}
