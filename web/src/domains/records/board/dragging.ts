import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Spot } from './board-columns.ts'

const MARK = 'caseloom-board-card'

/** Whether the card is being dragged. */
export function useCardDrag(card: RefObject<HTMLElement | null>, spot: Spot): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const { column, id } = spot
  useEffect(() => {
    if (card.current === null) return
    return draggable({
      element: card.current,
      getInitialData: () => ({ mark: MARK, column, id }),
      onDragStart: () => setIsDragging(true),
      onDrop: () => setIsDragging(false),
    })
  }, [card, column, id])
  return isDragging
}

/** Whether a card is held over the column. */
export function useColumnDrop(
  element: RefObject<HTMLElement | null>,
  column: string,
  takes: boolean,
): boolean {
  const [holdsCard, setHoldsCard] = useState(false)
  const isOpen = useEffectEvent(() => takes)
  useEffect(() => {
    if (element.current === null) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data['mark'] === MARK && source.data['column'] !== column && isOpen(),
      getData: () => ({ mark: MARK, column }),
      onDragEnter: () => setHoldsCard(true),
      onDragLeave: () => setHoldsCard(false),
      onDrop: () => setHoldsCard(false),
    })
  }, [element, column])
  return holdsCard
}

interface CardDrops {
  onDrag: (spot: Spot | null) => void
  onDrop: (spot: Spot, column: string) => void
}

/** Calls when a card begins to be dragged, and when it was dropped. */
export function useCardDrops({ onDrag, onDrop }: CardDrops): void {
  const begin = useEffectEvent(onDrag)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const spotOf = (data: Record<string | symbol, unknown>): Spot => ({
      column: String(data['column']),
      id: String(data['id']),
    })
    return monitorForElements({
      canMonitor: ({ source }) => source.data['mark'] === MARK,
      onDragStart: ({ source }) => begin(spotOf(source.data)),
      onDrop: ({ source, location }) => {
        begin(null)
        const target = location.current.dropTargets[0]?.data
        if (target !== undefined) drop(spotOf(source.data), String(target['column']))
      },
    })
  }, [])
}
