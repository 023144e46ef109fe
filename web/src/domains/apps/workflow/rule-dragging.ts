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

/** `path` has what the rule is in: nothing is dropped into itself. */
export function useRuleDrop(
  card: RefObject<HTMLElement | null>,
  rule: string,
  path: readonly string[],
): RuleEdge | null {
  const [edge, setEdge] = useState<RuleEdge | null>(null)
  const inside = path.join(' ')
  useEffect(() => {
    if (card.current === null) return
    const element = card.current
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const dragged = String(source.data['rule'])
        return source.data['mark'] === MARK && dragged !== rule && !inside.split(' ').includes(dragged)
      },
      getData: ({ input }) =>
        attachClosestEdge({ mark: MARK, rule }, { element, input, allowedEdges: ['top', 'bottom', 'right'] }),
      onDragEnter: ({ self }) => setEdge(edgeOf(self.data)),
      onDrag: ({ self }) => setEdge(edgeOf(self.data)),
      onDragLeave: () => setEdge(null),
      onDrop: () => setEdge(null),
    })
  }, [card, rule, inside])
  return edge
}

/** Whether a rule is held over the head of a stage, which takes it as a branch of its own. */
export function useStageDrop(head: RefObject<HTMLElement | null>, stage: string): boolean {
  const [isTarget, setIsTarget] = useState(false)
  useEffect(() => {
    if (head.current === null) return
    return dropTargetForElements({
      element: head.current,
      canDrop: ({ source }) => source.data['mark'] === MARK,
      getData: () => ({ mark: MARK, stage }),
      onDragEnter: () => setIsTarget(true),
      onDragLeave: () => setIsTarget(false),
      onDrop: () => setIsTarget(false),
    })
  }, [head, stage])
  return isTarget
}

/** Where a rule was dropped: at an edge of another one, or on a stage. */
export type RuleDrop = { rule: string; edge: RuleEdge } | { stage: string }

/** Calls when a rule was dropped. */
export function useRuleDrops(onDrop: (rule: string, at: RuleDrop) => void): void {
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data['mark'] === MARK,
        onDrop: ({ source, location }) => {
          const data = location.current.dropTargets[0]?.data
          if (data === undefined) return
          const dragged = String(source.data['rule'])
          if (typeof data['stage'] === 'string') return drop(dragged, { stage: data['stage'] })
          const edge = edgeOf(data)
          if (edge !== null) drop(dragged, { rule: String(data['rule']), edge })
        },
      }),
    [],
  )
}
