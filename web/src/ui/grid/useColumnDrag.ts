import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { PlaceColumn } from './grid-column.ts'

const KIND = 'grid-column'

/** Returns the edge at which a dragged header would be inserted. */
export function useColumnDrag(
  cell: RefObject<HTMLElement | null>,
  key: string,
  onPlace: PlaceColumn | undefined,
): 'left' | 'right' | null {
  const [edge, setEdge] = useState<'left' | 'right' | null>(null)
  const place = useEffectEvent((move: Parameters<PlaceColumn>[0]) => onPlace?.(move))
  const enabled = onPlace !== undefined
  useEffect(() => {
    const element = cell.current
    if (element === null || !enabled) return
    const grid = element.closest('[role="grid"]')
    const edgeOf = (data: Record<string | symbol, unknown>) => {
      const closest = extractClosestEdge(data)
      return closest === 'left' || closest === 'right' ? closest : null
    }
    return combine(
      draggable({ element, getInitialData: () => ({ kind: KIND, key, grid }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) =>
          source.data['kind'] === KIND && source.data['grid'] === grid && source.data['key'] !== key,
        getData: ({ input, element: target }) =>
          attachClosestEdge({}, { input, element: target, allowedEdges: ['left', 'right'] }),
        onDrag: ({ self }) => setEdge(edgeOf(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null)
          place({ key: String(source.data['key']), target: key, after: edgeOf(self.data) === 'right' })
        },
      }),
    )
  }, [cell, key, enabled])
  return edge
}
