import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query'

/** Queries that are read once more as soon as the read that goes on is over. */
const oncemore = new WeakSet<Query>()

/**
 * Reads anew what news made old. A read that goes on may hold the state before the news, and its answer would be taken
 * for fresh: it is followed by another. Stopping it instead would show nothing at all while news come faster than answers.
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
  // Joins the read that goes on; whoever began it hears of its failure.
  await query.fetch().catch(() => undefined)
  oncemore.delete(query)
  await client.invalidateQueries(
    { ...filters, queryKey: query.queryKey, exact: true },
    { cancelRefetch: false },
  )
}
