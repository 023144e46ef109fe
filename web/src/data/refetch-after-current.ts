import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query'

/** Queries to refetch as soon as the current fetch ends. */
const oncemore = new WeakSet<Query>()

/**
 * Refetches what an event made stale. A fetch in progress may hold the state before the event, and its answer would
 * count as fresh: another follows it. Canceling it instead would show nothing while events come faster than
 * answers.
 */
export async function refetchAfterCurrent(
  client: QueryClient,
  filters: InvalidateQueryFilters,
): Promise<void> {
  const underWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  await Promise.all([
    client.invalidateQueries(filters, { cancelRefetch: false }),
    ...underWay.map((query) => readBehind(client, query, filters)),
  ])
}

async function readBehind(client: QueryClient, query: Query, filters: InvalidateQueryFilters): Promise<void> {
  if (oncemore.has(query)) return
  oncemore.add(query)
  // Joins the fetch in progress; its initiator handles the failure.
  await query.fetch().catch(() => undefined)
  oncemore.delete(query)
  await client.invalidateQueries(
    { ...filters, queryKey: query.queryKey, exact: true },
    { cancelRefetch: false },
  )
}
