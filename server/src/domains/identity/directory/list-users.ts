// Users, groups, roles, invitations, and tokens, as administrators manage them.
import { UserView } from '@caseloom/contract/identity/directory'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { countUsers, pageOfUsers, readUser, type UserFacts, type UserFilter } from './users.read.ts'

type Deps = Pick<DirectoryDeps, 'system'>

/** Users and service accounts of an account, by name. */
export async function listUsers(
  { system }: Deps,
  { actor, accountId }: Acting,
  query: UserFilter & { limit: number; cursor?: string | undefined },
): Promise<{ items: UserView[]; next: string | null; total: number }> {
  allowInAccount(actor, accountId)
  const place = readCursor(query.cursor, [CURSOR_PARTS.text, CURSOR_PARTS.id])
  const after = place === null ? null : { nameKey: place[0] ?? '', id: place[1] ?? '' }
  const { rows, total } = await system.read(async (tx) => ({
    rows: await pageOfUsers(tx, accountId, query, { after, limit: query.limit }),
    total: await countUsers(tx, accountId, query),
  }))
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const hasMore = rows.length > query.limit && last !== undefined
  return {
    items: page.map(userView),
    next: hasMore ? cursorOf([last.name_key, last.id]) : null,
    total,
  }
}

/** One user as administrators see them, for use cases that checked who asks; throws resource.not_found. */
export async function readUserView({ system }: Deps, accountId: string, userId: string): Promise<UserView> {
  const row = await system.read((tx) => readUser(tx, accountId, userId))
  if (row === null) throw fail('resource.not_found')
  return userView(row)
}

function userView(row: UserFacts): UserView {
  const can = { disable: row.status !== 'disabled' && !row.last_admin, remove: !row.last_admin }
  // Parsing brands the ids.
  return UserView.parse({
    id: row.id,
    personId: row.person_id,
    kind: row.kind,
    email: row.email,
    name: row.name,
    status: row.status,
    accountAdmin: row.account_admin,
    roles: row.roles,
    groupIds: row.group_ids,
    mfa: row.mfa,
    mfaExemption: row.exemption === null ? null : exemptionView(row.exemption),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    invitedUntil: row.invited_until?.toISOString() ?? null,
    can,
  })
}

/** JSON of the database writes instants its own way. */
function exemptionView({ grantedAt, until, ...rest }: NonNullable<UserFacts['exemption']>) {
  return { ...rest, grantedAt: new Date(grantedAt).toISOString(), until: new Date(until).toISOString() }
}
