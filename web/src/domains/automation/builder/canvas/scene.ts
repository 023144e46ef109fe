import { edgesInto, type Step } from '@caseloom/playbook/document'
import type { StepState } from '@caseloom/contract/automation/automation'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import {
  type BlockEdge,
  type BlockLayout,
  type BlockNode,
  BOX,
  layoutBlocks,
} from '@caseloom/playbook/layout-blocks'
import type { Box } from '../../../../ui/graph/graph-view.ts'
import type { BuilderShared } from '../model/builder-context.ts'
import { isObject, stepsOf, triggersOf, valueAt } from '../model/places.ts'
import { type Drawn, drawnOf, structureOf } from './drawn.ts'

/** What a node shows; it re-renders only when one of these changes. */
export interface NodeFacts {
  id: string
  kind: BlockNode['kind']
  title: string
  action: string
  folded: boolean
  /** Loops: the items expression and the concurrency. */
  items: string | null
  detail: string | null
  retries: boolean
  /** A leaf: its add button is always visible. */
  isEnd: boolean
  isEmpty: boolean
  problems: number
  state: StepState | null
  /** What a screen reader announces after the title. */
  follows: string
}

export interface SceneNode extends Box {
  parent: string | undefined
  facts: NodeFacts
}

export interface SceneEdge extends BlockEdge {
  /** Index among the edges of `to`; -1 for an edge from a trigger. */
  index: number
}

export interface NoteBox extends Box {
  index: number
  text: string
}

export interface Scene {
  nodes: SceneNode[]
  edges: SceneEdge[]
  notes: NoteBox[]
  boxes: ReadonlyMap<string, Box>
  width: number
  height: number
}

interface Placed {
  layout: BlockLayout
  edges: SceneEdge[]
}

/** Caches the last layout, by far the most expensive part, while the structure stays the same. */
export function layoutCache(): (drawn: Drawn, folded: ReadonlySet<string>) => Placed {
  let last: ({ text: string } & Placed) | null = null
  return (drawn, folded) => {
    const text = `${[...folded].sort().join()} ${structureOf(drawn)}`
    if (last?.text !== text) {
      const layout = layoutBlocks(drawn, { folded })
      last = { text, layout, edges: indexed(layout.edges, drawn) }
    }
    return last
  }
}

export function sceneOf(
  document: JsonObject,
  problems: ReadonlyMap<string, number>,
  { layout, states = null }: { layout: ReturnType<typeof layoutCache>; states?: BuilderShared['states'] },
): Scene {
  const folded = new Set(namesIn(valueAt(document, ['canvas', 'folded'])))
  const { layout: placed, edges } = layout(drawnOf(document), folded)
  const places = valueAt(document, ['canvas', 'places'])
  const facts = factsOf(document, placed, { problems, states })
  const kinds = new Map(placed.nodes.map(({ id, kind }) => [id, kind]))
  const positioned = placed.nodes.map((node): SceneNode => {
    const own = isObject(places) ? pointOf(places[node.id]) : null
    const { id, width, height, parent } = node
    const { x, y } = own === null ? node : inside(own, parent === undefined ? undefined : kinds.get(parent))
    return { id, x, y, width, height, parent, facts: facts(node) }
  })
  const nodes = isObject(places) ? grown(positioned) : positioned
  const boxes = new Map<string, Box>()
  for (const { id, x, y, width, height, parent } of nodes) {
    const outer = parent === undefined ? undefined : boxes.get(parent)
    boxes.set(id, { id, x: x + (outer?.x ?? 0), y: y + (outer?.y ?? 0), width, height })
  }
  const notes = notesOf(document)
  return { nodes, edges, notes, boxes, ...extent(placed, boxes, notes) }
}

export const NOTE_SIZE = { width: 240, height: 120 }
const BESIDE = 40

/** The nearest place at or to the right of a point where a note overlaps no node. */
export function freePlace(scene: Scene, at: { x: number; y: number }): { x: number; y: number } {
  const { width, height } = NOTE_SIZE
  const near = [...scene.boxes.values(), ...scene.notes].filter(
    (box) => box.y < at.y + height && box.y + box.height > at.y,
  )
  const isFree = near.every((box) => box.x >= at.x + width || box.x + box.width <= at.x)
  if (isFree) return at
  return { x: Math.round(Math.max(...near.map((box) => box.x + box.width)) + BESIDE), y: at.y }
}

export function shiftOf(id: string, before: Scene, now: Scene): { x: number; y: number } {
  const [old, next] = [before.boxes.get(id), now.boxes.get(id)]
  return old === undefined || next === undefined ? { x: 0, y: 0 } : { x: next.x - old.x, y: next.y - old.y }
}

/** Moves everything placed manually by the anchor's shift, so that nothing appears to move. */
export function carriedAlong(
  document: JsonObject,
  now: Scene,
  by: { x: number; y: number },
): { [node: string]: { x: number; y: number } } {
  if (by.x === 0 && by.y === 0) return {}
  const places = valueAt(document, ['canvas', 'places'])
  const put = now.nodes.filter(
    ({ id, parent }) => parent === undefined && isObject(places) && pointOf(places[id]) !== null,
  )
  return Object.fromEntries([...put, ...now.notes].map(({ id, x, y }) => [id, { x: x + by.x, y: y + by.y }]))
}

