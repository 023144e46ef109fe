export interface Box {
  id: string
  x: number
  y: number
  width: number
  height: number
}

export interface View {
  x: number
  y: number
  zoom: number
  /** False if the graph exceeds the view: then the overview map helps. */
  fits: boolean
}

const LEAST_ZOOM = 0.72
/** Minimum zoom: shows 300 parallel steps as a whole. */
export const LEAST_ZOOM_OF_ALL = 0.04
const CLOSE_ZOOM = 0.85
const FREE = 24

/**
 * The initial view: the entire graph if that fits at 0.72 or more; otherwise the selected (or first) node centered at
 * 0.85.
 */
export function openingView(
  area: { width: number; height: number },
  graph: { width: number; height: number },
  focus: Box | undefined,
): View {
  const fit = Math.min(
    (area.width - 2 * FREE) / Math.max(1, graph.width),
    (area.height - 2 * FREE) / Math.max(1, graph.height),
    1,
  )
  if (fit >= LEAST_ZOOM) {
    const x = (area.width - graph.width * fit) / 2
    // A short graph sits in the top third rather than in the middle.
    const y = Math.min((area.height - graph.height * fit) / 2, Math.max(FREE, area.height / 6))
    return { x, y, zoom: fit, fits: true }
  }
  const zoom = CLOSE_ZOOM
  if (focus === undefined) return { x: area.width / 2 - (graph.width * zoom) / 2, y: FREE, zoom, fits: false }
  const centred = centredOn(focus, area, zoom)
  return {
    x: clampedOffset(centred.x, area.width, graph.width * zoom),
    y: clampedOffset(centred.y, area.height, graph.height * zoom),
    zoom,
    fits: false,
  }
}

export function wholeView(
  area: { width: number; height: number },
  boxes: Iterable<Omit<Box, 'id'>>,
): { x: number; y: number; zoom: number } {
  const all = [...boxes]
  if (all.length === 0) return { x: FREE, y: FREE, zoom: 1 }
  const [left, top] = [least(all.map(({ x }) => x)), least(all.map(({ y }) => y))]
  const width = Math.max(1, -least(all.map((box) => -box.x - box.width)) - left)
  const height = Math.max(1, -least(all.map((box) => -box.y - box.height)) - top)
  const fit = Math.min((area.width - 2 * FREE) / width, (area.height - 2 * FREE) / height, 1)
  const zoom = Math.max(LEAST_ZOOM_OF_ALL, fit)
  const y = Math.min((area.height - height * zoom) / 2, Math.max(FREE, area.height / 6))
  return { x: (area.width - width * zoom) / 2 - left * zoom, y: y - top * zoom, zoom }
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}

/** Clamps a large graph's edge to the view's edge, so that no half stays empty beside a node near it. */
function clampedOffset(offset: number, shown: number, length: number): number {
  if (length + 2 * FREE <= shown) return (shown - length) / 2
  return Math.min(FREE, Math.max(shown - length - FREE, offset))
}

export function centredOn(
  box: Box,
  area: { width: number; height: number },
  zoom: number,
): { x: number; y: number; zoom: number } {
  return {
    x: area.width / 2 - (box.x + box.width / 2) * zoom,
    y: area.height / 2 - (box.y + box.height / 2) * zoom,
    zoom,
  }
}

export function isInView(
  box: Box,
  view: { x: number; y: number; zoom: number },
  area: { width: number; height: number },
): boolean {
  const left = box.x * view.zoom + view.x
  const top = box.y * view.zoom + view.y
  return (
    left >= 0 &&
    top >= 0 &&
    left + box.width * view.zoom <= area.width &&
    top + box.height * view.zoom <= area.height
  )
}

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/** The nearest node in an arrow key's direction; undefined at the edge and for other keys. */
export function neighborOf(boxes: readonly Box[], from: string, key: string): Box | undefined {
  const way = ARROWS[key]
  const here = boxes.find((box) => box.id === from)
  if (way === undefined || here === undefined) return undefined
  const origin = centerOf(here)
  let best: { box: Box; cost: number } | undefined
  for (const box of boxes) {
    const there = centerOf(box)
    const dx = there.x - origin.x
    const dy = there.y - origin.y
    const ahead = dx * way.x + dy * way.y
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x)
    if (ahead <= 1) continue
    const cost = ahead + aside * 2
    if (best === undefined || cost < best.cost) best = { box, cost }
  }
  return best?.box
}

function centerOf(box: Box): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export function roundedPath(points: readonly { x: number; y: number }[], radius = 8): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const parts = [`M${first.x} ${first.y}`]
  for (const [index, point] of rest.entries()) {
    const before = points[index]
    const after = points[index + 2]
    if (before === undefined || after === undefined) {
      parts.push(`L${point.x} ${point.y}`)
      continue
    }
    const into = Math.min(radius, distance(before, point) / 2, distance(point, after) / 2)
    const a = towards(point, before, into)
    const b = towards(point, after, into)
    parts.push(`L${a.x} ${a.y}`, `Q${point.x} ${point.y} ${b.x} ${b.y}`)
  }
  return parts.join('')
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function towards(from: { x: number; y: number }, to: { x: number; y: number }, by: number) {
  const length = distance(from, to)
  if (length === 0) return from
  return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length }
}
