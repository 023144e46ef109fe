import { notifications, readNotifications } from '@caseloom/contract/identity/notifications'
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../data/call.ts'

/** Below the session's key: whatever makes the session stale makes these stale too. */
const KEY = ['session', 'notifications'] as const

export const notificationsQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam, signal }) =>
    call(notifications, {
      query: { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  staleTime: 30_000,
  refetchOnWindowFocus: true,
  meta: { quiet: true },
})

/** All notifications when no IDs are given. */
export async function markRead(client: QueryClient, ids?: string[]): Promise<void> {
  await call(readNotifications, { body: ids === undefined ? {} : { ids } })
  await client.invalidateQueries({ queryKey: KEY })
}
