import { LIMITS, type Playbook, type Step, type Trigger } from './document.ts'
import { type Gaps, type Picture, type Placed, place, type Routed, SIZES } from './layout-place.ts'
import { nodesOf, type ShownNode, shownEdges } from './layout-shown.ts'

/** `block` holds steps or lanes, `lane` is one list of a block (`safe/catch`, `both/left`), `handler` is `onError`. */
export type BlockNodeKind = ShownNode['kind'] | 'block' | 'lane' | 'handler'

export type BlockNode = Placed<
  Omit<ShownNode, 'kind'> & { kind: BlockNodeKind; width: number; height: number }
> & {
  /** Id of the box that holds it; `x` and `y` count from that box's top left corner. */
  parent?: string
  /** A block that shows as one node of the usual size. */
  folded?: boolean
}

export type BlockEdge = Routed & {
  /** The box in which it runs; its points count from that box's top left corner. */
  parent?: string
}

/** Boxes come before what they hold. */
export type BlockLayout = { nodes: BlockNode[]; edges: BlockEdge[]; width: number; height: number }

export type BlockOptions = {
  /** Keys of blocks that show as one node. */
  folded?: ReadonlySet<string>
  size?: 'build' | 'run'
  /** Another size of nodes than the usual one, in pixels. */
  node?: { width: number; height: number }
}

/** Id of the box of the steps that run when the run fails. */
export const HANDLER_ID = 'handler/onError'

/** Room that a box keeps for its title, and around what it holds. */
export const BOX = { header: 36, lane: 26, padding: 12 } as const

/** Places a playbook with its blocks as boxes around their steps; a folded block is one node. */
export function layoutBlocks(
  playbook: Pick<Playbook, 'steps' | 'triggers' | 'onError'>,
  options: BlockOptions = {},
): BlockLayout {
  const drawing = new Drawing(options)
  const top = drawing.list(playbook.steps, playbook.triggers, 0)
  const handler = playbook.onError && drawing.handler(playbook.onError.steps)
  const { width, height } = top
  const out: BlockLayout = { nodes: [], edges: [], width, height }
  top.unpack(out, undefined, { x: 0, y: 0 })
  if (handler) {
    const box = { ...handler, x: 16, y: Math.max(height, 16) }
    unpackBox(box, undefined, out)
    out.width = Math.max(width, box.x + box.width + 16)
    out.height = box.y + box.height + 16
  }
  return out
}

type Unpack = (out: BlockLayout, parent: string | undefined, by: { x: number; y: number }) => void
type Area = { width: number; height: number; unpack: Unpack }
type Box = Omit<ShownNode, 'kind'> & {
  kind: BlockNodeKind
  width: number
  height: number
  folded?: boolean
  inner?: Area
  header?: number
}

class Drawing {
  readonly #folded: ReadonlySet<string>
  readonly #gaps: Gaps
  readonly #node: { width: number; height: number }

  constructor({ folded = new Set(), size = 'build', node = SIZES[size] }: BlockOptions) {
    this.#folded = folded
    this.#gaps = SIZES[size]
    this.#node = { width: node.width, height: node.height }
  }

