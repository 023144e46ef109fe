import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { refetchAfterCurrent } from '../../../data/refetch-after-current.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { useModelNews } from '../../../data/useHubs.ts'
import { recordRunsQuery } from './records.queries.ts'

interface RunsCount {
  count: number
  /** There are more of them. */
  hasMore: boolean
}

/** How many runs a record has. Those that haven’t ended are refetched when runs or their requests move. */
export function useLiveRuns(recordId: string): RunsCount | undefined {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const mayReadRuns = useMay('run:read')
  const options = recordRunsQuery(tenantId, recordId)
  const { data, hasNextPage } = useInfiniteQuery({ ...options, enabled: mayReadRuns })
  const isMoving = data?.pages.some(({ items }) => items.some(({ endedAt }) => endedAt === null)) === true
  useModelNews(({ kind }) => {
    if (mayReadRuns && (kind === 'approvals' || (kind === 'runs' && isMoving)))
      void refetchAfterCurrent(client, { queryKey: options.queryKey })
  })
  if (data === undefined) return undefined
  return { count: data.pages.reduce((sum, { items }) => sum + items.length, 0), hasMore: hasNextPage }
}
