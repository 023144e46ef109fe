import { findObservables } from '@caseloom/contract/records/observables'
import type { ObservableName, ObservableRow } from '@caseloom/contract/records/observable-lookups'
import {
  getObservable,
  recordObservables,
  setVerdict,
  withdrawVerdict,
} from '@caseloom/contract/records/observable-lookups'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { infiniteQueryOptions, type QueryClient, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import { refetchAfterCurrent } from '../../../data/refetch-after-current.ts'

export type Judgment = Omit<RouteBodyInput<typeof setVerdict>, 'kind' | 'value' | 'source'>

const PAGE = 200
/** Records that are read to find the kinds of a text, and kinds that are shown. */
const [NAMED, KINDS] = [20, 3]

interface Place {
  tenantId: string
  appId: string
  recordId: string
}

function rowsQuery({ tenantId, appId, recordId }: Place, field: string) {
  return infiniteQueryOptions({
    // Below the record: an event of it refetches what is known of its observables, too.
    queryKey: keys.one(tenantId, 'records', recordId, 'observables', field),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(recordObservables, {
        params: { tenantId, appId, recordId },
        query: { field, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

/** What is known of the observables of a field, by their IDs; the pages are loaded one after the other. */
export function useObservableFacts(place: Place, field: string) {
  const query = useInfiniteQuery(rowsQuery(place, field))
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const isNext = hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isNext) void fetchNextPage()
  }, [isNext, fetchNextPage])
  const facts = useMemo(
    () =>
      new Map<string, ObservableRow>(data?.pages.flatMap(({ items }) => items).map((one) => [one.id, one])),
    [data],
  )
  return { facts, query }
}

/** One observable with all that is known of it. */
export function observableQuery(tenantId: string, { kind, value }: ObservableName) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'records', 'observable', kind, value),
    queryFn: ({ signal }) => call(getObservable, { params: { tenantId }, query: { kind, value }, signal }),
    staleTime: 0,
  })
}

/** The kinds in which a text is a value of readable records, each once. */
export function observablesNamed(tenantId: string, text: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'records', 'observables', 'named', text),
    queryFn: async ({ signal }) => {
      const { items } = await call(findObservables, {
        params: { tenantId },
        query: { text, limit: NAMED },
        signal,
      })
      const names = items.map(({ kind, value }): ObservableName => ({ kind, value }))
      return [...new Map(names.map((name) => [`${name.kind} ${name.value}`, name])).values()].slice(0, KINDS)
    },
  })
}

/** Everything that shows verdicts reads them again. */
export function refetchVerdicts(client: QueryClient, tenantId: string): void {
  const isShown = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey.includes('observables') || queryKey.includes('observable')
  void refetchAfterCurrent(client, { queryKey: keys.kind(tenantId, 'records'), predicate: isShown })
}

export function giveVerdict(tenantId: string, name: ObservableName, judgment: Judgment) {
  return call(setVerdict, { params: { tenantId }, body: { kind: name.kind, value: name.value, ...judgment } })
}

export function takeVerdictBack(tenantId: string, { kind, value }: ObservableName) {
  return call(withdrawVerdict, { params: { tenantId }, query: { kind, value } })
}
