import type { ReactFlowInstance } from '@xyflow/react'
import { useMemo, useState } from 'react'
import type { BoxFlowNode } from './BoxNode.tsx'
import type { BuilderFlowEdge } from './BuilderEdge.tsx'
import type { DropMark } from './drop-spot.ts'
import type { NoteFlowNode } from './NoteNode.tsx'
import type { NodeFacts, NoteBox, Scene, SceneEdge, SceneNode } from './scene.ts'
import type { StepFlowNode } from './StepNode.tsx'

export type FlowNode = StepFlowNode | BoxFlowNode | NoteFlowNode
export type Flow = ReactFlowInstance<FlowNode, BuilderFlowEdge>

interface Marks {
  selection: ReadonlySet<string>
  /** The one node reachable with Tab. */
  entry: string | undefined
  drop: DropMark | null
  dragged: ReadonlyMap<string, { x: number; y: number }>
  readOnly: boolean
}

/** Nodes and edges for React Flow; each keeps its identity until it changes. */
export function useFlow(scene: Scene, marks: Marks): { nodes: FlowNode[]; edges: BuilderFlowEdge[] } {
  const [cache] = useState(() => ({
    nodes: new Map<string, FlowNode>(),
    edges: new Map<string, BuilderFlowEdge>(),
  }))
  const { selection, entry, drop, dragged, readOnly } = marks
  const nodes = useMemo(() => {
    const made = [
      ...scene.notes.map((note) => noteNode(note, selection.has(note.id), dragged.get(note.id))),
      ...scene.nodes.map((node) => {
        const shown = { entry: entry === node.id, drop: drop?.node === node.id }
        return stepNode(node, {
          ...shown,
          selected: selection.has(node.id),
          at: dragged.get(node.id),
          readOnly,
        })
      }),
    ]
    return unchanged(cache.nodes, made, sameNode)
  }, [cache, scene, selection, entry, drop, dragged, readOnly])
  const edges = useMemo(() => {
    const made = scene.edges.map((edge) => lineOf(edge, scene, drop?.edge === edge.id))
    return unchanged(cache.edges, made, sameLine)
  }, [cache, scene, drop])
  return { nodes, edges }
}

function unchanged<T extends { id: string }>(
  cache: Map<string, T>,
  made: readonly T[],
  same: (a: T, b: T) => boolean,
): T[] {
  const list = made.map((one) => {
    const before = cache.get(one.id)
    return before !== undefined && same(before, one) ? before : one
  })
  cache.clear()
  for (const one of list) cache.set(one.id, one)
  return list
}

interface Shown {
  entry: boolean
  drop: boolean
  selected: boolean
  at: { x: number; y: number } | undefined
  readOnly: boolean
}

function stepNode({ id, x, y, width, height, parent, facts }: SceneNode, shown: Shown): FlowNode {
  const isBox = facts.kind === 'lane' || facts.kind === 'handler' || (facts.kind === 'block' && !facts.folded)
  const isLane = facts.kind === 'lane' || facts.kind === 'handler'
  const base = {
    id,
    position: shown.at ?? { x, y },
    width,
    height,
    selected: shown.selected,
    draggable: !shown.readOnly && !isLane,
    selectable: !isLane,
    ...(parent === undefined ? {} : { parentId: parent }),
    ...(isBox ? { zIndex: 0 } : { zIndex: 1 }),
    data: { facts, entry: shown.entry, drop: shown.drop },
  }
  return isBox ? { ...base, type: 'box' } : { ...base, type: 'step' }
}

function noteNode(note: NoteBox, selected: boolean, at: { x: number; y: number } | undefined): NoteFlowNode {
  const { id, x, y, width, height, index, text } = note
  return {
    id,
    type: 'note',
    position: at ?? { x, y },
    width,
    height,
    selected,
    zIndex: -1,
    data: { index, text },
  }
}

function lineOf(edge: SceneEdge, scene: Scene, drop: boolean): BuilderFlowEdge {
  const outer = edge.parent === undefined ? undefined : scene.boxes.get(edge.parent)
  return {
    id: edge.id,
    type: 'line',
    source: edge.from,
    target: edge.to,
    zIndex: 0,
    data: { edge, x: outer?.x ?? 0, y: outer?.y ?? 0, drop },
  }
}

function sameNode(a: FlowNode, b: FlowNode): boolean {
  if (a.position.x !== b.position.x || a.position.y !== b.position.y) return false
  if (a.width !== b.width || a.height !== b.height || a.selected !== b.selected || a.type !== b.type)
    return false
  if (a.parentId !== b.parentId || a.draggable !== b.draggable) return false
  if (a.type === 'note' || b.type === 'note') {
    return (
      a.type === 'note' && b.type === 'note' && a.data.text === b.data.text && a.data.index === b.data.index
    )
  }
  return a.data.entry === b.data.entry && a.data.drop === b.data.drop && sameFacts(a.data.facts, b.data.facts)
}

function sameFacts(a: NodeFacts, b: NodeFacts): boolean {
  // All values are primitives.
  const names = Object.keys(a) as (keyof NodeFacts)[]
  return names.every((name) => a[name] === b[name])
}

function sameLine(a: BuilderFlowEdge, b: BuilderFlowEdge): boolean {
  return (
    a.data?.edge === b.data?.edge &&
    a.data?.x === b.data?.x &&
    a.data?.y === b.data?.y &&
    a.data?.drop === b.data?.drop
  )
}