  /** One list of steps as an area of its own. */
  list(steps: readonly Step[], triggers: readonly Trigger[], depth: number): Area {
    const byKey = new Map(steps.map((step) => [step.key, step]))
    const boxes = nodesOf([...byKey.values()], triggers).map((node) => {
      const step = byKey.get(node.id)
      return step ? this.#box(node, step, depth) : { ...node, ...this.#node }
    })
    const picture = place(boxes, shownEdges([...byKey.values()], triggers), this.#gaps)
    const empty = steps.length === 0 && triggers.length === 0
    // An empty list keeps room for the first step that people drop into it.
    const size = empty ? { width: this.#node.width + 32, height: this.#node.height + 32 } : picture
    return { width: size.width, height: size.height, unpack: unpackPicture(picture) }
  }

  handler(steps: readonly Step[]): Box {
    const shown = { id: HANDLER_ID, kind: 'handler' as const, title: 'onError', subtitle: 'onError' }
    return boxAround(shown, this.list(steps, [], 1), BOX.header)
  }

  #box(node: ShownNode, step: Step, depth: number): Box {
    const lanes = lanesOf(step)
    if (lanes.length === 0) return { ...node, ...this.#node }
    const shown = { ...node, kind: 'block' as const }
    if (this.#folded.has(step.key) || depth > LIMITS.depth) return { ...shown, ...this.#node, folded: true }
    const [only] = lanes
    if (only?.key === undefined && only)
      return boxAround(shown, this.list(only.steps, [], depth + 1), BOX.header)
    const boxes = lanes.map((lane) => {
      const key = lane.key ?? 'steps'
      const about = {
        id: `${step.key}/${key}`,
        kind: 'lane' as const,
        title: lane.title ?? key,
        subtitle: key,
      }
      return boxAround(about, this.list(lane.steps, [], depth + 1), BOX.lane)
    })
    return boxAround(shown, step.branches ? sideBySide(boxes) : stacked(boxes), BOX.header)
  }
}

type Lane = { key: string | undefined; title?: string | undefined; steps: readonly Step[] }

// The only list of a loop needs no lane of its own.
function lanesOf(step: Step): Lane[] {
  if (step.branches) return step.branches
  const tried: Lane[] = []
  if (step.catch) tried.push({ key: 'catch', steps: step.catch })
  if (step.finally) tried.push({ key: 'finally', steps: step.finally })
  if (tried.length > 0) return [{ key: 'steps', steps: step.steps ?? [] }, ...tried]
  return step.steps ? [{ key: undefined, steps: step.steps }] : []
}

function boxAround(shown: Omit<Box, 'width' | 'height'>, inner: Area, header: number): Box {
  return { ...shown, width: inner.width, height: inner.height + header, inner, header }
}

function sideBySide(boxes: readonly Box[]): Area {
  const height = boxes.reduce((most, box) => Math.max(most, box.height), 0)
  let x: number = BOX.padding
  const places = boxes.map((box) => {
    const at = { ...box, height, x, y: 0 }
    x += box.width + BOX.padding
    return at
  })
  return areaOf(places, x, height + BOX.padding)
}

function stacked(boxes: readonly Box[]): Area {
  const width = boxes.reduce((most, box) => Math.max(most, box.width), 0)
  let y = 0
  const places = boxes.map((box) => {
    const at = { ...box, width, x: BOX.padding, y }
    y += box.height + BOX.padding
    return at
  })
  return areaOf(places, width + 2 * BOX.padding, y)
}

function areaOf(boxes: readonly Placed<Box>[], width: number, height: number): Area {
  const picture: Picture<Box> = { nodes: [...boxes], edges: [], width, height }
  return { width, height, unpack: unpackPicture(picture) }
}

function unpackPicture(picture: Picture<Box>): Unpack {
  return (out, parent, by) => {
    const at = parent === undefined ? {} : { parent }
    const move = <T extends { x: number; y: number }>(place: T): T => ({
      ...place,
      x: place.x + by.x,
      y: place.y + by.y,
    })
    for (const edge of picture.edges) {
      const moved = { ...edge, ...at, points: edge.points.map(move) }
      out.edges.push(edge.labelAt ? { ...moved, labelAt: move(edge.labelAt) } : moved)
    }
    for (const box of picture.nodes) unpackBox(move(box), parent, out)
  }
}

function unpackBox(box: Placed<Box>, parent: string | undefined, out: BlockLayout): void {
  const { inner, header = 0, ...node } = box
  out.nodes.push(parent === undefined ? node : { ...node, parent })
  inner?.unpack(out, box.id, { x: Math.round((box.width - inner.width) / 2), y: header })
}
