import { SessionItem } from '@caseloom/contract/identity/sign-in'
import type { Actor, SessionReach } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { deviceOf } from '../sessions/device.rules.ts'
import { type SessionOwner, sessionOwnerOf } from '../sessions/session-owner.read.ts'
import { personChanged } from '../people/identity.events.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import {
  deleteOtherSessions,
  deleteSessionById,
  type Origin,
  sessionsOf,
  tokenHash,
} from '../sessions/session.store.ts'
import { reachOf } from '../permissions/reach-of.ts'
import { auditPerson } from '../notices/notify-person.ts'

type Deps = Pick<IdentityDeps, 'system'>
interface Asking {
  actor: Actor
  token: string
  origin: Origin
}

/** Whether a session sees all of its person's sessions, or those of its own provider only. Throws session.mfa_needed. */
function onlyOf({ personNeeds }: SessionReach, holder: SessionOwner): string | null {
  if (personNeeds === 'mfa') throw fail('session.mfa_needed')
  return personNeeds === null ? null : holder.only_account
}

/** The living sessions of a person as far as this one may see them, latest use first. */
export async function mySessions(
  { system }: Deps,
  { actor, token }: Pick<Asking, 'actor' | 'token'>,
): Promise<SessionItem[]> {
  allow(actor, 'session')
  const own = tokenHash(token)
  const rows = await system.read(async (tx) => {
    const holder = await sessionOwnerOf(tx, token)
    return sessionsOf(tx, { personId: holder.id, only: onlyOf(reachOf(actor).reach, holder) })
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
  { actor, token, origin, sessionId }: Asking & { sessionId: string },
): Promise<{ wasThisOne: boolean }> {
  allow(actor, 'session')
  return system.tx(async (tx) => {
    const holder = await sessionOwnerOf(tx, token)
    const only = onlyOf(reachOf(actor).reach, holder)
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
  { actor, token, origin }: Asking,
): Promise<number> {
  allow(actor, 'session')
  return system.tx(async (tx) => {
    const holder = await sessionOwnerOf(tx, token)
    const only = onlyOf(reachOf(actor).reach, holder)
    const ended = await deleteOtherSessions(tx, { personId: holder.id, keep: holder.session_id, only })
    tx.announce(personChanged(holder.id))
    if (ended > 0) await auditPerson(tx, holder, { action: 'session.others_ended', ip: origin.ip })
    return ended
  })
}
