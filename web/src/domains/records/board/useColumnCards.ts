import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useStable } from '../../../ui/grid/useStable.ts'
import type { ListRow } from '../list/list-columns.tsx'
import { type Spot, withHeld } from './board-columns.ts'
import { focusCard } from './card-element.ts'

/** Until a card is measured, as high as one with a title on two lines. */
const CARD = 107
const GAP = 8
/** Between the cards and the edges of what scrolls, so that the focus ring of a card isn't cut. */
const EDGE = 2

interface ColumnCards {
  scroller: RefObject<HTMLDivElement | null>
  rows: readonly ListRow[]
  /** The card that has the focus, or that Tab leads to; drawn wherever the column is scrolled to. */
  entry: string | undefined
  /** Drawn while it is dragged: without its element, the browser ends the drag. */
  dragged: string | undefined
  /** The card of the column that has the focus. */
  spot: Spot | null
  /** A card that gets the focus, each time with another object. */
  reveal: Spot | null
}

/** The cards of a column that are drawn: those in view, with their places. */
export function useColumnCards({ scroller, rows, entry, dragged, spot, reveal }: ColumnCards) {
  // Another function for other rows: heights are worked out again.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const indexOf = (id: string | undefined) => rows.findIndex((row) => row.id === id)
  const at = indexOf(entry)
  const held = [at, indexOf(dragged)]
  const virtual = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD,
    getItemKey,
    gap: GAP,
    overscan: 4,
    scrollMargin: EDGE,
    scrollPaddingStart: EDGE,
    scrollPaddingEnd: GAP,
    rangeExtractor: (range) => withHeld(defaultRangeExtractor(range), held),
  })
  const show = useStable((card: Spot) => {
    const index = indexOf(card.id)
    if (focusCard(card) && index !== -1) virtual.scrollToIndex(index, { align: 'auto' })
  })
  useEffect(() => {
    if (reveal !== null) show(reveal)
  }, [reveal, show])
  const cards = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index]
    return row === undefined ? [] : [{ row, index, top: start - EDGE }]
  })
  // A card that went to another column is drawn again there, without the focus that it had. Not with each scroll: someone
  // who scrolls away from it isn't taken back.
  const isDrawn = spot !== null && cards.some(({ row }) => row.id === spot.id)
  useEffect(() => {
    if (spot !== null && isDrawn && document.activeElement === document.body) show(spot)
  }, [spot, isDrawn, show])
  useAnchor(
    scroller,
    entry,
    cards.find(({ index }) => index === at),
  )
  return { cards, height: virtual.getTotalSize(), measure: virtual.measureElement }
}

interface Placed {
  index: number
  top: number
}

/** Leaves the card with the focus where it is on the page when cards come or go above it, unless the column is at its top. */
function useAnchor(
  scroller: RefObject<HTMLDivElement | null>,
  id: string | undefined,
  card: Placed | undefined,
): void {
  const last = useRef<{ id: string | undefined; card: Placed | undefined }>({ id, card })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { id, card }
    const element = scroller.current
    if (element === null || before.id !== id || before.card === undefined || card === undefined) return
    // Other heights above it are the business of the virtualizer.
    if (before.card.index === card.index) return
    if (element.scrollTop > 0 && element.contains(document.activeElement))
      element.scrollBy({ top: card.top - before.card.top })
  })
}