function inside(at: { x: number; y: number }, box: BlockNode['kind'] | undefined): { x: number; y: number } {
  if (box === undefined) return at
  return { x: Math.max(at.x, BOX.padding), y: Math.max(at.y, box === 'lane' ? BOX.lane : BOX.header) }
}

function grown(nodes: readonly SceneNode[]): SceneNode[] {
  const sizes = new Map(nodes.map(({ id, width, height }) => [id, { width, height }]))
  // Contents come after their box.
  for (const { id, x, y, parent } of nodes.toReversed()) {
    const [own, outer] = [sizes.get(id), parent === undefined ? undefined : sizes.get(parent)]
    if (own === undefined || outer === undefined) continue
    outer.width = Math.max(outer.width, x + own.width + BOX.padding)
    outer.height = Math.max(outer.height, y + own.height + BOX.padding)
  }
  return nodes.map((node) => ({ ...node, ...sizes.get(node.id) }))
}

function extent({ width, height }: BlockLayout, boxes: ReadonlyMap<string, Box>, notes: readonly NoteBox[]) {
  const all = [...boxes.values(), ...notes]
  return {
    width: all.reduce((most, box) => Math.max(most, box.x + box.width), width),
    height: all.reduce((most, box) => Math.max(most, box.y + box.height), height),
  }
}

// Edges from unknown steps are not drawn, but count toward the edges of their step.
function indexed(edges: readonly BlockEdge[], { steps, onError }: Drawn): SceneEdge[] {
  const after = new Map<string, string[]>()
  const walk = (list: readonly Step[]): void => {
    for (const step of list) {
      after.set(
        step.key,
        edgesInto(step).map((edge) => edge.step),
      )
      const branches = (step.branches ?? []).map((branch) => branch.steps)
      for (const held of [step.steps, step.catch, step.finally, ...branches]) if (held) walk(held)
    }
  }
  walk([...steps, ...(onError?.steps ?? [])])
  const next = new Map<string, number>()
  return edges.map((edge) => {
    if (edge.from.startsWith('trigger/')) return { ...edge, index: -1 }
    const index = after.get(edge.to)?.indexOf(edge.from, next.get(edge.to) ?? 0) ?? -1
    next.set(edge.to, index + 1)
    return { ...edge, index }
  })
}

interface Marks {
  problems: ReadonlyMap<string, number>
  states: BuilderShared['states']
}

function factsOf(document: JsonObject, { nodes, edges }: BlockLayout, { problems, states }: Marks) {
  const steps = new Map(stepsOf(document).map(({ key, step }) => [key, step]))
  const triggers = new Map(triggersOf(document).map(({ key, trigger }) => [`trigger/${key}`, trigger]))
  const titles = new Map<string, string>()
  for (const [id, value] of [...steps, ...triggers])
    titles.set(id, textIn(value, 'title') ?? id.replace('trigger/', ''))
  const before = Map.groupBy(edges, (edge) => edge.to)
  const sources = new Set(edges.map(({ from }) => from))
  const holders = new Set(nodes.flatMap(({ parent }) => parent ?? []))
  return (node: BlockNode): NodeFacts => {
    const step = steps.get(node.id)
    return {
      id: node.id,
      kind: node.kind,
      title: titles.get(node.id) ?? node.title,
      action:
        (step ?? triggers.get(node.id)) === undefined
          ? node.subtitle
          : (textIn(step, 'action') ?? node.subtitle),
      folded: node.folded === true,
      items: sourceOf(valueAt(step, ['with', 'items'])),
      detail: concurrencyOf(valueAt(step, ['with', 'concurrency'])),
      retries: step?.['retry'] !== undefined,
      isEnd: !sources.has(node.id),
      isEmpty: !holders.has(node.id),
      problems: problems.get(node.id) ?? 0,
      state: states?.get(node.id) ?? null,
      follows: (before.get(node.id) ?? []).map(({ from }) => titles.get(from) ?? from).join(', '),
    }
  }
}

function textIn(value: JsonObject | undefined, name: string): string | undefined {
  const text = value?.[name]
  return typeof text === 'string' && text !== '' ? text : undefined
}

function sourceOf(value: JsonValue | undefined): string | null {
  if (typeof value !== 'string') return null
  return value.replace(/^\s*\{%\s*|\s*%\}\s*$/g, '')
}

function concurrencyOf(value: JsonValue | undefined): string | null {
  return typeof value === 'number' ? String(value) : null
}

function pointOf(value: JsonValue | undefined): { x: number; y: number } | null {
  if (!isObject(value)) return null
  const { x, y } = value
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null
}

function namesIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function notesOf(document: JsonObject): NoteBox[] {
  const notes = valueAt(document, ['canvas', 'notes'])
  if (!Array.isArray(notes)) return []
  return notes.flatMap((note, index): NoteBox[] => {
    const place = pointOf(note)
    if (place === null || !isObject(note)) return []
    const { width, height, text } = note
    return [
      {
        id: `note/${index}`,
        index,
        ...place,
        width: typeof width === 'number' ? width : NOTE_SIZE.width,
        height: typeof height === 'number' ? height : NOTE_SIZE.height,
        text: typeof text === 'string' ? text : '',
      },
    ]
  })
}
