import { useEffect, useEffectEvent, useRef } from 'react'
import { rowBefore, type ThreadRow } from './thread-rows.ts'
import type { Target } from './useJumps.ts'

interface Reached {
  target: Target | null
  rows: readonly ThreadRow[]
  /** The rows are those of another part of the history. */
  isStale: boolean
  /** What is loaded reaches back to here; everything when null. */
  loadedTo: number | null
  scrollTo: (index: number) => void
  /** Loads earlier rows; undefined while that isn’t possible. */
  onMore: (() => void) | undefined
}

/** Scrolls to where the reader wants to be, once, when the rows from there on are loaded. */
export function useTarget({ target, rows, isStale, loadedTo, scrollTo, onMore }: Reached): void {
  const reached = useRef<Target | null>(null)
  const canLoad = onMore !== undefined
  const reach = useEffectEvent((wanted: Target) => {
    if (wanted === reached.current) return
    if (loadedTo !== null && loadedTo >= wanted.at) return onMore?.()
    reached.current = wanted
    if (rows.length > 0) scrollTo(rowBefore(rows, wanted.at))
  })
  useEffect(() => {
    // What is loaded and what can be only say when to look again.
    if (target !== null && !isStale) reach(target)
  }, [target, rows, isStale, loadedTo, canLoad])
}
