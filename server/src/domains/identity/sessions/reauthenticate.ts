import { fail } from '../../../platform/errors.ts'
import { type SessionOwner, sessionOwnerOf } from './session-owner.read.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { verifyPassword } from '../people/password-hash.ts'

/** So long after signing in no one is asked for the password again. */
const YOUNG_MS = 10 * 60_000

/**
 * Who asks to change their own sign-in, proven by the current password or a session younger than ten minutes. A
 * session that an account's provider opened proves nothing: its word for an address would become a password that
 * opens the accounts which invite that address later. Such people get their first password by a link in a mail.
 * @throws session.none, session.proof_needed, request.too_many
 */
export async function reauthenticate(
  deps: Pick<IdentityDeps, 'system' | 'throttles'>,
  token: string,
  currentPassword: string | undefined,
): Promise<SessionOwner> {
  const { holder, age } = await deps.system.read(async (tx) => {
    const holder = await sessionOwnerOf(tx, token)
    return { holder, age: tx.now.getTime() - holder.session_since.getTime() }
  })
  if (currentPassword === undefined) {
    if (age < YOUNG_MS && holder.only_account === null) return holder
    throw fail('session.proof_needed')
  }
  const { proof } = deps.throttles
  await proof.take(holder.session_id)
  const fits = holder.password_hash !== null && (await verifyPassword(holder.password_hash, currentPassword))
  if (!fits) {
    const message = 'This is not your current password'
    throw fail('session.proof_needed', {
      issues: [{ path: ['body', 'currentPassword'], code: 'wrong_password', message }],
    })
  }
  await proof.giveBack(holder.session_id)
  return holder
}
