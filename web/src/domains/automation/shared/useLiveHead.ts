import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useTenantScope } from '../../../data/scope.tsx'
import type { ModelNews } from '../../../data/hub-events.ts'
import { refetchAfterCurrent } from '../../../data/refetch-after-current.ts'
import { useModelNews } from '../../../data/useHubs.ts'

interface Row {
  /** IDs sort by time. */
  id: string
}

interface LiveHead<R> {
  rows: readonly R[]
  /** New rows waiting behind the pill. */
  newCount: number
}

/**
 * Keeps a newest-first list current without refetching all pages: its newest rows (`head`) are polled and merged. New
 * rows appear directly while `slipsIn()`, otherwise behind the pill.
 */
export function useLiveHead<R extends Row>(options: {
  loaded: readonly R[]
  head: readonly R[] | undefined
  /** Rows that can change although they are too old for the head. */
  isOpen: (row: R) => boolean
  slipsIn: () => boolean
  reload: () => void
}): LiveHead<R> {
  const { loaded, head, isOpen, slipsIn, reload } = options
  const state = useMemo(() => compare(loaded, head, isOpen), [loaded, head, isOpen])
  const act = useRef<() => void>(() => undefined)
  useEffect(() => {
    act.current = () => {
      if (state.outdated || (state.fresh > 0 && slipsIn())) reload()
    }
  })
  // Only a new head response counts: a reload without changes must not trigger another.
  useEffect(() => {
    if (head !== undefined) act.current()
  }, [head])
  return { rows: state.rows, newCount: state.fresh }
}

function compare<R extends Row>(
  loaded: readonly R[],
  head: readonly R[] | undefined,
  isOpen: (row: R) => boolean,
): { rows: readonly R[]; fresh: number; outdated: boolean } {
  const oldest = head?.at(-1)?.id
  if (head === undefined) return { rows: loaded, fresh: 0, outdated: false }
  const latest = new Map(head.map((row) => [row.id, row]))
  const known = new Set(loaded.map((row) => row.id))
  const rows = loaded.map((row) => latest.get(row.id) ?? row)
  const outdated = loaded.some((row) => {
    if (latest.has(row.id)) return false
    return oldest === undefined || row.id > oldest || isOpen(row)
  })
  return { rows, fresh: head.filter((row) => !known.has(row.id)).length, outdated }
}

const QUIET_MS = 400
const RUNS = ['runs'] as const

/** Refetches the newest rows immediately on run events, or on the events in `of`. */
export function usePromptHead(queryKey: QueryKey, of: readonly ModelNews['kind'][] = RUNS): void {
  const client = useQueryClient()
  const { tenantId } = useTenantScope()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useModelNews((news) => {
    if (news.tenantId !== tenantId || !of.includes(news.kind) || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      void refetchAfterCurrent(client, { queryKey })
    }, QUIET_MS)
  })
}

/** Nothing moves under a reader who has scrolled or set the cursor. */
export function isAtTop(frame: HTMLElement | null): boolean {
  const grid = frame?.querySelector('[role="grid"]')
  if (grid === null || grid === undefined) return true
  return grid.scrollTop === 0 && !grid.hasAttribute('aria-activedescendant')
}
