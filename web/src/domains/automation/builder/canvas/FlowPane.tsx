import { ReactFlow, SelectionMode } from '@xyflow/react'
import { useTranslation } from 'react-i18next'
import { FLOW_PROPS } from '../../../../ui/graph/flow-props.ts'
import { LEAST_ZOOM_OF_ALL } from '../../../../ui/graph/graph-view.ts'
import { useBuilder } from '../model/builder-context.ts'
import type { Spot } from '../model/draft.ts'
import { connect, mayConnect } from '../model/shape.ts'
import { BoxNode } from './BoxNode.tsx'
import { BuilderEdge, type BuilderFlowEdge } from './BuilderEdge.tsx'
import { Dots } from './Dots.tsx'
import { NoteNode } from './NoteNode.tsx'
import { Overview } from './Overview.tsx'
import { StepNode } from './StepNode.tsx'
import type { Scene } from './scene.ts'
import type { useChanges } from './useChanges.ts'
import type { FlowNode, useFlow } from './useFlow.ts'
import type { useView } from './useView.ts'

const NODE_TYPES = { step: StepNode, box: BoxNode, note: NoteNode }
const EDGE_TYPES = { line: BuilderEdge }

interface FlowPaneProps {
  flow: ReturnType<typeof useFlow>
  view: ReturnType<typeof useView>
  changes: ReturnType<typeof useChanges>
  scene: Scene
  onOffer: (spot: Spot | null) => void
}

export function FlowPane({ flow, view, changes, scene, onOffer }: FlowPaneProps) {
  const { t } = useTranslation('builder')
  const { document: draft, select, edit, readOnly } = useBuilder()
  return (
    <ReactFlow<FlowNode, BuilderFlowEdge>
      {...FLOW_PROPS}
      nodes={flow.nodes}
      edges={flow.edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      defaultViewport={view.opening}
      minZoom={LEAST_ZOOM_OF_ALL}
      panOnScroll
      nodesDraggable={!readOnly}
      nodeDragThreshold={4}
      nodesConnectable={!readOnly}
      elementsSelectable
      selectNodesOnDrag={false}
      selectionMode={SelectionMode.Partial}
      selectionKeyCode="Shift"
      onlyRenderVisibleElements={scene.nodes.length > 120}
      connectionRadius={36}
      onInit={view.onInit}
      onMove={view.onMove}
      onNodeDragStart={view.hold}
      {...changes.handlers}
      isValidConnection={({ source, target }) => mayConnect(draft, source, target)}
      onConnect={({ source, target }) =>
        edit(t('undo.connect'), (document) => connect(document, source, target))
      }
      onConnectEnd={(_event, state) => {
        if (state.toNode === null && state.fromNode !== null && state.isValid !== true && isFar(state))
          onOffer({ kind: 'branch', node: state.fromNode.id })
      }}
      onPaneClick={() => {
        select(null)
        onOffer(null)
      }}
    >
      <Dots />
      {!view.opening.fits && <Overview scene={scene} />}
    </ReactFlow>
  )
}

/** A click on a handle is not a drag: it opens the palette. */
function isFar({
  from,
  to,
}: {
  from: { x: number; y: number } | null
  to: { x: number; y: number } | null
}): boolean {
  return from !== null && to !== null && Math.hypot(from.x - to.x, from.y - to.y) > 24
}
