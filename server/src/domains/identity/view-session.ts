import { SessionView } from '@caseloom/contract/identity'
import type { Tx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { permissionsOf, rolesIn } from './roles.rules.ts'
import { tokenHash } from './session.store.ts'
import { assignmentsOfPerson, usersOfPerson } from './user.store.ts'

interface SessionRow {
  person_id: string
  email: string
  name: string
  super_administrator: boolean
  time_zone: string | null
  locale: string | null
  theme: 'system' | 'light' | 'dark'
  account_id: string | null
  tenant_id: string | null
  expires_at: Date
}

/** Who is signed in, where they may go and what they may do there; throws session.none. */
export async function viewSession(
  deps: Pick<IdentityDeps, 'system' | 'places'>,
  token: string,
): Promise<SessionView> {
  const facts = await deps.system.read(async (tx) => {
    const session = await readSession(tx, token)
    if (session === null) throw fail('session.none')
    const users = await usersOfPerson(tx, session.person_id)
    return { session, users, assignments: await assignmentsOfPerson(tx, session.person_id) }
  })
  const { session, assignments } = facts
  const users = facts.users.filter((user) => user.status === 'active')
  const directory = await deps.places.directory(users.map((user) => user.account_id))
  const accounts = directory.accounts.flatMap(({ id, name }) => {
    const user = users.find((each) => each.account_id === id)
    return user === undefined ? [] : [{ id, name, userId: user.id, admin: user.account_admin, needs: null }]
  })
  const tenants = directory.tenants.flatMap((tenant) => {
    const roles = rolesIn(assignments, { accountId: tenant.accountId, tenantId: tenant.id })
    return roles.length === 0 ? [] : [{ ...tenant, permissions: [...permissionsOf(roles)] }]
  })
  const defaults = defaultPlace(session, accounts, tenants)
  // Parsing brands the ids.
  return SessionView.parse({
    user: {
      personId: session.person_id,
      email: session.email,
      name: session.name,
      superAdministrator: session.super_administrator,
      timeZone: session.time_zone,
      locale: session.locale,
      theme: session.theme,
    },
    accounts,
    tenants,
    defaults,
    flags: await deps.places.flags(defaults?.accountId ?? null),
    expiresAt: session.expires_at.toISOString(),
  })
}

async function readSession(tx: Tx, token: string): Promise<SessionRow | null> {
  const rows = await tx.query<SessionRow>(
    `select p.id as person_id, p.email, p.name, p.super_administrator, p.time_zone, p.locale, p.theme,
            s.account_id, s.tenant_id, s.expires_at
       from caseloom.session s join caseloom.person p on p.id = s.person_id
      where s.token_hash = $1 and s.expires_at > $2 and s.idle_until > $2`,
    [tokenHash(token), tx.now],
  )
  return rows[0] ?? null
}

/** The tenant last used while it is still open to the person, else the only one there is. */
function defaultPlace(
  session: SessionRow,
  accounts: readonly { id: string }[],
  tenants: readonly { id: string; accountId: string }[],
): { accountId: string; tenantId: string | null } | null {
  const last = tenants.find((tenant) => tenant.id === session.tenant_id)
  const only = tenants.length === 1 ? tenants[0] : undefined
  const tenant = last ?? only
  if (tenant !== undefined) return { accountId: tenant.accountId, tenantId: tenant.id }
  const account = accounts.length === 1 ? accounts[0] : undefined
  return account === undefined ? null : { accountId: account.id, tenantId: null }
}
