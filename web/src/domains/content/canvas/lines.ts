// What follows from a piece, and what depends on it.
import type { CanvasEdge, CanvasLink } from '@caseloom/contract/content/canvas'

/** A part of the canvas: how far each piece is from where it began, and the lines between. */
export interface Reached {
  nodes: ReadonlyMap<string, number>
  edges: ReadonlySet<string>
}

/** Work passes along these; what is read is reached, and nothing follows from it. */
const FLOWS: ReadonlySet<CanvasLink> = new Set([
  'starts',
  'fails',
  'calls',
  'writes',
  'uses',
  'asks',
  'shows',
  'holds',
])

/** What happens when this begins, in the order in which it is reached. */
export function tracedFrom(edges: readonly CanvasEdge[], start: string): Reached {
  const outOf = Map.groupBy(edges, ({ from }) => from)
  const reached = new Map([[start, 0]])
  const lines = new Set<string>()
  const open = [start]
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const { id, to, link } of outOf.get(at) ?? []) {
      if (!FLOWS.has(link) && link !== 'reads') continue
      // A workspace holds an app whether or not anything happens in it.
      if (link === 'holds' && at.startsWith('app:')) continue
      lines.add(id)
      if (reached.has(to)) continue
      reached.set(to, (reached.get(at) ?? 0) + 1)
      if (FLOWS.has(link)) open.push(to)
    }
  }
  return { nodes: reached, edges: lines }
}

/** Of these, the piece at the end works with the one at the beginning; of all others, the other way round. */
const END_DEPENDS: ReadonlySet<CanvasLink> = new Set(['starts', 'fails', 'brings', 'shows', 'holds'])

/** What works with this, and what works with that: 1 is what would notice a change first. */
export function dependentsOf(edges: readonly CanvasEdge[], start: string): Reached {
  const needs = Map.groupBy(edges, ({ from, to, link }) => (END_DEPENDS.has(link) ? from : to))
  const reached = new Map([[start, 0]])
  const lines = new Set<string>()
  const open = [start]
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const { id, from, to, link } of needs.get(at) ?? []) {
      const other = END_DEPENDS.has(link) ? to : from
      lines.add(id)
      if (reached.has(other)) continue
      reached.set(other, (reached.get(at) ?? 0) + 1)
      open.push(other)
    }
  }
  return { nodes: reached, edges: lines }
}
