import type { SessionView } from '@caseloom/contract/identity/identity'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { type Me, me, updateMe } from '@caseloom/contract/identity/sign-in'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { setUserZone } from './zone.ts'

/** Key prefix of everything that belongs to the person, not to a tenant. */
export const ME = ['me'] as const

export const meQuery = queryOptions({
  queryKey: ME,
  queryFn: ({ signal }) => call(me, { signal }),
})

/** Name, zone, and formats apply immediately on every page. */
export async function saveMe(client: QueryClient, change: RouteBodyInput<typeof updateMe>): Promise<Me> {
  const saved = await call(updateMe, { body: change })
  const { name, timeZone, locale, theme } = saved
  client.setQueryData(meQuery.queryKey, saved)
  setUserZone(timeZone)
  client.setQueryData<SessionView | null>(keys.session, (view) =>
    view ? { ...view, user: { ...view.user, name, timeZone, locale, theme } } : view,
  )
  return saved
}
