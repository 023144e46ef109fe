import { fail, isFailure } from '../../platform/errors.ts'
import { emailKey } from './email.rules.ts'
import { personChanged } from './identity.events.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { decoyHash, hashPassword, isOutdated, verifyPassword } from './password-hash.ts'
import { findPersonByEmail, mayComeIn, type PersonRow, renewPasswordHash } from './person.store.ts'
import { deleteSession, insertSession, type OpenedSession, type Origin } from './session.store.ts'

export interface LogIn {
  email: string
  password: string
  origin: Origin
  /** The session that the browser brought along; it ends, whatever it was (no fixation). */
  before: string | null
}

/**
 * Signs in with e-mail and password. Unknown, disabled and wrong answer alike and after the same work.
 * @throws session.bad_credentials, request.too_many
 */
export async function logIn(deps: IdentityDeps, command: LogIn): Promise<OpenedSession> {
  const keys = { email: emailKey(command.email), ip: command.origin.ip }
  await deps.throttles.ip.take(keys.ip)
  await deps.throttles.email.take(keys.email)
  const person = await checkPassword(deps, command)
  if (person === null) throw fail('session.bad_credentials')
  const renewed = isOutdated(person.password_hash) ? await hashPassword(command.password) : null
  const opened = await deps.system.tx(async (tx) => {
    if (renewed !== null) await renewPasswordHash(tx, person.id, person.password_hash, renewed)
    const ended = command.before === null ? null : await deleteSession(tx, command.before)
    if (ended !== null) tx.announce(personChanged(ended))
    return insertSession(tx, person.id, command.origin)
  })
  await Promise.all([deps.throttles.ip.giveBack(keys.ip), deps.throttles.email.giveBack(keys.email)]).catch(
    (error: unknown) => {
      // The log-in stands; the attempt merely counts.
      if (!isFailure(error)) throw error
    },
  )
  return opened
}

type WithPassword = PersonRow & { password_hash: string }

async function checkPassword(deps: IdentityDeps, command: LogIn): Promise<WithPassword | null> {
  const found = await deps.system.read(async (tx) => {
    const person = await findPersonByEmail(tx, command.email)
    return { person, welcome: person !== null && (await mayComeIn(tx, person)) }
  })
  const known = found.person?.password_hash ?? null
  const fits = await verifyPassword(known ?? (await decoyHash()), command.password)
  if (!fits || known === null || found.person === null || !found.welcome) return null
  return { ...found.person, password_hash: known }
}
