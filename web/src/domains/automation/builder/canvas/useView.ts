import { useLayoutEffect, useRef } from 'react'
import { wholeView } from '../../../../ui/graph/graph-view.ts'
import { useGraphView } from '../../../../ui/graph/use-graph-view.ts'
import { type Scene, shiftOf } from './scene.ts'
import type { Flow } from './useFlow.ts'

/** The tools of the canvas cover this many pixels. */
const TOP = 48

interface ViewOptions {
  scene: Scene
  width: number
  height: number
  first: string | undefined
}

/** The visible part of the canvas, which stays in place on screen while its steps move. */
export function useView({ scene, width, height, first }: ViewOptions) {
  const { boxes, notes } = scene
  const { center, ...view } = useGraphView<Flow>({
    boxes,
    graph: scene,
    width,
    height,
    first,
    whole: (area) => wholeView(area, [...boxes.values(), ...notes]),
    top: TOP,
  })
  const { flow, goTo } = view
  const anchor = useRef<{ node: string; scene: Scene } | null>(null)
  // Before paint: moving one node must not make everything else jump.
  useLayoutEffect(() => {
    const held = anchor.current
    const instance = flow.current
    if (held === null || instance === null || held.scene === scene) return
    anchor.current = null
    const by = shiftOf(held.node, held.scene, scene)
    const { x, y, zoom } = instance.getViewport()
    goTo({ x: x - by.x * zoom, y: y - by.y * zoom, zoom }, 0)
  }, [scene, flow, goTo])
  return {
    ...view,
    center,
    /** Keeps a node in place on screen across a new layout. */
    anchor: (node: string) => {
      anchor.current = { node, scene }
    },
    middle: () => {
      const { x, y, zoom } = flow.current?.getViewport() ?? { x: 0, y: 0, zoom: 1 }
      return { x: Math.round((width / 2 - x) / zoom), y: Math.round((height / 2 - y) / zoom) }
    },
  }
}
