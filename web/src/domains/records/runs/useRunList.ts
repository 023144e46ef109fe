import type { WorkflowRunSummary } from '@caseloom/contract/apps/workflow-runs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type RunPlace, workflowRunsQuery } from './runs.queries.ts'

/** All workflow runs of a record, oldest first: an older run than those of the newest page has neighbors and a place, too. */
export function useRunList(place: RunPlace): readonly WorkflowRunSummary[] {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(workflowRunsQuery(place))
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return useMemo(() => (data?.pages.flatMap(({ items }) => items) ?? []).toReversed(), [data])
}
