import { SessionItem } from '@caseloom/contract/sign-in'
import type { SessionReach } from '@caseloom/contract/permissions'
import { fail } from '../../platform/errors.ts'
import { deviceOf } from './device.rules.ts'
import { type SessionOwner, sessionOwnerOf } from './session-owner.read.ts'
import { personChanged } from './identity.events.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  deleteOtherSessions,
  deleteSessionById,
  type Origin,
  sessionsOf,
  tokenHash,
} from './session.store.ts'
import { auditPerson } from './notify-person.ts'

type Deps = Pick<IdentityDeps, 'system'>
interface Asking {
  token: string
  origin: Origin
  reach: SessionReach
}

/** Whether a session sees all of its person's sessions, or those of its own provider only. Throws session.mfa_needed. */
function onlyOf({ personNeeds }: SessionReach, holder: SessionOwner): string | null {
  if (personNeeds === 'mfa') throw fail('session.mfa_needed')
  return personNeeds === null ? null : holder.only_account
}

/** The living sessions of a person as far as this one may see them, latest use first. */
export async function mySessions(
  { system }: Deps,
  { token, reach }: Pick<Asking, 'token' | 'reach'>,
): Promise<SessionItem[]> {
  const own = tokenHash(token)
  const rows = await system.read(async (tx) => {
    const holder = await sessionOwnerOf(tx, token)
    return sessionsOf(tx, { personId: holder.id, only: onlyOf(reach, holder) })
  })
  return rows.map((row) =>
    SessionItem.parse({
      id: row.id,
      current: own.equals(row.token_hash),
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      expiresAt: new Date(Math.min(row.expires_at.getTime(), row.idle_until.getTime())).toISOString(),
      ip: row.ip,
      device: deviceOf(row.agent),
      method: row.strength,
    }),
  )
}

/** Ends one of one's own sessions, here and at its sockets; answers whether it was this one. Throws resource.not_found. */
export async function endMySession(
  { system }: Deps,
  { token, origin, reach, sessionId }: Asking & { sessionId: string },
): Promise<{ wasThisOne: boolean }> {
  return system.tx(async (tx) => {
    const holder = await sessionOwnerOf(tx, token)
    const only = onlyOf(reach, holder)
    if (!(await deleteSessionById(tx, { id: sessionId, personId: holder.id, only })))
      throw fail('resource.not_found')
    tx.announce(personChanged(holder.id))
    const object = { kind: 'session', id: sessionId }
    await auditPerson(tx, holder, { action: 'session.ended', ip: origin.ip, object })
    return { wasThisOne: sessionId === holder.session_id }
  })
}

/** Ends all of one's sessions that this one sees, but this one; answers how many. */
export async function endMyOtherSessions(
  { system }: Deps,
  { token, origin, reach }: Asking,
): Promise<number> {
  return system.tx(async (tx) => {
    const holder = await sessionOwnerOf(tx, token)
    const only = onlyOf(reach, holder)
    const ended = await deleteOtherSessions(tx, { personId: holder.id, keep: holder.session_id, only })
    tx.announce(personChanged(holder.id))
    if (ended > 0) await auditPerson(tx, holder, { action: 'session.others_ended', ip: origin.ip })
    return ended
  })
}
