import { getWorkflowRun, listWorkflowRuns } from '@caseloom/contract/apps/workflow-runs'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

export interface RunPlace {
  tenantId: string
  appId: string
  recordId: string
}

/** Runs never change. */
export function workflowRunQuery({ tenantId, appId, recordId }: RunPlace, sequence: number) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'workflow-run', sequence),
    queryFn: ({ signal }) =>
      call(getWorkflowRun, { params: { tenantId, appId, recordId, sequence: String(sequence) }, signal }),
  })
}

/** Newest first. */
export function workflowRunsQuery({ tenantId, appId, recordId }: RunPlace) {
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'workflow-runs'),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listWorkflowRuns, {
        params: { tenantId, appId, recordId },
        query: { limit: 200, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}
