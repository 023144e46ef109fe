import dagre from '@dagrejs/dagre'
import { casesOf, type Edge, edgesInto, type Playbook } from './document.ts'
import { route, type Point } from './layout-route.ts'
import { splitTemplate, wholeExpression } from './template-text.ts'

export type LayoutNode = {
  /** The key of a step, or `trigger/<key>`. */
  id: string
  /** Top left corner and size in pixels. */
  x: number
  y: number
  width: number
  height: number
  kind: 'trigger' | 'switch' | 'step'
  title: string
  /** The action of a step, the kind of a trigger. */
  subtitle: string
}

export type LayoutEdge = {
  id: string
  from: string
  to: string
  label?: string
  /** The whole condition, when the label shows only its beginning. */
  condition?: string
  kind: 'success' | 'failure' | 'condition'
  /** Corners of an orthogonal line from the bottom of `from` to the top of `to`. */
  points: Point[]
  /** Middle of the label: on the vertical piece just above the target. */
  labelAt?: Point
}

export type Layout = { nodes: LayoutNode[]; edges: LayoutEdge[]; width: number; height: number }

export type LayoutOptions = {
  /** `build`: nodes of 220×44; `run`: the smaller nodes of the run page, 178×34. */
  size?: 'build' | 'run'
}

const SIZES = {
  build: { width: 220, height: 44, gap: 32, labelled: 22, between: 36 },
  run: { width: 178, height: 34, gap: 28, labelled: 22, between: 28 },
} as const

const MARGIN = 16

type Planned = Omit<LayoutEdge, 'points' | 'labelAt'> & { weight: number }

/** Places the triggers and steps of a playbook from top to bottom; edges to missing steps are left out. */
export function layoutPlaybook(
  playbook: Pick<Playbook, 'steps' | 'triggers'>,
  options: LayoutOptions = {},
): Layout {
  const size = SIZES[options.size ?? 'build']
  const nodes = nodesOf(playbook)
  const planned = edgesOf(playbook)
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({
    rankdir: 'TB',
    nodesep: size.between,
    edgesep: 24,
    ranksep: size.gap,
    marginx: MARGIN,
    marginy: MARGIN,
  })
  for (const node of nodes) graph.setNode(node.id, { width: size.width, height: size.height })
  for (const edge of planned) {
    // A label takes room in the gap, so that its chip does not touch the bend.
    graph.setEdge(
      edge.from,
      edge.to,
      { weight: edge.weight, width: 0, height: edge.label ? size.labelled : 0 },
      edge.id,
    )
  }
  dagre.layout(graph)
  const placed = nodes.map((node) => ({ ...node, ...boxOf(graph.node(node.id), size) }))
  const byId = new Map(placed.map((node) => [node.id, node]))
  const arriving = Map.groupBy(planned, (edge) => edge.to)
  const edges = planned.flatMap((edge) => {
    const from = byId.get(edge.from)
    const to = byId.get(edge.to)
    if (!from || !to) return []
    const way: { points?: Point[] } = graph.edge(edge.from, edge.to, edge.id)
    const meets = (arriving.get(edge.to)?.length ?? 0) > 1
    const points = route(from, to, way.points ?? [], meets)
    const { weight: _, ...shown } = edge
    return [edge.label ? { ...shown, points, labelAt: labelPlace(points, to, meets) } : { ...shown, points }]
  })
  return inside(placed, edges)
}

const LABEL_ABOVE = 16
const LABEL_ABOVE_JOIN = 26

// Edges that meet share their last piece, so a label there moves to the piece that is the edge's own.
function labelPlace(points: readonly Point[], to: LayoutNode, meets: boolean): Point {
  const [top, bend] = points.slice(-4, -2)
  if (meets && top && bend && points.length >= 4)
    return { x: bend.x, y: Math.max((top.y + bend.y) / 2, bend.y - LABEL_ABOVE) }
  return { x: to.x + to.width / 2, y: to.y - (meets ? LABEL_ABOVE_JOIN : LABEL_ABOVE) }
}

function nodesOf({ steps, triggers }: Pick<Playbook, 'steps' | 'triggers'>) {
  return [
    ...triggers.map((trigger) => ({
      id: `trigger/${trigger.key}`,
      kind: 'trigger' as const,
      title: trigger.title ?? trigger.key,
      subtitle: trigger.kind,
    })),
    ...steps.map((step) => ({
      id: step.key,
      kind: step.action === 'flow.switch' ? ('switch' as const) : ('step' as const),
      title: step.title ?? step.key,
      subtitle: step.action,
    })),
  ]
}

function edgesOf({ steps, triggers }: Pick<Playbook, 'steps' | 'triggers'>): Planned[] {
  const actions = new Map(steps.map((step) => [step.key, step.action]))
  const edges: Planned[] = []
  for (const step of steps) {
    const taken = new Map<string, number>()
    for (const edge of edgesInto(step)) {
      if (!actions.has(edge.step) || edge.step === step.key) continue
      const count = (taken.get(edge.step) ?? 0) + 1
      taken.set(edge.step, count)
      const id = `${edge.step}->${step.key}${count === 1 ? '' : `#${count}`}`
      // Heads of branches stay right below their switch.
      const weight = actions.get(edge.step) === 'flow.switch' ? 8 : edge.on === 'failure' ? 1 : 2
      edges.push({ id, from: edge.step, to: step.key, ...labelOf(edge), weight })
    }
    if (edgesInto(step).length > 0) continue
    for (const { key } of triggers) {
      const from = `trigger/${key}`
      edges.push({ id: `${from}->${step.key}`, from, to: step.key, kind: 'success', weight: 2 })
    }
  }
  return edges
}

function labelOf(edge: Edge): Pick<LayoutEdge, 'kind' | 'label' | 'condition'> {
  const words: string[] = []
  if (edge.on === 'failure') words.push('on failure')
  if (edge.on === 'complete') words.push('always')
  const cases = casesOf(edge)
  if (cases) words.push(cases.join(', '))
  const condition = edge.when === undefined ? undefined : conditionText(edge.when)
  if (condition !== undefined) words.push(condition)
  const conditional = cases !== undefined || condition !== undefined
  const kind = edge.on === 'failure' ? 'failure' : conditional ? 'condition' : 'success'
  if (words.length === 0) return { kind }
  const label = shorten(words.join(', '), 32)
  return condition === undefined ? { kind, label } : { kind, label, condition }
}

function conditionText(when: string): string {
  try {
    return (wholeExpression(splitTemplate(when))?.source ?? when).replace(/\s+/g, ' ').trim()
  } catch {
    return when
  }
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

function boxOf(center: { x?: number; y?: number }, size: { width: number; height: number }) {
  const { width, height } = size
  return {
    x: Math.round((center.x ?? 0) - width / 2),
    y: Math.round((center.y ?? 0) - height / 2),
    width,
    height,
  }
}

// Edges around the outside may run left of every node: all moves right until the margin is free.
function inside(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Layout {
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
