import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { ContentScroller } from '../../../ui/frame/content-scroller.ts'
import { drawnDays, drawnRows, estimatedSize, type ThreadRows } from './thread-rows.ts'

type ListVirtualizer = Virtualizer<HTMLElement, HTMLElement>

/** The heading of the day, which stays in view. */
const HEAD_PX = 32
/** Rows beyond the edges of the view: enough for Tab to find the next one. */
const OVERSCAN = 8

/**
 * The rows of the thread in view, in the page that scrolls. The row of `named`, the one with the focus, and those in
 * which something is being written are drawn wherever they are.
 */
export function useThreadWindow({ rows, heads }: ThreadRows, named: string | undefined) {
  const scroller = use(ContentScroller)
  const list = useRef<HTMLDivElement>(null)
  const own = useRef<ListVirtualizer | null>(null)
  const top = useTop(list, scroller, own)
  const indexes = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows])
  const held = useHeldRows(list)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const keys = [...held(), ...(named === undefined ? [] : [named])]
      const wanted = keys.flatMap((key) => indexes.get(key) ?? [])
      return drawnRows([...defaultRangeExtractor(range), ...wanted], heads)
    },
    [held, indexes, named, heads],
  )
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const [isScrolled, setScrolled] = useState(false)
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => estimatedSize(rows[index]),
    getItemKey,
    overscan: OVERSCAN,
    scrollPaddingStart: HEAD_PX,
    scrollMargin: top,
    rangeExtractor,
    // What is being read stays in place when entries come above it; the view sticks to neither end.
    anchorTo: isScrolled ? 'end' : 'start',
    scrollEndThreshold: Number.NEGATIVE_INFINITY,
    onChange: ({ scrollOffset }) => setScrolled((scrollOffset ?? 0) > top),
  })
  useLayoutEffect(() => {
    own.current = virtual
  }, [virtual])
  const drawn = virtual.getVirtualItems()
  const namedIndex = named === undefined ? undefined : indexes.get(named)
  return {
    list,
    virtual,
    days: drawnDays(drawn, heads, top),
    first: virtual.range?.startIndex ?? -1,
    last: virtual.range?.endIndex ?? -1,
    namedIndex,
    isNamedDrawn: drawn.some(({ index }) => index === namedIndex),
  }
}

/**
 * How far below the start of what scrolls the list begins: a box above it can grow. 0 before it is measured. What is
 * being read stays where it is on the page when such a box comes, grows, or goes.
 */
function useTop(
  list: RefObject<HTMLElement | null>,
  scroller: HTMLElement | null,
  virtual: RefObject<ListVirtualizer | null>,
): number {
  const [top, setTop] = useState(0)
  const last = useRef(top)
  useLayoutEffect(() => {
    const parent = list.current?.parentElement ?? null
    if (scroller === null || parent === null) return
    const measure = () => {
      const own = list.current?.getBoundingClientRect().top ?? 0
      const next = Math.round(own - scroller.getBoundingClientRect().top + scroller.scrollTop)
      const before = last.current
      last.current = next
      // Before it was measured, the list hasn't moved.
      if (before > 0 && next !== before && virtual.current !== null) follow(virtual.current, before, next)
      setTop(next)
    }
    measure()
    // In the frame in which the box is painted.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(parent)
    return () => observer.disconnect()
  }, [list, scroller, virtual])
  return top
}

/** Scrolls by what the list moved if its rows are read, not what is above them. */
function follow(virtual: ListVirtualizer, before: number, top: number): void {
  const { scrollElement, options } = virtual
  // Known before the next render: with rows that come in the same one, the library holds what is read by where it
  // begins, in which the new margin is included, and the list would be scrolled by it twice.
  virtual.setOptions({ ...options, scrollMargin: top })
  if (scrollElement === null || scrollElement.scrollTop <= before) return
  scrollElement.scrollTop += top - before
  // Until the event of the scroll, it would put back what it knows.
  virtual.scrollOffset = scrollElement.scrollTop
}

const EDITOR = 'form, textarea, input, [contenteditable="true"]'

/** Rows that have had the focus, as long as they have it or something is being written in them. */
function useHeldRows(list: RefObject<HTMLElement | null>): () => Iterable<string> {
  const rows = useRef(new Set<string>())
  useEffect(() => {
    const element = list.current
    const hold = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
      if (row?.dataset['row'] !== undefined) rows.current.add(row.dataset['row'])
    }
    element?.addEventListener('focusin', hold)
    return () => element?.removeEventListener('focusin', hold)
  }, [list])
  return useCallback(() => {
    const isHeld = (key: string) => {
      const row = list.current?.querySelector(`[data-row="${CSS.escape(key)}"]`)
      if (row === null || row === undefined) return false
      return row.contains(document.activeElement) || row.querySelector(EDITOR) !== null
    }
    for (const key of rows.current) if (!isHeld(key)) rows.current.delete(key)
    return rows.current
  }, [list])
}
