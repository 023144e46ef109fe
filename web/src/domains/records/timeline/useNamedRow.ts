import { useEffect, useEffectEvent, useRef } from 'react'

interface NamedRow {
  key: string | undefined
  /** Where it is; undefined while it isn’t loaded. */
  index: number | undefined
  /** Not before the page has been measured. */
  isDrawn: boolean
  /** Rows so far. */
  count: number
  element: () => HTMLElement | null
  scrollTo: (index: number) => void
  /** Loads earlier rows; undefined while that isn’t possible. */
  onMore: (() => void) | undefined
}

/** Focuses the row that the address names once, and loads earlier ones until it is there. */
export function useNamedRow({ key, index, isDrawn, count, element, scrollTo, onMore }: NamedRow): void {
  const reached = useRef<string | undefined>(undefined)
  const canLoad = onMore !== undefined
  const reach = useEffectEvent((wanted: string, at: number | undefined) => {
    if (wanted === reached.current) return
    if (at === undefined) return onMore?.()
    reached.current = wanted
    scrollTo(at)
    element()?.focus({ preventScroll: true })
  })
  useEffect(() => {
    // The number of rows and what can be loaded only say when to look again.
    if (key !== undefined && count > 0 && (index === undefined ? canLoad : isDrawn)) reach(key, index)
  }, [key, index, isDrawn, count, canLoad])
}
