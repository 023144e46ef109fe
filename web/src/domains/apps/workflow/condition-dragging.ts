import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import {
  draggable,
  dropTargetForElements,
  type ElementDropTargetEventPayloadMap,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { PartPlace } from './when-tree.ts'

const MARK = 'caseloom-condition'

/** A condition or a group is dragged by its grip: inputs in a draggable row couldn't select text in every browser. */
export function useConditionDrag(grip: RefObject<HTMLElement | null>, id: number): boolean {
  const [isDragging, setIsDragging] = useState(false)
  useEffect(() => {
    const element = grip.current
    if (element === null) return
    return draggable({
      element,
      getInitialData: () => ({ mark: MARK, id }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        const row = element.closest('[data-row]')
        if (row !== null) nativeSetDragImage?.(row, 8, 14)
      },
      onDragStart: () => setIsDragging(true),
      onDrop: () => setIsDragging(false),
    })
  }, [grip, id])
  return isDragging
}

/** What takes a drop: a condition or a group at its edges, or the end of a group. */
export type ConditionTarget = { beside: number } | { end: number }

type Data = Record<string | symbol, unknown>

function placeOf(data: Data): PartPlace | null {
  const { beside, end } = data
  if (typeof end === 'number') return { end }
  if (typeof beside !== 'number') return null
  return extractClosestEdge(data) === 'bottom' ? { after: beside } : { before: beside }
}

/** The edge at which a dragged condition would be put; null where it can't be, or is already. */
export function useConditionDrop(
  slot: RefObject<HTMLElement | null>,
  target: ConditionTarget,
  takes: (dragged: number, place: PartPlace) => boolean,
): 'top' | 'bottom' | null {
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null)
  const now = useEffectEvent(() => ({ target, takes }))
  useEffect(() => {
    const element = slot.current
    if (element === null) return
    const show = ({ self, source, location }: ElementDropTargetEventPayloadMap['onDrag']) => {
      // Only the innermost slot under the pointer shows a line.
      const place = location.current.dropTargets[0]?.element === element ? placeOf(self.data) : null
      const isTaken = place !== null && now().takes(Number(source.data['id']), place)
      setEdge(!isTaken ? null : 'after' in place ? 'bottom' : 'top')
    }
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['mark'] === MARK,
      getData: ({ input }) => {
        const data = { mark: MARK, ...now().target }
        return 'end' in data
          ? data
          : attachClosestEdge(data, { element, input, allowedEdges: ['top', 'bottom'] })
      },
      onDropTargetChange: show,
      onDrag: show,
      onDrop: () => setEdge(null),
    })
  }, [slot])
  return edge
}

/** Calls when a condition or a group was dropped. */
export function useConditionDrops(onDrop: (id: number, place: PartPlace) => void): void {
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data['mark'] === MARK,
        onDrop: ({ source, location }) => {
          const place = placeOf(location.current.dropTargets[0]?.data ?? {})
          if (place !== null) drop(Number(source.data['id']), place)
        },
      }),
    [],
  )
}
