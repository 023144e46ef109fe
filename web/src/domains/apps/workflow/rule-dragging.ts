import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

const MARK = 'caseloom-workflow-rule'

/** Before or after a rule, or nested in it. */
export type RuleEdge = 'top' | 'bottom' | 'right'

/** A rule is dragged by the header of its card. */
export function useRuleDrag(
  card: RefObject<HTMLElement | null>,
  head: RefObject<HTMLElement | null>,
  rule: string,
): boolean {
  const [isDragging, setIsDragging] = useState(false)
  useEffect(() => {
    if (card.current === null || head.current === null) return
    return draggable({
      element: card.current,
      dragHandle: head.current,
      getInitialData: () => ({ mark: MARK, rule }),
      onDragStart: () => setIsDragging(true),
      onDrop: () => setIsDragging(false),
    })
  }, [card, head, rule])
  return isDragging
}

function edgeOf(data: Record<string | symbol, unknown>): RuleEdge | null {
  const edge = extractClosestEdge(data)
  return edge === 'left' ? null : edge
}

export function useRuleDrop(card: RefObject<HTMLElement | null>, rule: string): RuleEdge | null {
  const [edge, setEdge] = useState<RuleEdge | null>(null)
  useEffect(() => {
    if (card.current === null) return
    const element = card.current
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['mark'] === MARK && source.data['rule'] !== rule,
      getData: ({ input }) =>
        attachClosestEdge({ mark: MARK, rule }, { element, input, allowedEdges: ['top', 'bottom', 'right'] }),
      onDragEnter: ({ self }) => setEdge(edgeOf(self.data)),
      onDrag: ({ self }) => setEdge(edgeOf(self.data)),
      onDragLeave: () => setEdge(null),
      onDrop: () => setEdge(null),
    })
  }, [card, rule])
  return edge
}

/** Calls when a rule was dropped at another one. */
export function useRuleDrops(onDrop: (rule: string, target: string, edge: RuleEdge) => void): void {
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data['mark'] === MARK,
        onDrop: ({ source, location }) => {
          const data = location.current.dropTargets[0]?.data
          const edge = data === undefined ? null : edgeOf(data)
          if (data === undefined || edge === null) return
          drop(String(source.data['rule']), String(data['rule']), edge)
        },
      }),
    [],
  )
}
