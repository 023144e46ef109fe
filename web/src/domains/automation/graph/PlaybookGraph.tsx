import '@xyflow/react/dist/base.css'
import type { StepState } from '@caseloom/contract/automation'
import { layoutPlaybook } from '@caseloom/playbook/layout'
import { useElementSize } from '@mantine/hooks'
import { Background, BackgroundVariant, MiniMap, ReactFlow, type ReactFlowInstance } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EdgeState } from '../edge-state.ts'
import type { GraphDocument } from '../graph-document.ts'
import classes from './Graph.module.css'
import { ArrowHeads, GraphEdge, type PlaybookEdge } from './GraphEdge.tsx'
import { GraphNode, type PlaybookNode } from './GraphNode.tsx'
import { GraphTools } from './GraphTools.tsx'
import { GraphContext, type GraphShared } from './graph-context.ts'
import { centredOn, isInView, neighbourOf, openingView } from './graph-view.ts'

const NODE_TYPES = { playbook: GraphNode }
const EDGE_TYPES = { playbook: GraphEdge }
const MOVE_MS = 240

export interface PlaybookGraphProps {
  document: GraphDocument
  mode: 'build' | 'run'
  /** Accessible name of the region. */
  label: string
  selected: string | undefined
  onSelect: (node: string) => void
  /** Nodes with a fault in the draft. */
  problems?: ReadonlySet<string>
  states?: ReadonlyMap<string, StepState>
  edges?: ReadonlyMap<string, EdgeState>
}

const NONE: ReadonlySet<string> = new Set()

type Flow = ReactFlowInstance<PlaybookNode, PlaybookEdge>

/** The graph of a playbook, to look at: pan, zoom, select; all of it by keyboard, too. A chunk of its own. */
export function PlaybookGraph(props: PlaybookGraphProps) {
  const { document: shown, mode, label, selected } = props
  const layout = useMemo(() => layoutPlaybook(shown, { size: mode }), [shown, mode])
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const flow = useRef<Flow>(null)
  const [moved, setMoved] = useState(false)
  const area = useMemo(() => ({ width, height }), [width, height])
  const focus = layout.nodes.find((node) => node.id === selected)
  const view = openingView(area, layout, focus)
  const fit = useCallback(
    (duration: number) => {
      const instance = flow.current
      if (instance === null) return
      const goal = openingView(area, layout, undefined)
      void instance.setViewport(goal, { duration })
    },
    [area, layout],
  )
  useFollowSize({ flow, area, view, moved })
  const shared = useShared(props, layout.nodes, (id) => {
    const instance = flow.current
    const box = layout.nodes.find((node) => node.id === id)
    if (instance === null || box === undefined) return
    const present = instance.getViewport()
    if (isInView(box, present, area)) return
    setMoved(true)
    void instance.setViewport(centredOn(box, area, present.zoom), { duration: motion(MOVE_MS) })
  })
  const nodes = useMemo(() => layout.nodes.map(toNode), [layout])
  const edges = useMemo(
    () =>
      layout.edges.map(
        (edge): PlaybookEdge => ({
          id: edge.id,
          type: 'playbook',
          source: edge.from,
          target: edge.to,
          data: { edge },
        }),
      ),
    [layout],
  )
  return (
    <section aria-label={label} className={classes.canvas} ref={ref}>
      <ArrowHeads mode={mode} />
      {width > 0 && height > 0 && (
        <GraphContext value={shared}>
          <ReactFlow<PlaybookNode, PlaybookEdge>
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            defaultViewport={view}
            minZoom={0.2}
            maxZoom={1.6}
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
            onInit={(instance) => {
              flow.current = instance
            }}
            onMove={(event) => {
              if (event !== null) setMoved(true)
            }}
          >
            <Background variant={BackgroundVariant.Dots} gap={16} size={1} color="var(--cl-border-strong)" />
            {!view.fits && <Overview />}
          </ReactFlow>
          <GraphTools
            onZoom={(by) => {
              setMoved(true)
              void (by > 0 ? flow.current?.zoomIn() : flow.current?.zoomOut())
            }}
            onFit={() => {
              setMoved(false)
              fit(motion(MOVE_MS))
            }}
          />
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

function toNode(node: ReturnType<typeof layoutPlaybook>['nodes'][number]): PlaybookNode {
  const { id, x, y, width, height } = node
  return { id, type: 'playbook', position: { x, y }, width, height, data: { node } }
}

function motion(ms: number): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms
}

/** A panel that opens or a window that grows takes the opening view again, until somebody has moved the canvas. */
function useFollowSize(options: {
  flow: { current: Flow | null }
  area: { width: number; height: number }
  view: { x: number; y: number; zoom: number }
  moved: boolean
}): void {
  const { flow, area, view, moved } = options
  const size = `${area.width}×${area.height}`
  const before = useRef(size)
  useEffect(() => {
    if (before.current === size) return
    before.current = size
    if (!moved) void flow.current?.setViewport(view)
  }, [size, view, moved, flow])
}

function useShared(
  props: PlaybookGraphProps,
  boxes: readonly { id: string; x: number; y: number; width: number; height: number }[],
  reveal: (node: string) => void,
): GraphShared {
  const { document: shown, mode, selected, onSelect, problems = NONE, states, edges } = props
  const [focused, setFocused] = useState<string>()
  const known = (id: string | undefined) => boxes.some((box) => box.id === id)
  const entry = known(focused) ? focused : known(selected) ? selected : boxes[0]?.id
  const retries = useMemo(
    () => new Set(shown.steps.flatMap((step) => (step.retry === undefined ? [] : [step.key]))),
    [shown],
  )
  return {
    mode,
    selected,
    entry,
    onSelect,
    onArrow: (from, key) => {
      const next = neighbourOf(boxes, from, key)
      if (next === undefined) return false
      setFocused(next.id)
      document.getElementById(`graph-node-${next.id}`)?.focus({ preventScroll: true })
      return true
    },
    onFocus: (id) => {
      setFocused(id)
      reveal(id)
    },
    problems,
    retries,
    states,
    edges,
  }
}
