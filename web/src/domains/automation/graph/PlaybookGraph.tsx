// The picture of a playbook and of a run on it.
import '@xyflow/react/dist/base.css'
import type { StepState } from '@caseloom/contract/automation/automation'
import { type BlockLayout, layoutBlocks } from '@caseloom/playbook/layout-blocks'
import { useElementSize } from '@mantine/hooks'
import { Background, BackgroundVariant, MiniMap, ReactFlow, type ReactFlowInstance } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EdgeState } from './edge-state.ts'
import type { GraphDocument } from './graph-document.ts'
import classes from './Graph.module.css'
import { ArrowHeads, GraphEdge, type PlaybookEdge } from './GraphEdge.tsx'
import { type BoxGraphNode, GraphBox } from './GraphBox.tsx'
import { GraphNode, type StepGraphNode } from './GraphNode.tsx'
import { GraphTools } from './GraphTools.tsx'
import { GraphContext, type GraphShared, type LoopFacts } from './graph-context.ts'
import { type Box, neighborOf, openingView } from '../../../ui/graph/graph-view.ts'
import { FLOW_PROPS } from '../../../ui/graph/flow-props.ts'
import { useGraphView } from '../../../ui/graph/use-graph-view.ts'

const NODE_TYPES = { step: GraphNode, box: GraphBox }
const EDGE_TYPES = { playbook: GraphEdge }

type PlaybookNode = StepGraphNode | BoxGraphNode

export interface PlaybookGraphProps {
  document: GraphDocument
  label: string
  selected: string | undefined
  onSelect: (node: string) => void
  states: ReadonlyMap<string, StepState>
  edges: ReadonlyMap<string, EdgeState>
  loops: ReadonlyMap<string, LoopFacts>
  onTurn: (turn: string | undefined) => void
}

type Flow = ReactFlowInstance<PlaybookNode, PlaybookEdge>

/** A read-only graph: pan, zoom, and select, by keyboard too. In its own chunk. */
export function PlaybookGraph(props: PlaybookGraphProps) {
  const { document: shown, label, selected } = props
  const layout = useMemo(() => layoutBlocks(shown, { size: 'run' }), [shown])
  const boxes = useMemo(() => boxesOf(layout), [layout])
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const places = useMemo(() => new Map(boxes.map((box) => [box.id, box])), [boxes])
  const view = useGraphView<Flow>({
    boxes: places,
    graph: layout,
    width,
    height,
    first: selected,
    whole: (area) => openingView(area, layout, undefined),
  })
  const shared = useShared(props, boxes, view.reveal)
  const nodes = useMemo(() => layout.nodes.map(toNode), [layout])
  const edges = useMemo(() => layout.edges.map((edge) => toEdge(edge, places)), [layout, places])
  return (
    <section aria-label={label} className={classes.canvas} ref={ref}>
      <ArrowHeads mode="run" />
      {width > 0 && height > 0 && (
        <GraphContext value={shared}>
          <ReactFlow<PlaybookNode, PlaybookEdge>
            {...FLOW_PROPS}
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            defaultViewport={view.opening}
            minZoom={0.2}
            nodesDraggable={false}
            nodesConnectable={false}
            elementsSelectable={false}
            selectionKeyCode={null}
            onInit={view.onInit}
            onMove={view.onMove}
          >
            <Background variant={BackgroundVariant.Dots} gap={16} size={1} color="var(--cl-border-strong)" />
            {!view.opening.fits && <Overview />}
          </ReactFlow>
          <GraphTools onZoom={view.zoom} onFit={view.fit} />
        </GraphContext>
      )}
    </section>
  )
}

function Overview() {
  const { t } = useTranslation('automation')
  return (
    <MiniMap
      className={classes.overview ?? ''}
      position="bottom-left"
      pannable
      ariaLabel={t('graph.overview')}
      nodeColor="var(--cl-border-strong)"
      nodeBorderRadius={8}
      maskColor="var(--cl-map-mask)"
      bgColor="var(--cl-surface)"
    />
  )
}

/** Boxes are below their edges, steps above. */
function toNode(node: BlockLayout['nodes'][number]): PlaybookNode {
  const { id, x, y, width, height, parent } = node
  const isBox =
    (node.kind === 'block' && node.folded !== true) || node.kind === 'lane' || node.kind === 'handler'
  const base = {
    id,
    position: { x, y },
    width,
    height,
    data: { node },
    ...(parent === undefined ? {} : { parentId: parent }),
  }
  return isBox ? { ...base, type: 'box', zIndex: 0 } : { ...base, type: 'step', zIndex: 2 }
}

/** The layout has the points of an edge inside its box. */
function toEdge(edge: BlockLayout['edges'][number], places: ReadonlyMap<string, Box>): PlaybookEdge {
  const outer = edge.parent === undefined ? undefined : places.get(edge.parent)
  return {
    id: edge.id,
    type: 'playbook',
    source: edge.from,
    target: edge.to,
    zIndex: 1,
    data: { edge, by: { x: outer?.x ?? 0, y: outer?.y ?? 0 } },
  }
}

/** Absolute node positions; containers come before their contents. */
function boxesOf({ nodes }: BlockLayout): Box[] {
  const places = new Map<string, Box>()
  for (const { id, x, y, width, height, parent } of nodes) {
    const outer = parent === undefined ? undefined : places.get(parent)
    places.set(id, { id, x: x + (outer?.x ?? 0), y: y + (outer?.y ?? 0), width, height })
  }
  return [...places.values()]
}

function useShared(
  props: PlaybookGraphProps,
  boxes: readonly Box[],
  reveal: (node: string) => void,
): GraphShared {
  const { selected, onSelect, states, edges, loops, onTurn } = props
  const [focused, setFocused] = useState<string>()
  // Lanes and the error handler box are not buttons: arrow keys skip them.
  const reached = boxes.filter(({ id }) => !id.includes('/') || id.startsWith('trigger/'))
  const known = (id: string | undefined) => reached.some((box) => box.id === id)
  const entry = known(focused) ? focused : known(selected) ? selected : reached[0]?.id
  return {
    selected,
    entry,
    onSelect,
    onArrow: (from, key) => {
      const next = neighborOf(reached, from, key)
      if (next === undefined) return false
      setFocused(next.id)
      document.getElementById(`graph-node-${next.id}`)?.focus({ preventScroll: true })
      return true
    },
    onFocus: (id) => {
      setFocused(id)
      reveal(id)
    },
    states,
    edges,
    loops,
    onTurn,
  }
}
