import { searchEverywhere } from '@caseloom/contract/records/search'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** Results of a text search across apps, by page. */
export function everywhereQuery(tenantId: string, text: string, appId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: keys.list(tenantId, 'records', 'everywhere', text, appId),
    enabled: text !== '',
    initialPageParam: null as string | null, // widened: further pages have a cursor
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      call(searchEverywhere, {
        params: { tenantId },
        body: {
          text,
          limit: 25,
          ...(appId === undefined ? {} : { appId }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}
