import type { NodeChange } from '@xyflow/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBuilder } from '../builder-context.ts'
import { moveStep, setProperties } from '../draft.ts'
import { setPlaces } from '../shape.ts'
import { type DropMark, dropAt } from './drop-spot.ts'
import type { Scene } from './scene.ts'
import type { FlowNode } from './useFlow.ts'

interface ChangesOptions {
  scene: Scene
  chosen: ReadonlySet<string>
  onDrop: (mark: DropMark | null) => void
}

type Places = ReadonlyMap<string, { x: number; y: number }>
const NONE: Places = new Map()

/** What the pointer does to nodes: dragging nudges them or puts them onto a line, a frame chooses several. */
export function useChanges({ scene, chosen, onDrop }: ChangesOptions) {
  const { t } = useTranslation('builder')
  const { document: draft, select, edit } = useBuilder()
  const [dragged, setDragged] = useState(NONE)
  const isFraming = useRef(false)
  const markFor = (node: FlowNode, point: { x: number; y: number }): DropMark | null => {
    if (node.type === 'note') return null
    const others = {
      ...scene,
      // Not onto itself, what it holds, or its own lines.
      nodes: scene.nodes.filter((one) => one.id !== node.id && one.parent !== node.id),
      edges: scene.edges.filter((edge) => edge.from !== node.id && edge.to !== node.id),
    }
    const mark = dropAt(others, draft, point)
    if (mark.edge !== null) return mark
    const isElsewhere = mark.spot.kind === 'in' && mark.node !== node.parentId
    return isElsewhere ? mark : null
  }
  const settle = (nodes: readonly FlowNode[]) => {
    setDragged(NONE)
    const moved = nodes.filter((node) => {
      const box = scene.nodes.find(({ id }) => id === node.id) ?? scene.notes.find(({ id }) => id === node.id)
      return (
        box !== undefined && (Math.abs(box.x - node.position.x) > 1 || Math.abs(box.y - node.position.y) > 1)
      )
    })
    if (moved.length === 0) return
    edit(t('undo.move'), (document) => {
      const steps = moved.flatMap((node) => (node.type === 'note' ? [] : [[node.id, node.position] as const]))
      const notes = moved.flatMap((node) => (node.type === 'note' ? [node] : []))
      const placed = steps.length === 0 ? document : setPlaces(document, Object.fromEntries(steps))
      return notes.reduce((whole, { data, position }) => {
        const at = { x: Math.round(position.x), y: Math.round(position.y) }
        return setProperties(whole, ['canvas', 'notes', data.index], at)
      }, placed)
    })
  }
  return {
    dragged,
    onNodesChange: (changes: NodeChange<FlowNode>[]) => {
      const places = changes.flatMap((change) =>
        change.type === 'position' && change.dragging === true && change.position !== undefined
          ? [[change.id, change.position] as const]
          : [],
      )
      if (places.length > 0) setDragged((before) => new Map([...before, ...places]))
      const marks = changes.filter((change) => change.type === 'select')
      const isNote = marks.some(({ id }) => id.startsWith('note/'))
      if (marks.length === 0 || !(isFraming.current || isNote)) return
      const next = new Set(chosen)
      for (const { id, selected } of marks) {
        if (selected) next.add(id)
        else next.delete(id)
      }
      select([...next])
    },
    onNodeDrag: (_event: unknown, node: FlowNode, nodes: readonly FlowNode[]) => {
      onDrop(nodes.length === 1 ? markFor(node, middleOf(scene, node)) : null)
    },
    onNodeDragStop: (_event: unknown, node: FlowNode, nodes: readonly FlowNode[]) => {
      onDrop(null)
      const mark = nodes.length === 1 ? markFor(node, middleOf(scene, node)) : null
      if (mark === null) return settle(nodes)
      setDragged(NONE)
      edit(t('undo.move'), (document) => moveStep(document, node.id, mark.spot))
    },
    onSelectionDragStop: (_event: unknown, nodes: readonly FlowNode[]) => settle(nodes),
    onSelectionStart: () => {
      isFraming.current = true
    },
    onSelectionEnd: () => {
      isFraming.current = false
    },
  }
}

function middleOf(scene: Scene, node: FlowNode): { x: number; y: number } {
  const outer = node.parentId === undefined ? undefined : scene.boxes.get(node.parentId)
  return {
    x: node.position.x + (outer?.x ?? 0) + (node.width ?? 0) / 2,
    y: node.position.y + (outer?.y ?? 0) + (node.height ?? 0) / 2,
  }
}
