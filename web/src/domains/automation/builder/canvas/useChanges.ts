import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { NodeChange } from '@xyflow/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBuilder } from '../model/builder-context.ts'
import { moveStep } from '../model/draft.ts'
import { findStep } from '../model/places.ts'
import { putNodes } from '../model/shape.ts'
import { type DropMark, dropAt, steady } from './drop-spot.ts'
import { carriedAlong, layoutCache, type Scene, sceneOf, shiftOf } from './scene.ts'
import type { FlowNode } from './useFlow.ts'

interface ChangesOptions {
  scene: Scene
  chosen: ReadonlySet<string>
  onDrop: (next: (before: DropMark | null) => DropMark | null) => void
  /** Something moved, so everything may move; the anchor node stays in place on screen. */
  onMoved: (anchor: string) => void
}

type Places = ReadonlyMap<string, { x: number; y: number }>
const NONE: Places = new Map()

export function useChanges({ scene, chosen, onDrop, onMoved }: ChangesOptions) {
  const { t } = useTranslation('builder')
  const { document: draft, select, edit } = useBuilder()
  const [dragged, setDragged] = useState(NONE)
  const isFraming = useRef(false)
  const settle = (nodes: readonly FlowNode[]) => {
    setDragged(NONE)
    const moved = nodes.filter((node) => hasMoved(scene, node))
    if (moved.length === 0) return
    edit(t('undo.move'), (document) =>
      putNodes(document, Object.fromEntries(moved.map(({ id, position }) => [id, position]))),
    )
  }
  return {
    dragged,
    handlers: {
      onNodesChange: (changes: NodeChange<FlowNode>[]) => {
        const places = placesOf(changes)
        if (places.length > 0) setDragged((before) => new Map([...before, ...places]))
        const marks = changes.filter((change) => change.type === 'select')
        const isNote = marks.some(({ id }) => id.startsWith('note/'))
        if (marks.length === 0 || !(isFraming.current || isNote)) return
        select(withMarks(chosen, marks))
      },
      onNodeDrag: (_event: unknown, node: FlowNode, nodes: readonly FlowNode[]) => {
        const mark = nodes.length === 1 ? markFor(scene, draft, node) : null
        onDrop((before) => steady(before, mark))
      },
      onNodeDragStop: (_event: unknown, node: FlowNode, nodes: readonly FlowNode[]) => {
        onDrop(() => null)
        const mark = nodes.length === 1 ? markFor(scene, draft, node) : null
        if (mark === null) return settle(nodes)
        setDragged(NONE)
        onMoved(anchorOf(node, mark))
        edit(t('undo.move'), (document) => dropped(document, scene, node, mark))
      },
      onSelectionDragStop: (_event: unknown, nodes: readonly FlowNode[]) => settle(nodes),
      onSelectionStart: () => {
        isFraming.current = true
      },
      onSelectionEnd: () => {
        isFraming.current = false
      },
    },
  }
}

function hasMoved(scene: Scene, { id, position }: FlowNode): boolean {
  const box = scene.nodes.find((node) => node.id === id) ?? scene.notes.find((note) => note.id === id)
  return box !== undefined && (Math.abs(box.x - position.x) > 1 || Math.abs(box.y - position.y) > 1)
}

/** Where a drag has moved nodes to. */
function placesOf(changes: readonly NodeChange<FlowNode>[]) {
  return changes.flatMap((change) =>
    change.type === 'position' && change.dragging === true && change.position !== undefined
      ? [[change.id, change.position] as const]
      : [],
  )
}

function withMarks(
  chosen: ReadonlySet<string>,
  marks: readonly { id: string; selected: boolean }[],
): string[] {
  const next = new Set(chosen)
  for (const { id, selected } of marks) {
    if (selected) next.add(id)
    else next.delete(id)
  }
  return [...next]
}

/** Where a drop of a node would put it; null where it is. */
function markFor(scene: Scene, draft: JsonObject, node: FlowNode): DropMark | null {
  const point = middleOf(scene, node)
  if (node.type === 'note') return null
  const others = {
    ...scene,
    // Not onto itself, its contents, or its own edges.
    nodes: scene.nodes.filter((one) => one.id !== node.id && one.parent !== node.id),
    edges: scene.edges.filter((edge) => edge.from !== node.id && edge.to !== node.id),
  }
  const mark = dropAt(others, draft, point)
  if (mark.edge !== null) return mark
  const isElsewhere = mark.spot.kind === 'in' && mark.node !== node.parentId
  if (isElsewhere) return mark
  return isOutOf(scene, node, point) ? outOf(scene, draft, node) : null
}
const isOut = (mark: DropMark) => mark.node === null && mark.edge === null

/** The node that stays in place on screen after a drop: the block it leaves, or the target box or edge. */
function anchorOf(node: FlowNode, mark: DropMark): string {
  if (isOut(mark)) return blockOf(node)
  return (mark.spot.kind === 'between' ? mark.spot.from : mark.node) ?? node.id
}

/** Applies a drop. Nodes placed manually stay in place on screen: the view follows the anchor. */
function dropped(document: JsonObject, scene: Scene, node: FlowNode, mark: DropMark): JsonObject {
  const moved = moveStep(document, node.id, mark.spot)
  const next = sceneOf(moved, new Map(), { layout: layoutCache() })
  const by = shiftOf(anchorOf(node, mark), scene, next)
  const { x, y } = cornerOf(scene, node)
  const own = isOut(mark) ? { [node.id]: { x: x + by.x, y: y + by.y } } : {}
  return putNodes(moved, { ...carriedAlong(moved, next, by), ...own })
}

/** The enclosing block; a lane is part of one. */
function blockOf({ parentId = '' }: FlowNode): string {
  return parentId.split('/')[0] ?? ''
}

/** Dropped outside its box: moves before or after that block, at the drop position. */
function outOf(scene: Scene, draft: JsonObject, node: FlowNode): DropMark {
  const block = blockOf(node)
  const nowhere = { node: null, edge: null }
  if (findStep(draft, block) === undefined) return { spot: { kind: 'free', list: ['steps'] }, ...nowhere }
  const isAbove = middleOf(scene, node).y < (scene.boxes.get(block)?.y ?? 0)
  return { spot: { kind: isAbove ? 'before' : 'branch', node: block }, ...nowhere }
}

function isOutOf(scene: Scene, { parentId }: FlowNode, { x, y }: { x: number; y: number }): boolean {
  const box = parentId === undefined ? undefined : scene.boxes.get(parentId)
  if (box === undefined) return false
  return x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height
}

function cornerOf(scene: Scene, { parentId, position }: FlowNode): { x: number; y: number } {
  const outer = parentId === undefined ? undefined : scene.boxes.get(parentId)
  return { x: position.x + (outer?.x ?? 0), y: position.y + (outer?.y ?? 0) }
}

function middleOf(scene: Scene, node: FlowNode): { x: number; y: number } {
  const { x, y } = cornerOf(scene, node)
  return { x: x + (node.width ?? 0) / 2, y: y + (node.height ?? 0) / 2 }
}
