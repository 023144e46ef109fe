import type { SessionView } from '@caseloom/contract/identity/identity'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { addressParts } from '../data/search-params.ts'
import { ADMIN_SECTIONS, type AdminSection, sectionsFor } from './admin-sections.ts'
import { needSession } from './guards.ts'

export function adminGoal(
  session: SessionView,
  params: { accountId: string; section?: string | undefined },
): { shows: { accountId: string; section: AdminSection } } | { to: string } {
  const accountId = normalizeGuid(params.accountId)
  if (accountId === null) return { to: '/select-account' }
  const account = session.accounts.find((each) => each.id === accountId)
  if (account === undefined) return { to: '/unauthorized' }
  const rights = { isAdmin: account.admin, isSuper: session.user.superAdministrator }
  const [first, ...rest] = sectionsFor(rights)
  if (first === undefined) return { to: '/unauthorized' }
  // The account selection shows what is missing.
  if (account.needs !== null) return { to: '/select-account' }
  if (params.section === undefined) return { shows: { accountId, section: first } }
  const known = ADMIN_SECTIONS.find((section) => section.key === params.section)
  if (known === undefined) return { to: '/error' }
  const allowed = [first, ...rest].find((key) => key === known.key)
  return allowed === undefined ? { to: '/unauthorized' } : { shows: { accountId, section: allowed } }
}

/** The guard of the account administration: a session, a GUID, and the permission for the section. */
export async function enterAdmin(
  client: QueryClient,
  params: { accountId: string; section?: string | undefined },
  href: string,
): Promise<{ session: SessionView }> {
  // An ID that isn't a GUID exists for no one: no need to sign in first.
  if (normalizeGuid(params.accountId) === null) throw redirect({ to: '/select-account', replace: true })
  const session = await needSession(client, href)
  const goal = adminGoal(session, params)
  if ('to' in goal) throw redirect({ ...addressParts(goal.to), replace: true })
  const { accountId, section } = goal.shows
  if (accountId !== params.accountId || section !== params.section)
    throw redirect({
      to: '/account/$accountId/account-admin/{-$section}',
      params: { accountId, section },
      replace: true,
    })
  return { session }
}
