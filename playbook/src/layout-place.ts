import dagre from '@dagrejs/dagre'
import { type Point, type Row, route } from './layout-route.ts'
import type { ShownEdge } from './layout-shown.ts'

/** Sizes of nodes in pixels; `gap` between ranks, `labelled` more where an edge has a label, `between` neighbors. */
export const SIZES = {
  build: { width: 220, height: 44, gap: 32, labelled: 22, between: 36 },
  run: { width: 178, height: 34, gap: 28, labelled: 22, between: 28 },
} as const

/** Distances between nodes, whatever their sizes. */
export type Gaps = { gap: number; labelled: number; between: number }

const MARGIN = 16

export type Sized = { id: string; width: number; height: number }
/** A thing with its top left corner. */
export type Placed<N> = N & { x: number; y: number }
/** An edge with its way: corners of an orthogonal line from the bottom of `from` to the top of `to`. */
export type Routed = Omit<ShownEdge, 'weight'> & {
  points: Point[]
  /** Middle of the label: on the vertical piece just above the target. */
  labelAt?: Point
}
export type Picture<N> = { nodes: Placed<N>[]; edges: Routed[]; width: number; height: number }

/** Places nodes of any sizes from top to bottom and finds a way for each edge. */
export function place<N extends Sized>(
  nodes: readonly N[],
  planned: readonly ShownEdge[],
  gaps: Gaps,
): Picture<N> {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({
    rankdir: 'TB',
    nodesep: gaps.between,
    edgesep: 24,
    ranksep: gaps.gap,
    marginx: MARGIN,
    marginy: MARGIN,
  })
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const edge of planned) {
    // A label takes room in the gap, so that its chip does not touch the bend.
    graph.setEdge(
      edge.from,
      edge.to,
      { weight: edge.weight, width: 0, height: edge.label ? gaps.labelled : 0 },
      edge.id,
    )
  }
  dagre.layout(graph)
  const rows = new Map<number, Row>()
  const placed = nodes.map((node) => {
    const box = { ...node, ...cornerOf(graph.node(node.id), node) }
    const center = box.y + box.height / 2
    const row = rows.get(center)
    const top = Math.min(row?.top ?? box.y, box.y)
    rows.set(center, { center, top, bottom: Math.max(row?.bottom ?? 0, box.y + box.height) })
    return box
  })
  const byId = new Map(placed.map((node) => [node.id, node]))
  const arriving = Map.groupBy(planned, (edge) => edge.to)
  const free = freePlaces()
  const edges = planned.flatMap((edge) => {
    const from = byId.get(edge.from)
    const to = byId.get(edge.to)
    if (!from || !to) return []
    const way: { points?: Point[] } = graph.edge(edge.from, edge.to, edge.id)
    const meets = (arriving.get(edge.to)?.length ?? 0) > 1
    const points = route(from, to, way.points ?? [], { meets, rows: [...rows.values()] })
    const { weight: _, ...shown } = edge
    if (!edge.label) return [{ ...shown, points }]
    return [{ ...shown, points, labelAt: free(labelPlace(points, to, meets)) }]
  })
  return inside(placed, edges)
}

const LABEL_ABOVE = 16
const LABEL_ABOVE_JOIN = 26

// Edges that meet share their last piece, so a label there moves to the piece that is the edge's own.
function labelPlace(points: readonly Point[], to: Placed<Sized>, meets: boolean): Point {
  const [top, bend] = points.slice(-4, -2)
  if (meets && top && bend && points.length >= 4)
    return { x: bend.x, y: Math.max((top.y + bend.y) / 2, bend.y - LABEL_ABOVE) }
  return { x: to.x + to.width / 2, y: to.y - (meets ? LABEL_ABOVE_JOIN : LABEL_ABOVE) }
}

const LABEL_HEIGHT = 16

/** Edges between the same steps run along one line: the labels of the second and later ones are stacked upward. */
function freePlaces(): (place: Point) => Point {
  const taken = new Map<string, number>()
  return ({ x, y }) => {
    const key = `${x} ${y}`
    const before = taken.get(key) ?? 0
    taken.set(key, before + 1)
    return { x, y: y - before * LABEL_HEIGHT }
  }
}

function cornerOf(center: { x?: number; y?: number }, { width, height }: Sized): Point {
  return { x: Math.round((center.x ?? 0) - width / 2), y: Math.round((center.y ?? 0) - height / 2) }
}

// Edges around the outside may run left of every node: all moves right until the margin is free.
function inside<N extends Sized>(nodes: readonly Placed<N>[], edges: readonly Routed[]): Picture<N> {
  const xs = [
    ...nodes.flatMap((node) => [node.x, node.x + node.width]),
    ...edges.flatMap((edge) => edge.points.map(({ x }) => x)),
  ]
  const bottom = nodes.reduce((lowest, node) => Math.max(lowest, node.y + node.height), 0)
  if (xs.length === 0) return { nodes: [], edges: [], width: 0, height: 0 }
  const left = xs.reduce((a, b) => Math.min(a, b))
  const right = xs.reduce((a, b) => Math.max(a, b))
  const by = MARGIN - left
  const move = <T extends { x: number }>(place: T): T => ({ ...place, x: place.x + by })
  return {
    nodes: nodes.map(move),
    edges: edges.map((edge) => {
      const points = edge.points.map(move)
      return edge.labelAt ? { ...edge, points, labelAt: move(edge.labelAt) } : { ...edge, points }
    }),
    width: right + by + MARGIN,
    height: bottom + MARGIN,
  }
}
