import { countRuns } from '@caseloom/contract/automation/run-counts'
import { countHistory } from '@caseloom/contract/records/timeline'
import { UserId } from '@caseloom/contract/kernel/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import type { AttackPlace } from '../attack/attack.queries.ts'
import type { Clock } from './merged-timeline.ts'

/** Refetched with the record. */
export function historyCountsQuery(
  { tenantId, appId, recordId }: AttackPlace,
  person: string | undefined,
  clock: Clock,
) {
  const by = UserId.safeParse(person).data
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'counts', { by, clock }),
    queryFn: ({ signal }) =>
      call(countHistory, {
        params: { tenantId, appId, recordId },
        query: { clock, ...(by === undefined ? {} : { by }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
}

/** Refetched with the record and with its runs. */
export function runCountsQuery(tenantId: string, recordId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'counts', 'runs'),
    queryFn: ({ signal }) => call(countRuns, { params: { tenantId }, query: { recordId }, signal }),
    meta: { quiet: true },
  })
}
