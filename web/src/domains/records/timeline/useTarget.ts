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
  const isKnown = target !== null && !isStale
  const isLoaded = isKnown && (loadedTo === null || loadedTo < target.at)
  const isMissing = isKnown && !isLoaded
  const reach = useEffectEvent((wanted: Target) => {
    if (wanted === reached.current) return
    reached.current = wanted
    if (rows.length > 0) scrollTo(rowBefore(rows, wanted.at))
  })
  const load = useEffectEvent(() => {
    if (target !== reached.current) onMore?.()
  })
  const canLoad = onMore !== undefined
  useEffect(() => {
    if (target !== null && isLoaded) reach(target)
  }, [target, isLoaded])
  useEffect(() => {
    if (isMissing && canLoad) load()
  }, [isMissing, canLoad])
}
