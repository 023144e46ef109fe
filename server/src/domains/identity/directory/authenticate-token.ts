import { type Actor, ANONYMOUS, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import type { Tx } from '../../../platform/database/types.ts'
import { actorIn } from '../permissions/actor.rules.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { type Place, rightsOfUser } from '../permissions/rights.read.ts'
import { type ApiTokenRow, findApiToken, touchApiToken } from './api-token.store.ts'

/** What every API token begins with, so that scanners find one that got out. */
export const API_TOKEN_PREFIX = 'clt_'
const API_TOKEN_LENGTH = API_TOKEN_PREFIX.length + 43
const TOUCH_AFTER_MS = 60_000

/** Whether a text is an API token and no session's: those are shorter. */
export function isApiToken(text: string): boolean {
  return text.startsWith(API_TOKEN_PREFIX) && text.length === API_TOKEN_LENGTH
}

/**
 * Who acts by an API token: its user, as far as the scopes go, and in its account only. Null when it has ended, or its
 * user is not active.
 */
export async function authenticateToken(
  { system }: Pick<IdentityDeps, 'system'>,
  text: string,
  { place, touch }: { place: Place; touch: boolean },
): Promise<Actor | null> {
  const found = await system.read(async (tx) => {
    const token = await findApiToken(tx, text)
    if (token === null) return null
    const stale =
      token.last_used_at === null || tx.now.getTime() - token.last_used_at.getTime() > TOUCH_AFTER_MS
    return { token, stale, actor: await actorOfToken(tx, token, place) }
  })
  if (found === null) return null
  if (touch && found.stale) await system.tx((tx) => touchApiToken(tx, found.token.id))
  return found.actor
}

async function actorOfToken(
  tx: Tx,
  token: ApiTokenRow & { person_id: string },
  place: Place,
): Promise<Actor> {
  const mark = { token: { id: token.id, name: token.name } }
  const row = place.accountId === token.account_id ? await rightsOfUser(tx, token.user_id, place) : null
  if (row === null) return { ...ANONYMOUS, personId: token.person_id, name: token.user_name, ...mark }
  const actor = actorIn(row, place)
  const scopes = new Set(token.scopes)
  return {
    ...actor,
    ...mark,
    superAdministrator: false,
    adminOf: scopes.has('account:admin') ? actor.adminOf.filter((id) => id === token.account_id) : [],
    permissions: new Set(PERMISSIONS.filter((each) => actor.permissions.has(each) && scopes.has(each))),
  }
}
