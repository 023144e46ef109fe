import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorIn } from '../permissions/actor.rules.ts'
import { authenticateToken, isApiToken } from '../directory/authenticate-token.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { type Place, rightsOfSession, rightsOfUser, type SessionRights } from '../permissions/rights.read.ts'
import { tokenHash, touchSession } from '../sessions/session.store.ts'

/** The last use of a session is written at most this often. */
const TOUCH_AFTER_MS = 60_000

/**
 * The holder of this session in the named tenant or account; null when the session is not active. Permissions are read
 * from the database each time, by one statement: a change applies from the next request on. `touch: false` reads the
 * session without extending it: an open socket must not keep it alive.
 */
export async function authenticate(
  deps: Pick<IdentityDeps, 'system' | 'places'>,
  token: string,
  named: { tenantId?: string; accountId?: string },
  { touch = true }: { touch?: boolean } = {},
): Promise<Actor | null> {
  const place = await placeOf(deps, named)
  if (isApiToken(token)) return authenticateToken(deps, token, { place, touch })
  const now = new Date()
  const row = await rightsOfSession(deps.system, { tokenHash: tokenHash(token), now }, place)
  if (row === null) return null
  if (touch && isStale(row, now)) await deps.system.tx((tx) => touchSession(tx, row.session_id, row.user_id))
  return { ...actorIn(row, place), session: row.reach }
}

function isStale(row: SessionRights, now: Date): boolean {
  return now.getTime() - row.last_seen_at.getTime() > TOUCH_AFTER_MS
}

async function placeOf(
  { places }: Pick<IdentityDeps, 'places'>,
  { tenantId, accountId }: { tenantId?: string; accountId?: string },
): Promise<Place> {
  if (tenantId === undefined) return { accountId: accountId ?? null, tenantId: null }
  const owner = await places.accountOf(tenantId)
  const isElsewhere = owner === null || (accountId !== undefined && accountId !== owner)
  return isElsewhere ? { accountId: null, tenantId: null } : { accountId: owner, tenantId }
}

/** An active user as they act in a tenant, for playbooks that run as them; null when they are not in it (any more). */
export async function actorOf(
  deps: Pick<IdentityDeps, 'system' | 'places'>,
  userId: string,
  tenantId: string,
): Promise<Actor | null> {
  const place = await placeOf(deps, { tenantId })
  if (place.tenantId === null) return null
  const row = await deps.system.read((tx) => rightsOfUser(tx, userId, place))
  const actor = row === null ? null : actorIn(row, place)
  return actor?.tenantId === tenantId ? actor : null
}
