import type { SessionView } from '@caseloom/contract/identity/identity'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { needSession } from './guards.ts'
import { paths } from '../data/paths.ts'
import { addressParts } from '../data/search-params.ts'

/**
 * Users see their own page; another user's page leads administrators to the administration, and is unknown to
 * everyone else.
 */
export function userPageGoal(
  session: SessionView,
  params: { accountId: string; userId: string },
): { shows: { accountId: string; userId: string } } | { to: string } {
  const accountId = normalizeGuid(params.accountId)
  const userId = normalizeGuid(params.userId)
  if (accountId === null) return { to: '/select-account' }
  const account = session.accounts.find((each) => each.id === accountId)
  if (userId === null || account === undefined) return { to: '/error' }
  if (account.userId === userId) return { shows: { accountId, userId } }
  return account.admin ? { to: `${paths.admin(accountId, 'users')}?user=${userId}` } : { to: '/error' }
}

/** The guard of the user page: a session, GUIDs, and the user's own ID. */
export async function enterUserPage(
  client: QueryClient,
  params: { accountId: string; userId: string },
  href: string,
): Promise<{ session: SessionView }> {
  const session = await needSession(client, href)
  const goal = userPageGoal(session, params)
  if ('to' in goal) throw redirect({ ...addressParts(goal.to), replace: true })
  const { accountId, userId } = goal.shows
  if (accountId !== params.accountId || userId !== params.userId)
    throw redirect({ to: '/account/$accountId/user/$userId', params: goal.shows, replace: true })
  return { session }
}
