import { SessionItem } from '@caseloom/contract/sign-in'
import { fail } from '../../platform/errors.ts'
import { deviceOf } from './device.rules.ts'
import { holderOf } from './holder.read.ts'
import { personChanged } from './identity.events.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  deleteOtherSessions,
  deleteSessionById,
  type Origin,
  sessionsOf,
  tokenHash,
} from './session.store.ts'
import { auditPerson } from './tell-person.ts'

type Deps = Pick<IdentityDeps, 'system'>
interface Asking {
  token: string
  origin: Origin
}

/** The living sessions of a person, latest use first; `token` marks the one that asks. */
export async function mySessions(
  { system }: Deps,
  { personId, token }: { personId: string; token: string | null },
): Promise<SessionItem[]> {
  const own = token === null ? null : tokenHash(token)
  const rows = await system.read((tx) => sessionsOf(tx, personId))
  return rows.map((row) =>
    SessionItem.parse({
      id: row.id,
      current: own?.equals(row.token_hash) ?? false,
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
  { token, origin, sessionId }: Asking & { sessionId: string },
): Promise<{ wasThisOne: boolean }> {
  return system.tx(async (tx) => {
    const holder = await holderOf(tx, token)
    if (!(await deleteSessionById(tx, { id: sessionId, personId: holder.id })))
      throw fail('resource.not_found')
    tx.announce(personChanged(holder.id))
    const object = { kind: 'session', id: sessionId }
    await auditPerson(tx, holder, { action: 'session.ended', ip: origin.ip, object })
    return { wasThisOne: sessionId === holder.session_id }
  })
}

/** Ends all of one's sessions but this one; answers how many. */
export async function endMyOtherSessions({ system }: Deps, { token, origin }: Asking): Promise<number> {
  return system.tx(async (tx) => {
    const holder = await holderOf(tx, token)
    const ended = await deleteOtherSessions(tx, { personId: holder.id, keep: holder.session_id })
    tx.announce(personChanged(holder.id))
    if (ended > 0) await auditPerson(tx, holder, { action: 'session.others_ended', ip: origin.ip })
    return ended
  })
}
