import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Box, centredOn, isInView, openingView, wholeView } from '../../graph/graph-view.ts'
import { type Scene, shiftOf } from './scene.ts'
import type { Flow } from './useFlow.ts'

const MOVE_MS = 240
const TOP = 48

interface ViewOptions {
  scene: Scene
  width: number
  height: number
  first: string | undefined
}

/** The visible part of the canvas. It follows the window size until someone pans or zooms. */
export function useView({ scene, width, height, first }: ViewOptions) {
  const flow = useRef<Flow>(null)
  const latest = useRef<{ scene: Scene; width: number; height: number }>({ scene, width, height })
  useEffect(() => {
    latest.current = { scene, width, height }
  })
  const [moved, setMoved] = useState(false)
  const goTo = useCallback((view: { x: number; y: number; zoom: number }, ms = MOVE_MS) => {
    void flow.current?.setViewport(view, { duration: motion(ms) })
  }, [])
  const show = useCallback(
    (box: Box | undefined, always: boolean) => {
      const instance = flow.current
      if (instance === null || box === undefined) return
      const area = { width: latest.current.width, height: latest.current.height - TOP }
      const present = instance.getViewport()
      if (!always && isInView(box, { ...present, y: present.y - TOP }, area)) return
      setMoved(true)
      const { x, y, zoom } = centredOn(box, area, present.zoom)
      goTo({ x, y: y + TOP, zoom })
    },
    [goTo],
  )
  const reveal = useCallback((node: string) => show(latest.current.scene.boxes.get(node), false), [show])
  const center = useCallback((node: string) => show(latest.current.scene.boxes.get(node), true), [show])
  const fit = useCallback(() => {
    setMoved(false)
    const { scene: shown, ...area } = latest.current
    const all = [...shown.boxes.values(), ...shown.notes]
    goTo(lowered(wholeView({ ...area, height: area.height - TOP }, all)))
  }, [goTo])
  const focus = first === undefined ? undefined : scene.boxes.get(first)
  const opening = lowered(openingView({ width, height: height - TOP }, scene, focus))
  const size = `${width}×${height} ${Math.round(scene.width)}×${Math.round(scene.height)}`
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
  }, [scene, goTo])
  const before = useRef(size)
  useEffect(() => {
    if (before.current === size) return
    before.current = size
    if (!moved) goTo(opening, 0)
  }, [size, moved, opening, goTo])
  return {
    flow,
    opening,
    hold: () => setMoved(true),
    /** Keeps a node in place on screen across a new layout. */
    anchor: (node: string) => {
      anchor.current = { node, scene }
    },
    reveal,
    centre: center,
    fit,
    zoom: (by: 1 | -1) => {
      setMoved(true)
      void (by > 0 ? flow.current?.zoomIn() : flow.current?.zoomOut())
    },
    middle: () => {
      const { x, y, zoom } = flow.current?.getViewport() ?? { x: 0, y: 0, zoom: 1 }
      return { x: Math.round((width / 2 - x) / zoom), y: Math.round((height / 2 - y) / zoom) }
    },
    onInit: (instance: Flow) => {
      flow.current = instance
      if (focus !== undefined) goTo(opening, 0)
    },
    onMove: (event: unknown) => {
      if (event !== null) setMoved(true)
    },
  }
}

function lowered<V extends { y: number }>(view: V): V {
  return view.y > 0 ? { ...view, y: Math.max(view.y, TOP + 16) } : view
}

function motion(ms: number): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms
}
