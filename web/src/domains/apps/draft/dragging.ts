import type { LayoutBlock } from '@caseloom/contract/apps/layout'
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

export type Dragged =
  | { what: 'kind'; kind: string }
  | { what: 'section-kind' }
  | { what: 'applet-kind' }
  | { what: 'field'; field: string }
  | { what: 'block-kind'; kind: LayoutBlock['kind'] }
  | { what: 'block'; block: string }
  | { what: 'section'; section: number }

/** Drop target: before a field, into a section, or beside one. */
export type DropPlace = { at: 'field'; section: number; index: number } | { at: 'section'; section: number }

const MARK = 'caseloom-app-builder'

function isOurs(data: Record<string | symbol, unknown>): boolean {
  return data['mark'] === MARK
}

export function useDraggable(
  ref: RefObject<HTMLElement | null>,
  dragged: Dragged,
  handle?: RefObject<HTMLElement | null>,
): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const data = useEffectEvent(() => ({ mark: MARK, ...dragged }))
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    return draggable({
      element,
      ...(handle?.current ? { dragHandle: handle.current } : {}),
      getInitialData: () => data(),
      onDragStart: () => setIsDragging(true),
      onDrop: () => setIsDragging(false),
    })
  }, [ref, handle])
  return isDragging
}

interface DropOptions {
  place: DropPlace
  /** Edges that accept a drop; none accepts it as a whole. */
  edges: Edge[]
  accepts: (dragged: Dragged) => boolean
}

/** Returns the edge nearest to the pointer. */
export function useDropPlace(
  ref: RefObject<HTMLElement | null>,
  options: DropOptions,
): Edge | 'inside' | null {
  const [over, setOver] = useState<Edge | 'inside' | null>(null)
  const now = useEffectEvent(() => options)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const look = (data: Record<string | symbol, unknown>) => setOver(extractClosestEdge(data) ?? 'inside')
    return combine(
      dropTargetForElements({
        element,
        // Whatever has our mark was made by useDraggable.
        canDrop: ({ source }) => isOurs(source.data) && now().accepts(source.data as unknown as Dragged),
        getData: ({ input }) => {
          const { place, edges } = now()
          const data = { mark: MARK, ...place }
          return edges.length === 0 ? data : attachClosestEdge(data, { element, input, allowedEdges: edges })
        },
        onDragEnter: ({ self }) => look(self.data),
        onDrag: ({ self, location }) => {
          if (location.current.dropTargets[0]?.element === element) look(self.data)
          else setOver(null)
        },
        onDragLeave: () => setOver(null),
        onDrop: () => setOver(null),
      }),
    )
  }, [ref])
  return over
}

/** Calls when something was dropped onto one of the places. */
export function useDrops(onDrop: (dragged: Dragged, place: DropPlace, edge: Edge | null) => void): void {
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => isOurs(source.data),
        onDrop: ({ source, location }) => {
          const target = location.current.dropTargets[0]
          if (target === undefined || !isOurs(target.data)) return
          // Both have our mark, so they were made by the two hooks above.
          const dragged = source.data as unknown as Dragged
          const place = target.data as unknown as DropPlace
          drop(dragged, place, extractClosestEdge(target.data))
        },
      }),
    [],
  )
}
