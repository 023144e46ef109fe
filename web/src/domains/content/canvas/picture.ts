// Where the pieces of the canvas are: columns from what starts work to where it ends.
import type { CanvasEdge, CanvasNode } from '@caseloom/contract/content/canvas'
import type { Box } from '../../../ui/graph/graph-view.ts'

export const COLUMNS = ['sources', 'intake', 'data', 'actions', 'destinations', 'behind'] as const
type Column = (typeof COLUMNS)[number]

export interface PlacedNode extends Box {
  node: CanvasNode
  column: number
}

export interface PlacedEdge {
  edge: CanvasEdge
  path: string
  /** Its middle, for the figures. */
  middle: { x: number; y: number }
}

export interface Picture {
  nodes: PlacedNode[]
  edges: PlacedEdge[]
  headings: { column: Column; x: number }[]
  width: number
  height: number
}

const WIDTH = 188
const HEIGHT = 44
const APP_HEIGHT = 52
const GAP = 22
const BETWEEN = 112
const TOP = 56
const LEFT = 24
const SWEEPS = 6

/** The same structure always gives the same picture: figures that change move nothing. */
export function pictureOf(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): Picture {
  const columnOf = columnsOf(nodes, edges)
  const shown = edges.filter(({ from, to }) => columnOf.has(from) && columnOf.has(to))
  const columns = COLUMNS.map((_, at) =>
    nodes.filter(({ id }) => columnOf.get(id) === at).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const near = neighborsOf(shown)
  const ordered = untangled(columns, near)
  const used = ordered.flatMap((column, at) => (column.length === 0 ? [] : [at]))
  const placed = placedIn(ordered, used, near)
  const byId = new Map(placed.map((box) => [box.id, box]))
  return {
    nodes: placed,
    edges: shown.flatMap((edge) => lineOf(edge, byId)),
    headings: used.map((at, index) => ({ column: COLUMNS[at] ?? 'data', x: leftOf(index) })),
    width: leftOf(Math.max(1, used.length)) - BETWEEN + LEFT,
    height: placed.reduce((lowest, { y, height }) => Math.max(lowest, y + height), TOP) + LEFT,
  }
}

const COLUMN_OF: Record<Exclude<CanvasNode['kind'], 'playbook'>, number> = {
  trigger: 0,
  app: 2,
  applet: 2,
  table: 2,
  asset: 4,
  people: 4,
  dashboard: 4,
  connector: 5,
  workspace: 5,
}

/** Playbooks that a source starts take in; those that an app or another playbook starts act. */
function columnsOf(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): Map<string, number> {
  const into = Map.groupBy(edges, ({ to }) => to)
  const outOf = Map.groupBy(edges, ({ from }) => from)
  return new Map(
    nodes.map(({ id, kind }) => {
      if (kind !== 'playbook') return [id, COLUMN_OF[kind]]
      const started = into.get(id) ?? []
      if (started.some(({ from }) => from.startsWith('trigger:'))) return [id, 1]
      if (started.length > 0) return [id, 3]
      return [id, (outOf.get(id) ?? []).some(({ link }) => link === 'writes') ? 1 : 3]
    }),
  )
}

type Near = ReadonlyMap<string, readonly string[]>

function neighborsOf(edges: readonly CanvasEdge[]): Near {
  const near = new Map<string, string[]>()
  for (const { from, to } of edges) {
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const known = near.get(one)
      if (known === undefined) near.set(one, [other])
      else known.push(other)
    }
  }
  return near
}

/** Sorts each column by the middle of its neighbors, back and forth; what has none comes last. */
function untangled(columns: readonly CanvasNode[][], near: Near): CanvasNode[][] {
  const result = columns.map((column) => column.toSorted((a, b) => byHold(a, b, near)))
  const rank = new Map<string, number>()
  const number = () => {
    for (const column of result)
      for (const [at, { id }] of column.entries()) rank.set(id, (at + 0.5) / column.length)
  }
  number()
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const way = sweep % 2 === 0 ? result.keys() : [...result.keys()].toReversed()
    for (const at of way) {
      const column = result[at] ?? []
      const middle = new Map(
        column.map(({ id }) => [id, meanOf((near.get(id) ?? []).map((one) => rank.get(one)))]),
      )
      result[at] = column.toSorted(
        (a, b) => (middle.get(a.id) ?? 2) - (middle.get(b.id) ?? 2) || compare(a, b),
      )
      number()
    }
  }
  return result
}

function byHold(a: CanvasNode, b: CanvasNode, near: Near): number {
  return Number(near.has(b.id)) - Number(near.has(a.id)) || compare(a, b)
}

/** Made once: it costs more than a comparison. */
const NAMES = new Intl.Collator('en')

function compare(a: CanvasNode, b: CanvasNode): number {
  return NAMES.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}

function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.flatMap((value) => value ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** From top to bottom, each as near to the neighbors that are placed already as those above it allow. */
function placedIn(columns: readonly CanvasNode[][], used: readonly number[], near: Near): PlacedNode[] {
  const placed = new Map<string, PlacedNode>()
  for (const [index, column] of used.entries()) {
    let free = TOP
    for (const node of columns[column] ?? []) {
      const height = node.kind === 'app' ? APP_HEIGHT : HEIGHT
      const wanted = meanOf((near.get(node.id) ?? []).map((one) => centerOf(placed.get(one))))
      const y = Math.round(Math.max(free, wanted === undefined ? free : wanted - height / 2))
      free = y + height + GAP
      placed.set(node.id, { id: node.id, node, column, x: leftOf(index), y, width: WIDTH, height })
    }
  }
  return [...placed.values()]
}

function leftOf(index: number): number {
  return LEFT + index * (WIDTH + BETWEEN)
}

function centerOf(box: PlacedNode | undefined): number | undefined {
  return box === undefined ? undefined : box.y + box.height / 2
}

const BULGE = 44

/** A curve between the sides that face each other; within a column around its right side. */
function lineOf(edge: CanvasEdge, boxes: ReadonlyMap<string, PlacedNode>): PlacedEdge[] {
  const from = boxes.get(edge.from)
  const to = boxes.get(edge.to)
  if (from === undefined || to === undefined) return []
  const start = { x: from.x + (to.x < from.x ? 0 : from.width), y: from.y + from.height / 2 }
  const end = { x: to.x + (to.x > from.x ? 0 : to.width), y: to.y + to.height / 2 }
  // What comes back is drawn lower, so that it doesn't lie on the line that went there.
  const shift = to.x < from.x ? 8 : 0
  const reach = to.x === from.x ? BULGE : (end.x - start.x) / 2
  const [a, b] = [start.x + reach, to.x === from.x ? end.x + BULGE : end.x - reach]
  const [top, bottom] = [start.y + shift, end.y + shift]
  return [
    {
      edge,
      path: `M${start.x} ${top}C${a} ${top} ${b} ${bottom} ${end.x} ${bottom}`,
      middle: { x: (start.x + 3 * a + 3 * b + end.x) / 8, y: (top + bottom) / 2 },
    },
  ]
}
