import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query'

/** Queries that are stale again when the current fetch ends, and what refetches them then. */
const oncemore = new WeakMap<Query, InvalidateQueryFilters>()

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
  const isWaiting = oncemore.has(query)
  // A call that only marks it as stale doesn't keep others from refetching it.
  if (!isWaiting || filters.refetchType !== 'none') oncemore.set(query, filters)
  if (isWaiting) return
  // Joins the fetch in progress; its initiator handles the failure.
  await query.fetch().catch(() => undefined)
  const wanted = oncemore.get(query)
  oncemore.delete(query)
  await client.invalidateQueries(
    { ...wanted, queryKey: query.queryKey, exact: true },
    { cancelRefetch: false },
  )
}
