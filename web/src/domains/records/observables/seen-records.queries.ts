import { findObservables } from '@caseloom/contract/records/observables'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

export const SEEN_PAGE = 20

/** The records that hold a value, newest first, as far as the reader can see them. */
export function seenRecordsQuery(tenantId: string, { kind, value }: ObservableName, limit: number) {
  return infiniteQueryOptions({
    queryKey: keys.list(tenantId, 'records', 'observable', kind, value, 'records', limit),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(findObservables, {
        params: { tenantId },
        query: { text: value, kind, limit, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}
