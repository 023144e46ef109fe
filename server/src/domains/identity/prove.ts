import type { Tx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { type Holder, holderOf } from './holder.read.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { verifyPassword } from './password-hash.ts'
import { usersOfPerson } from './user.store.ts'

/** So long after signing in nobody is asked for the password again. */
const YOUNG_MS = 10 * 60_000

/**
 * Who asks to change their own sign-in, proven by the current password or a session younger than ten minutes. A
 * session that one account's provider opened proves nothing to the other accounts of the person.
 * @throws session.none, session.proof_needed, request.too_many
 */
export async function prove(
  deps: Pick<IdentityDeps, 'system' | 'throttles'>,
  token: string,
  currentPassword: string | undefined,
): Promise<Holder> {
  const { holder, isProven } = await deps.system.read(async (tx) => {
    const holder = await holderOf(tx, token)
    return { holder, isProven: await provenBySession(tx, holder) }
  })
  if (currentPassword === undefined) {
    if (isProven) return holder
    throw fail('session.proof_needed')
  }
  const { proof } = deps.throttles
  await proof.take(holder.id)
  const fits = holder.password_hash !== null && (await verifyPassword(holder.password_hash, currentPassword))
  if (!fits) {
    const message = 'This is not your current password'
    throw fail('session.proof_needed', {
      issues: [{ path: ['body', 'currentPassword'], code: 'wrong_password', message }],
    })
  }
  await proof.giveBack(holder.id)
  return holder
}

async function provenBySession(tx: Tx, holder: Holder): Promise<boolean> {
  if (tx.now.getTime() - holder.session_since.getTime() >= YOUNG_MS) return false
  if (holder.only_account === null) return true
  const users = await usersOfPerson(tx, holder.id)
  return !holder.super_administrator && users.every((user) => user.account_id === holder.only_account)
}
