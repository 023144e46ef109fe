import '@xyflow/react/dist/base.css'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useElementSize } from '@mantine/hooks'
import { ReactFlow } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import graph from '../../graph/Graph.module.css'
import { ArrowHeads } from '../../graph/GraphEdge.tsx'
import { openingView } from '../../../../ui/graph/graph-view.ts'
import type { PartChange } from '../model/diff.ts'
import { isObject, stepsOf, triggersOf } from '../model/places.ts'
import { BoxNode } from './BoxNode.tsx'
import { BuilderEdge, type BuilderFlowEdge } from './BuilderEdge.tsx'
import classes from './Canvas.module.css'
import { CanvasContext, type CanvasDeeds } from './canvas-context.ts'
import { Dots } from './Dots.tsx'
import { NoteNode } from './NoteNode.tsx'
import { StepNode } from './StepNode.tsx'
import { layoutCache, sceneOf } from './scene.ts'
import { type FlowNode, useFlow } from './useFlow.ts'

const NODE_TYPES = { step: StepNode, box: BoxNode, note: NoteNode }
const EDGE_TYPES = { line: BuilderEdge }
const NOTHING = () => undefined
const STILL: CanvasDeeds = {
  readOnly: true,
  choose: NOTHING,
  focused: NOTHING,
  offer: NOTHING,
  offerIn: NOTHING,
  fold: NOTHING,
  removeEdge: NOTHING,
  openEdge: NOTHING,
  writeNote: NOTHING,
  sizeNote: NOTHING,
  removeNote: NOTHING,
}
const NONE = new Map()
const EMPTY: ReadonlySet<string> = new Set()

interface DiffCanvasProps {
  before: JsonObject
  after: JsonObject
  changes: readonly PartChange[]
}

export function DiffCanvas({ before, after, changes }: DiffCanvasProps) {
  const { t } = useTranslation('builder')
  const [layout] = useState(layoutCache)
  const scene = useMemo(() => sceneOf(withRemoved(before, after), NONE, { layout }), [before, after, layout])
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const flow = useFlow(scene, {
    selection: EMPTY,
    entry: undefined,
    drop: null,
    dragged: NONE,
    readOnly: true,
  })
  const marked = useMarkedNodes(changes, flow)
  return (
    <section className={`${graph.canvas} ${classes.canvas}`} ref={ref} aria-label={t('canvas.label')}>
      <ArrowHeads mode="build" />
      {width > 0 && height > 0 && (
        <CanvasContext value={STILL}>
          <ReactFlow<FlowNode, BuilderFlowEdge>
            // A new comparison or window size resets the view.
            key={`${scene.width} ${scene.height} ${Math.round(width)} ${Math.round(height)}`}
            nodes={marked}
            edges={flow.edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            defaultViewport={openingView({ width, height }, scene, undefined)}
            minZoom={0.15}
            maxZoom={1.6}
            panOnScroll
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            deleteKeyCode={null}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
            zoomOnDoubleClick={false}
            disableKeyboardA11y
            proOptions={{ hideAttribution: true }}
          >
            <Dots />
          </ReactFlow>
        </CanvasContext>
      )}
    </section>
  )
}

function useMarkedNodes(changes: readonly PartChange[], flow: ReturnType<typeof useFlow>) {
  const marked = useMemo(() => {
    const kinds = new Map(changes.map(({ node, kind }) => [node, kind]))
    return flow.nodes.map((node): FlowNode => {
      const kind = kinds.get(node.id)
      return kind === undefined ? node : { ...node, className: classes[kind] ?? '' }
    })
  }, [flow.nodes, changes])
  return marked
}

/** The later document plus steps and triggers that only the earlier one has. */
function withRemoved(before: JsonObject, after: JsonObject): JsonObject {
  const [steps, triggers] = [
    new Set(stepsOf(after).map(({ key }) => key)),
    new Set(triggersOf(after).map(({ key }) => key)),
  ]
  const goneSteps = stepsOf(before).flatMap(({ key, step, blocks }) =>
    steps.has(key) || blocks.length > 0 ? [] : [step],
  )
  const goneTriggers = triggersOf(before).flatMap(({ key, trigger }) => (triggers.has(key) ? [] : [trigger]))
  const listOf = (name: string) => {
    const list = after[name]
    return Array.isArray(list) ? list.filter(isObject) : []
  }
  return {
    ...after,
    triggers: [...listOf('triggers'), ...goneTriggers],
    steps: [...listOf('steps'), ...goneSteps],
  }
}
