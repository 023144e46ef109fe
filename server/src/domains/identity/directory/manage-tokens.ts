import {
  type createServiceToken as createRoute,
  TokenScope,
  TokenView,
} from '@caseloom/contract/identity/directory'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { randomBytes } from 'node:crypto'
import { audit } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { personChanged } from '../people/identity.events.ts'
import { type ApiTokenRow, deleteApiToken, insertApiToken, readApiTokens } from './api-token.store.ts'
import { API_TOKEN_PREFIX } from './authenticate-token.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { lockUser, type Membership } from './membership.store.ts'
import { notify } from '../notices/notify.ts'

type Deps = Pick<DirectoryDeps, 'system' | 'publicUrl'>
type Wanted = Pick<RouteBody<typeof createRoute>, 'name' | 'scopes' | 'expiresAt'>
export interface MadeToken {
  /** Shown once; only its digest is stored. */
  token: string
  view: TokenView
}

const LONGEST_YEARS = 2

/** API tokens of an account, or of the caller alone. */
export async function listApiTokens(
  { system }: Pick<Deps, 'system'>,
  { actor, accountId }: Acting,
  whose: 'own' | 'all',
): Promise<TokenView[]> {
  allowTokens({ actor, accountId }, whose)
  const userId = whose === 'own' ? actor.id : null
  const rows = await system.read((tx) => readApiTokens(tx, accountId, userId))
  return rows.map(tokenView)
}

/** Everyone manages the tokens that act as themselves, in a browser; administrators those of their account. */
function allowTokens({ actor, accountId }: Pick<Acting, 'actor' | 'accountId'>, whose: 'own' | 'all'): void {
  allowInAccount(actor, accountId, whose === 'own' ? 'session' : 'account:admin')
  if (whose === 'own' && actor.id === null) throw fail('resource.not_found')
}

function tokenView(row: ApiTokenRow): TokenView {
  // Parsing brands the ids; a scope that this version does not know gives nothing and is not shown.
  return TokenView.parse({
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    start: row.start,
    scopes: row.scopes.filter((scope) => TokenScope.safeParse(scope).success),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  })
}

/** Adds a token that acts as the caller, whose proof was checked. Throws request.invalid at a wrong end. */
export async function createOwnToken(deps: Deps, acting: Acting, wanted: Wanted): Promise<MadeToken> {
  allowTokens(acting, 'own')
  const userId = acting.actor.id
  if (userId === null) throw fail('resource.not_found')
  return createToken(deps, acting, { userId, wanted, check: () => undefined })
}

/** Adds a token for a service account. Throws user.not_service, resource.not_found, request.invalid. */
export async function createServiceToken(
  deps: Deps,
  acting: Acting,
  { userId, wanted }: { userId: string; wanted: Wanted },
): Promise<MadeToken> {
  allowTokens(acting, 'all')
  const check = (user: Membership) => {
    if (user.kind !== 'service') throw fail('user.not_service')
  }
  return createToken(deps, acting, { userId, wanted, check })
}

async function createToken(
  deps: Deps,
  acting: Acting,
  { userId, wanted, check }: { userId: string; wanted: Wanted; check: (user: Membership) => void },
): Promise<MadeToken> {
  const { accountId } = acting
  const id = newId()
  const text = API_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const row = await deps.system.tx(async (tx) => {
    const user = await lockUser(tx, accountId, userId)
    if (user === null) throw fail('resource.not_found')
    check(user)
    const { name } = wanted
    const scopes = [...new Set(wanted.scopes)]
    const expiresAt = endOf(wanted.expiresAt, tx.now)
    await insertApiToken(tx, { id, accountId, userId, name, text, scopes, expiresAt })
    await record(tx, acting, { action: 'token.created', id, name, after: { userId, scopes } })
    await notify(tx, deps.publicUrl, {
      personId: user.person_id,
      accountId,
      kind: 'securityChanged',
      title: 'An API token was created for you',
      text: `The token ${name} acts as you until ${expiresAt.toISOString().slice(0, 10)}.`,
    })
    return (await readApiTokens(tx, accountId, userId)).find((each) => each.id === id)
  })
  if (row === undefined) throw new Error('The token wasn’t saved')
  return { token: text, view: tokenView(row) }
}

function endOf(text: string, now: Date): Date {
  const end = new Date(text)
  const longest = new Date(now)
  longest.setUTCFullYear(longest.getUTCFullYear() + LONGEST_YEARS)
  const issue = (code: string, message: string): Issue => ({ path: ['body', 'expiresAt'], code, message })
  if (end.getTime() <= now.getTime())
    throw fail('request.invalid', { issues: [issue('too_small', 'Choose a time in the future')] })
  if (end.getTime() > longest.getTime())
    throw fail('request.invalid', {
      issues: [issue('too_big', 'A token can be valid for at most two years')],
    })
  return end
}

/** Ends a token of the account, or one of the caller's own; sockets that it opened are cut. */
export async function removeApiToken(
  { system }: Pick<Deps, 'system'>,
  acting: Acting,
  token: { id: string; whose: 'own' | 'all' },
): Promise<void> {
  allowTokens(acting, token.whose)
  const userId = token.whose === 'own' ? acting.actor.id : null
  await system.tx(async (tx) => {
    const ended = await deleteApiToken(tx, acting.accountId, { id: token.id, userId })
    if (ended === null) throw fail('resource.not_found')
    tx.announce(personChanged(ended.person_id))
    await record(tx, acting, { action: 'token.removed', id: token.id, name: ended.name })
  })
}

async function record(
  tx: Tx,
  { actor, accountId, ip }: Acting,
  {
    id,
    name,
    ...fact
  }: { action: string; id: string; name: string; after?: { userId: string; scopes: string[] } },
): Promise<void> {
  await audit(tx, { accountId, actor, object: { kind: 'token', id, name }, ip, ...fact })
}
