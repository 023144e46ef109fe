import type { ReactFlowInstance } from '@xyflow/react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Box, centredOn, isInView, openingView } from './graph-view.ts'

const MOVE_MS = 240

interface Point {
  x: number
  y: number
  zoom: number
}

/** What is used of React Flow: it has types of nodes and edges of its own for each canvas. */
type View = Pick<ReactFlowInstance, 'getViewport' | 'setViewport' | 'zoomIn' | 'zoomOut'>

interface GraphViewOptions {
  boxes: ReadonlyMap<string, Box>
  graph: { width: number; height: number }
  width: number
  height: number
  /** The node in the middle at first. */
  first: string | undefined
  /** The view of everything. */
  whole: (area: { width: number; height: number }) => Point
  /** Pixels at the top that something covers. */
  top?: number
}

/**
 * The visible part of a canvas: follows the size of the window and of the graph until someone pans or zooms, and
 * moves to a node on request.
 */
export function useGraphView<Flow extends View>(options: GraphViewOptions) {
  const { boxes, graph, width, height, first, top = 0 } = options
  const flow = useRef<Flow>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [moved, setMoved] = useState(false)
  const goTo = useCallback((view: Point, ms = MOVE_MS) => {
    void flow.current?.setViewport(view, { duration: motion(ms) })
  }, [])
  const hold = useCallback(() => setMoved(true), [])
  const show = useShow({ flow, latest, goTo, hold })
  const focus = first === undefined ? undefined : boxes.get(first)
  const opening = lowered(openingView(areaOf(options), graph, focus), top)
  useFollowSize({ width, height, graph, moved }, () => goTo(opening, 0))
  return {
    flow,
    opening,
    goTo,
    hold,
    reveal: useCallback((node: string) => show(node, false), [show]),
    center: useCallback((node: string) => show(node, true), [show]),
    fit: useCallback(() => {
      setMoved(false)
      goTo(lowered(latest.current.whole(areaOf(latest.current)), top))
    }, [goTo, top]),
    zoom: (by: 1 | -1) => {
      hold()
      void (by > 0 ? flow.current?.zoomIn() : flow.current?.zoomOut())
    },
    onInit: (instance: Flow) => {
      flow.current = instance
      if (focus !== undefined) goTo(opening, 0)
    },
    /** Without an event, the canvas moved itself. */
    onMove: (event: unknown) => {
      if (event !== null) hold()
    },
  }
}

interface Showing<Flow extends View> {
  flow: RefObject<Flow | null>
  latest: RefObject<GraphViewOptions>
  goTo: (view: Point) => void
  hold: () => void
}

/** Moves to a node: always, or only if it's out of sight. */
function useShow<Flow extends View>({ flow, latest, goTo, hold }: Showing<Flow>) {
  return useCallback(
    (node: string, always: boolean) => {
      const { boxes, top = 0 } = latest.current
      const box = boxes.get(node)
      if (flow.current === null || box === undefined) return
      const area = areaOf(latest.current)
      const present = flow.current.getViewport()
      if (!always && isInView(box, { ...present, y: present.y - top }, area)) return
      hold()
      const { x, y, zoom } = centredOn(box, area, present.zoom)
      goTo({ x, y: y + top, zoom })
    },
    [flow, latest, goTo, hold],
  )
}

interface Size {
  width: number
  height: number
  graph: { width: number; height: number }
  moved: boolean
}

function useFollowSize({ width, height, graph, moved }: Size, refit: () => void): void {
  const size = `${width}×${height} ${Math.round(graph.width)}×${Math.round(graph.height)}`
  const before = useRef(size)
  useEffect(() => {
    if (before.current === size) return
    before.current = size
    if (!moved) refit()
  }, [size, moved, refit])
}

function areaOf({ width, height, top = 0 }: GraphViewOptions): { width: number; height: number } {
  return { width, height: height - top }
}

/** Below what covers the top, with some distance. */
function lowered<P extends Point>(view: P, top: number): P {
  return top > 0 && view.y > 0 ? { ...view, y: Math.max(view.y, top + 16) } : view
}

function motion(ms: number): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms
}
