import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RunSummary } from '@caseloom/contract/automation/automation'
import { refetchAfterCurrent } from '../../../data/refetch-after-current.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { useModelNews } from '../../../data/useHubs.ts'
import { recordRunsQuery } from './records.queries.ts'

/** The runs of a record. Those that haven't ended are refetched when runs or their requests move. */
export function useLiveRuns(recordId: string): UseQueryResult<RunSummary[]> {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const mayReadRuns = useMay('run:read')
  const options = recordRunsQuery(tenantId, recordId)
  const query = useQuery({ ...options, enabled: mayReadRuns })
  const isMoving = query.data?.some(({ endedAt }) => endedAt === null) === true
  useModelNews(({ kind }) => {
    if (mayReadRuns && (kind === 'approvals' || (kind === 'runs' && isMoving)))
      void refetchAfterCurrent(client, { queryKey: options.queryKey })
  })
  return query
}
