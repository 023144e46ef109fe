import type { AppView } from '@caseloom/contract/apps/apps'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMay } from '../../../data/scope.tsx'
import { type AttackPlace, attackEventsQuery } from '../attack/attack.queries.ts'
import { historyQuery, recordApprovalsQuery, recordRunsQuery } from '../model/records.queries.ts'
import { besideItems, type Clock, knownFrom, type Loaded, mergedTimeline } from './merged-timeline.ts'
import { storiesOf } from './story.ts'

interface Asked {
  app: AppView
  place: AttackPlace
  /** Its attack events alone. */
  tactic: string | undefined
  clock: Clock
  /** Leaves out what happened at this time or later; nothing when null. */
  until: string | null
}

/** What lies before the entries that are loaded. */
export interface Earlier {
  isLoading: boolean
  load: () => void
  /** The same, unless it is under way or failed. */
  onMore: (() => void) | undefined
}

/** All that happened to a record in one list, as far back as it is loaded. */
export function useTimeline({ app, place, tactic, clock, until }: Asked) {
  const { tenantId, appId, recordId } = place
  const mayReadRuns = useMay('run:read')
  const query = useInfiniteQuery({
    ...historyQuery(tenantId, appId, recordId, until),
    placeholderData: keepPreviousData,
  })
  const isStale = query.isPlaceholderData
  const attack = useQuery(attackEventsQuery(place))
  const runs = useInfiniteQuery({ ...recordRunsQuery(tenantId, recordId, until), enabled: mayReadRuns })
  const approvals = useQuery(recordApprovalsQuery(tenantId, recordId)).data
  const fields = useMemo(() => new Map(app.fields.map((field) => [field.key, field])), [app.fields])
  const changes = useMemo(
    () => query.data?.pages.flatMap((page) => page.items.flatMap((entry) => storiesOf(entry, fields))) ?? [],
    [query.data, fields],
  )
  const runItems = useMemo(() => runs.data?.pages.flatMap((page) => page.items) ?? [], [runs.data])
  const changesTo = useLoaded(query.data?.pages.at(-1)?.items.at(-1)?.at, hasMore(query))
  // The thread doesn’t wait for runs.
  const runsTo = useLoaded(runItems.at(-1)?.startedAt, runs.data !== undefined && hasMore(runs))
  const events = attack.data?.items
  const items = useMemo(() => {
    if (tactic !== undefined) {
      const some = events?.filter(({ tactics }) => tactics.some((one) => one === tactic)) ?? []
      return mergedTimeline([], besideItems({ events: some, runs: [], approvals: [] }, clock))
    }
    const all = besideItems({ events: events ?? [], runs: runItems, approvals: approvals ?? [] }, clock)
    const end = until === null || isStale ? Number.POSITIVE_INFINITY : Date.parse(until)
    const beside = all.filter(({ at }) => Date.parse(at) < end)
    return mergedTimeline(changes, beside, { changes: changesTo, runs: runsTo })
  }, [tactic, events, runItems, approvals, changes, clock, changesTo, runsTo, until, isStale])
  // The list that ends later holds the other back.
  const next = knownFrom(changesTo) >= knownFrom(runsTo) ? query : runs
  return { items, query, attack, isStale, earlier: tactic === undefined ? earlierOf(next) : null }
}

function useLoaded(last: string | undefined, more: boolean): Loaded {
  return useMemo(() => ({ last: last ?? null, hasMore: more }), [last, more])
}

interface Paged {
  data: unknown
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  isPlaceholderData: boolean
  fetchNextPage: () => unknown
}

function hasMore({ data, hasNextPage }: Pick<Paged, 'data' | 'hasNextPage'>): boolean {
  return data === undefined || hasNextPage
}

/** Null when nothing does. */
function earlierOf({ hasNextPage, fetchNextPage, ...state }: Paged): Earlier | null {
  if (!hasNextPage) return null
  const load = () => void fetchNextPage()
  const isBusy = state.isFetching || state.isFetchNextPageError || state.isPlaceholderData
  return { isLoading: state.isFetchingNextPage, load, onMore: isBusy ? undefined : load }
}
