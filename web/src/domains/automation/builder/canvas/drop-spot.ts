import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Spot } from '../model/draft.ts'
import { findStep, type Path, triggerKeyOf } from '../model/places.ts'
import type { Scene, SceneEdge } from './scene.ts'

export interface DropMark {
  spot: Spot
  node: string | null
  edge: string | null
}

/** The previous mark while it is equal, to avoid re-rendering. */
export function steady(before: DropMark | null, next: DropMark | null): DropMark | null {
  return before?.node === next?.node && before?.edge === next?.edge ? before : next
}

const NEAR = 22

/** The drop target at a point: a nearby edge, a node, the inside of a box, or nothing. */
export function dropAt(scene: Scene, document: JsonObject, point: { x: number; y: number }): DropMark {
  const edge = nearestEdge(scene, point)
  if (edge !== null) {
    return { spot: { kind: 'between', from: edge.from, to: edge.to }, node: null, edge: edge.id }
  }
  // Boxes come before their contents, so the last hit is the innermost.
  const hit = scene.nodes.findLast(({ id }) => isInside(scene.boxes.get(id), point))
  if (hit === undefined) return { spot: { kind: 'free', list: ['steps'] }, node: null, edge: null }
  const list = listOfBox(document, hit.id, hit.facts.kind)
  if (list !== null) return { spot: { kind: 'in', list }, node: hit.id, edge: null }
  return { spot: { kind: 'after', node: hit.id }, node: hit.id, edge: null }
}

/** The step list of a box; null for a node that is not an expanded box. */
export function listOfBox(document: JsonObject, id: string, kind: string): Path | null {
  if (kind === 'handler') return ['onError', 'steps']
  if (kind === 'block') {
    const found = findStep(document, id)
    return found === undefined ? null : [...found.path, 'steps']
  }
  if (kind !== 'lane') return null
  const [block = '', name = ''] = id.split('/')
  const found = findStep(document, block)
  if (found === undefined || triggerKeyOf(id) !== null) return null
  const branches = found.step['branches']
  if (!Array.isArray(branches)) return [...found.path, name]
  const index = branches.findIndex(
    (branch) =>
      typeof branch === 'object' && branch !== null && !Array.isArray(branch) && branch['key'] === name,
  )
  return index < 0 ? null : [...found.path, 'branches', index, 'steps']
}

function isInside(
  box: { x: number; y: number; width: number; height: number } | undefined,
  point: { x: number; y: number },
) {
  if (box === undefined) return false
  return point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height
}

function nearestEdge(scene: Scene, point: { x: number; y: number }): SceneEdge | null {
  let best: { edge: SceneEdge; far: number } | null = null
  for (const edge of scene.edges) {
    const outer = edge.parent === undefined ? undefined : scene.boxes.get(edge.parent)
    const far = distanceTo(edge.points, { x: point.x - (outer?.x ?? 0), y: point.y - (outer?.y ?? 0) })
    if (far < NEAR && (best === null || far < best.far)) best = { edge, far }
  }
  return best?.edge ?? null
}

function distanceTo(points: readonly { x: number; y: number }[], point: { x: number; y: number }): number {
  let least = Number.POSITIVE_INFINITY
  for (const [index, a] of points.entries()) {
    const b = points[index + 1]
    if (b === undefined) continue
    const [x, y] = [clamp(point.x, a.x, b.x), clamp(point.y, a.y, b.y)]
    least = Math.min(least, Math.hypot(point.x - x, point.y - y))
  }
  return least
}

function clamp(value: number, a: number, b: number): number {
  return Math.min(Math.max(value, Math.min(a, b)), Math.max(a, b))
}

/** Arrow keys: up and down along edges, sideways to the nearest node. */
export function alongEdges(scene: Scene, from: string, key: string): string | undefined {
  const here = scene.boxes.get(from)
  if (here === undefined || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined
  const ends =
    key === 'ArrowDown'
      ? scene.edges.flatMap((edge) => (edge.from === from ? [edge.to] : []))
      : scene.edges.flatMap((edge) => (edge.to === from ? [edge.from] : []))
  const middle = here.x + here.width / 2
  const far = (id: string) => {
    const box = scene.boxes.get(id)
    return box === undefined ? Number.POSITIVE_INFINITY : Math.abs(box.x + box.width / 2 - middle)
  }
  return ends.toSorted((a, b) => far(a) - far(b))[0]
}
