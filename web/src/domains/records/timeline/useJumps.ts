import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AttackPlace } from '../attack/attack.queries.ts'
import { historyQuery, recordRunsQuery } from '../model/records.queries.ts'
import type { TimelineItem } from './merged-timeline.ts'
import { newerEnd, type Rail } from './rail-scale.ts'

/** Entries that are loaded above the one that was jumped to, and at a time when more are read upward, unless in one step. */
const NEWER = 100
/** Entries of a page of the history. */
const PAGE = 200
const MAX_PAGES = 10

/** Where the reader wants to be: at the first entry before this time. The same time again is another wish. */
export interface Target {
  at: number
}

/** The part of the history that is read: what lies before a time, or all of it. */
export function useThreadEnd(event: string | undefined) {
  const [until, setUntil] = useState<string | null>(null)
  const [named, setNamed] = useState(event)
  // The entry that the address names can be newer.
  if (event !== named) {
    setNamed(event)
    setUntil(null)
  }
  return [until, setUntil] as const
}

interface Loaded {
  place: AttackPlace
  whole: Rail | null
  until: string | null
  setUntil: (until: string | null) => void
  items: readonly TimelineItem[]
}

/** Leads to a time, for which only the pages around it are loaded, and to what is newer than those. */
export function useJumps({ place, whole, until, setUntil, items }: Loaded) {
  const client = useQueryClient()
  const [target, setTarget] = useState<Target | null>(null)
  const loading = useRef<string | null>(null)
  const isLoaded = (at: number) => {
    const last = items.at(-1)
    const isBefore = until === null || at <= Date.parse(until)
    return isBefore && last !== undefined && Date.parse(last.at) < at
  }
  const endAfter = (at: number, atLeast: 0 | 1) => {
    const end = whole === null ? null : newerEnd(whole, at, NEWER, atLeast)
    return end === null ? null : new Date(end).toISOString()
  }
  const jump = (at: number) => {
    loading.current = null
    setTarget({ at })
    if (!isLoaded(at)) setUntil(endAfter(at, 0))
  }
  /** Loaded, with what is shown now, before it is shown: nothing moves under the reader. */
  const loadNewer = async () => {
    if (until === null || whole === null || loading.current === until) return
    loading.current = until
    const next = endAfter(Date.parse(until), 1)
    const { tenantId, appId, recordId } = place
    const history = historyQuery(tenantId, appId, recordId, next)
    const known = client.getQueryData(history.queryKey)?.pages.length ?? 0
    const needed = pagesBetween(whole, Date.parse(items.at(-1)?.at ?? until), next)
    const [changes] = await Promise.allSettled([
      // Loaded again: what is known may end too soon.
      client.fetchInfiniteQuery({ ...history, pages: Math.max(needed, known), staleTime: 0 }),
      client.fetchInfiniteQuery({ ...recordRunsQuery(tenantId, recordId, next), pages: 1 }),
    ])
    if (loading.current !== until) return
    loading.current = null
    if (changes.status === 'fulfilled') setUntil(next)
  }
  return { target, jump, isLoaded, onNewer: until === null ? undefined : () => void loadNewer() }
}

/** Pages of the history that reach from a time back to another. */
function pagesBetween({ steps }: Rail, from: number, until: string | null): number {
  const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until)
  const between = steps.filter((step) => step.until > from && step.from < end)
  const count = between.reduce((sum, step) => sum + step.count, 0)
  return Math.min(MAX_PAGES, Math.ceil(count / PAGE) + 1)
}
