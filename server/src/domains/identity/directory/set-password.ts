import { audit } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { hashPassword } from '../people/password-hash.ts'
import { passwordFault } from '../people/password-strength.ts'
import { setPasswordHash } from '../people/person.store.ts'
import { deleteSessionsOf } from '../sessions/session.store.ts'
import { usersOfPerson } from '../people/user.store.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import { auditJoined } from './invitation.ts'
import { acceptInvitations } from './membership.store.ts'
import { notify } from '../notices/notify.ts'
import {
  endPasswordTokens,
  findPasswordToken,
  type PasswordTokenRow,
  usePasswordToken,
} from './password-token.store.ts'
import { announceUser } from './rights-changed.ts'
import { personChanged } from '../people/identity.events.ts'

type Deps = Pick<DirectoryDeps, 'system' | 'places' | 'publicUrl'>
type TokenState = 'valid' | 'used' | 'expired' | 'unknown'

/** Whether a one-time token is valid now, checked before the form is shown. */
export async function checkPasswordToken(
  { system }: Pick<Deps, 'system'>,
  token: string,
): Promise<{ state: TokenState; email: string | null; purpose: 'invitation' | 'reset' | null }> {
  return system.read(async (tx) => {
    const row = await findPasswordToken(tx, token, false)
    const state = stateOf(row, tx.now)
    if (row === null || state !== 'valid') return { state, email: null, purpose: null }
    return { state, email: row.email, purpose: row.purpose }
  })
}

/** A token counts while its invitation is open, or while its person may come in. */
function stateOf(row: PasswordTokenRow | null, now: Date): TokenState {
  if (row === null) return 'unknown'
  if (row.used_at !== null) return 'used'
  const isUsable = row.purpose === 'invitation' ? row.user_status === 'invited' : row.welcome
  return isUsable && row.expires_at.getTime() > now.getTime() ? 'valid' : 'expired'
}

/**
 * Sets a password by a one-time token: all sessions of the person end, and so do other open tokens. An invitation
 * becomes a membership.
 * @throws password.token_used, password.token_expired, password.token_unknown, request.invalid at a weak password
 */
export async function setPassword(
  deps: Deps,
  command: { token: string; password: string; ip: string },
): Promise<void> {
  const before = await deps.system.read((tx) => usable(tx, command.token, false))
  const fault = passwordFault(command.password, [before.name, before.email])
  if (fault !== null) throw fail('request.invalid', { issues: [{ path: ['body', 'password'], ...fault }] })
  const hash = await hashPassword(command.password)
  const tenants = before.account_id === null ? [] : (await deps.places.directory([before.account_id])).tenants
  await deps.system.tx(async (tx) => {
    const row = await usable(tx, command.token, true)
    await usePasswordToken(tx, row.id)
    await endPasswordTokens(tx, row.person_id, 'all')
    await setPasswordHash(tx, row.person_id, hash)
    await deleteSessionsOf(tx, row.person_id)
    tx.announce(personChanged(row.person_id))
    const person = { id: row.person_id, name: row.name }
    if (row.user_id !== null) {
      for (const user of await acceptInvitations(tx, row.person_id, { userId: row.user_id })) {
        await auditJoined(tx, person, { user, ip: command.ip })
        announceUser(tx, user, tenants)
      }
    }
    await recordPassword(tx, row, command.ip)
    if (row.purpose === 'reset') {
      await notify(tx, deps.publicUrl, {
        personId: row.person_id,
        accountId: null,
        kind: 'securityChanged',
        title: 'Your password was changed',
        text: 'It was set with a link sent to you by email. You were signed out everywhere.',
      })
    }
  })
}

async function usable(tx: Tx, token: string, lock: boolean): Promise<PasswordTokenRow> {
  const row = await findPasswordToken(tx, token, lock)
  const state = stateOf(row, tx.now)
  if (row === null || state === 'unknown') throw fail('password.token_unknown')
  if (state === 'used') throw fail('password.token_used')
  if (state === 'expired') throw fail('password.token_expired')
  return row
}

/** Every account of the person hears of it; a super administrator's own belongs to the installation. */
async function recordPassword(tx: Tx, row: PasswordTokenRow, ip: string): Promise<void> {
  const users = (await usersOfPerson(tx, row.person_id)).filter((user) => user.status === 'active')
  const places = users.map((user) => ({ accountId: user.account_id, id: user.id }))
  for (const { accountId, id } of places.length > 0 ? places : [{ accountId: null, id: row.person_id }]) {
    await audit(tx, {
      accountId,
      actor: { kind: 'user', id, personId: row.person_id, name: row.name },
      action: 'user.password_set',
      object: { kind: 'user', id, name: row.name },
      after: { purpose: row.purpose },
      ip,
    })
  }
}
