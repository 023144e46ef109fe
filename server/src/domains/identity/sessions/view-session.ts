import { SessionView } from '@caseloom/contract/identity/identity'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { permissionsOf, rolesIn } from '../people/roles.rules.ts'
import { sessionOwnerOf, type SessionOwner } from './session-owner.read.ts'
import { administersInstallation, missingFor } from './sign-in-policy.rules.ts'
import { policiesOfPerson } from './sign-in-settings.store.ts'
import { assignmentsOfPerson, usersOfPerson } from '../people/user.store.ts'

/** Who is signed in, where they may go and what they may do there; throws session.none. */
export async function viewSession(
  deps: Pick<IdentityDeps, 'system' | 'places'>,
  token: string,
): Promise<SessionView> {
  const facts = await deps.system.read(async (tx) => {
    const session = await sessionOwnerOf(tx, token)
    const users = (await usersOfPerson(tx, session.id)).filter((user) => user.status === 'active')
    const policies = await policiesOfPerson(tx, session.id)
    return { session, users, policies, assignments: await assignmentsOfPerson(tx, session.id) }
  })
  const { session, users, policies, assignments } = facts
  const strength = { strength: session.strength, onlyAccount: session.only_account }
  const missing = new Map(policies.map((each) => [each.accountId, missingFor(strength, each)]))
  const directory = await deps.places.directory(users.map((user) => user.account_id))
  const accounts = directory.accounts.flatMap(({ id, name }) => {
    const user = users.find((each) => each.account_id === id)
    const needs = missing.get(id) ?? null
    // Anyone who came in by one account's provider does not even see the person's other accounts.
    if (user === undefined || needs === 'elsewhere') return []
    return [{ id, name, userId: user.id, admin: user.account_admin && needs === null, needs }]
  })
  const open = new Set(accounts.filter((account) => account.needs === null).map((account) => account.id))
  const tenants = directory.tenants.flatMap((tenant) => {
    const roles = rolesIn(assignments, { accountId: tenant.accountId, tenantId: tenant.id })
    if (roles.length === 0 || !open.has(tenant.accountId)) return []
    return [{ ...tenant, permissions: [...permissionsOf(roles)] }]
  })
  const defaults = defaultPlace(session, tenants)
  const flagsOf = defaults?.accountId ?? (accounts.length === 1 ? accounts[0]?.id : undefined) ?? null
  // Parsing brands the ids.
  return SessionView.parse({
    user: {
      personId: session.id,
      email: session.email,
      name: session.name,
      superAdministrator: session.super_administrator && administersInstallation(strength, policies),
      timeZone: session.time_zone,
      locale: session.locale,
      theme: session.theme,
    },
    accounts,
    tenants,
    defaults,
    flags: await deps.places.flags(flagsOf),
    expiresAt: session.expires_at.toISOString(),
  })
}

/** The tenant last used, while it is still open to the person. */
function defaultPlace(
  session: SessionOwner,
  tenants: readonly { id: string; accountId: string }[],
): { accountId: string; tenantId: string } | null {
  const last = tenants.find((tenant) => tenant.id === session.tenant_id)
  return last === undefined ? null : { accountId: last.accountId, tenantId: last.id }
}
