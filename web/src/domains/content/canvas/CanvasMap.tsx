// The map: pieces in columns with their lines, to pan and zoom.
import '@xyflow/react/dist/base.css'
import type { CanvasProblem } from '@caseloom/contract/content/canvas'
import { useElementSize } from '@mantine/hooks'
import {
  Background,
  BackgroundVariant,
  MiniMap,
  ReactFlow,
  type ReactFlowInstance,
  useStore,
} from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FLOW_PROPS } from '../../../ui/graph/flow-props.ts'
import { LEAST_ZOOM_OF_ALL, neighborOf, wholeView } from '../../../ui/graph/graph-view.ts'
import { useGraphView } from '../../../ui/graph/use-graph-view.ts'
import classes from './Canvas.module.css'
import { CanvasContext, type CanvasShared } from './canvas-context.ts'
import { CanvasTools } from './CanvasTools.tsx'
import type { Picture } from './picture.ts'
import { LineHeads, PieceEdge, type PieceFlowEdge } from './PieceEdge.tsx'
import { PieceNode, type PieceFlowNode } from './PieceNode.tsx'
import type { Pieces } from './usePieces.ts'

const NODE_TYPES = { piece: PieceNode }
const EDGE_TYPES = { line: PieceEdge }
/** Below these, names are enough, and then blocks. */
const NAMES_ONLY = 0.6
const BLOCKS_ONLY = 0.35
/** The tools cover this many pixels. */
const TOP = 48
const MANY = 60

type Flow = ReactFlowInstance<PieceFlowNode, PieceFlowEdge>

const READ_ONLY = {
  nodeTypes: NODE_TYPES,
  edgeTypes: EDGE_TYPES,
  minZoom: LEAST_ZOOM_OF_ALL,
  panOnScroll: true,
  nodesDraggable: false,
  nodesConnectable: false,
  elementsSelectable: false,
  selectionKeyCode: null,
}

interface CanvasMapProps {
  picture: Picture
  pieces: Pieces
  problems: readonly CanvasProblem[]
  onChoose: (id: string) => void
}

export function CanvasMap({ picture, pieces, problems, onChoose }: CanvasMapProps) {
  const { t } = useTranslation('canvas')
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const boxes = useMemo(() => new Map(picture.nodes.map((box) => [box.id, box])), [picture])
  const { center, ...view } = useGraphView<Flow>({
    boxes,
    graph: picture,
    width,
    height,
    first: pieces.chosen?.id ?? picture.nodes[0]?.id,
    whole: (area) => wholeView(area, picture.nodes),
    top: TOP,
  })
  const shared = useShared({ picture, pieces, problems, onChoose }, view.reveal)
  const [level, setLevel] = useState(() => levelOf(view.opening.zoom))
  const only = pieces.found !== null && pieces.found.size > 0 ? [...pieces.found][0] : undefined
  useEffect(() => {
    if (only !== undefined) center(only)
  }, [only, center])
  const nodes = useMemo(() => picture.nodes.map(toNode), [picture])
  const edges = useMemo(() => picture.edges.map(toEdge), [picture])
  return (
    <section aria-label={t('mapLabel')} className={classes.map} data-level={level} ref={ref}>
      <LineHeads />
      {width > 0 && height > 0 && (
        <CanvasContext value={shared}>
          <ReactFlow<PieceFlowNode, PieceFlowEdge>
            {...FLOW_PROPS}
            {...READ_ONLY}
            nodes={nodes}
            edges={edges}
            defaultViewport={view.opening}
            onlyRenderVisibleElements={nodes.length > MANY}
            onInit={view.onInit}
            onMove={(event, { zoom }) => {
              view.onMove(event)
              setLevel(levelOf(zoom))
            }}
          >
            <Background variant={BackgroundVariant.Dots} gap={16} size={1} color="var(--cl-border-strong)" />
            <Headings picture={picture} />
            {!view.opening.fits && <Overview />}
            <CanvasTools onZoom={view.zoom} onFit={view.fit} />
          </ReactFlow>
        </CanvasContext>
      )}
    </section>
  )
}

/** An attribute of the map, so that no piece is drawn again while it's zoomed. */
function levelOf(zoom: number): 'all' | 'names' | 'blocks' {
  if (zoom < BLOCKS_ONLY) return 'blocks'
  return zoom < NAMES_ONLY ? 'names' : 'all'
}

/** Names of the columns, above them. */
function Headings({ picture }: { picture: Picture }) {
  const { t } = useTranslation('canvas')
  const [x = 0, y = 0, zoom = 1] = useStore(({ transform }) => transform.join(' '))
    .split(' ')
    .map(Number)
  return (
    <div className={classes.headings} aria-hidden>
      {picture.headings.map((one) => (
        <span
          key={one.column}
          className={classes.heading}
          style={{ transform: `translate(${one.x * zoom + x}px, ${Math.max(56, 32 * zoom + y)}px)` }}
        >
          {t(`columns.${one.column}`)}
        </span>
      ))}
    </div>
  )
}

function Overview() {
  const { t } = useTranslation('canvas')
  return (
    <MiniMap
      className={classes.overview ?? ''}
      position="bottom-left"
      pannable
      ariaLabel={t('overview')}
      nodeColor="var(--cl-border-strong)"
      nodeBorderRadius={8}
      maskColor="var(--cl-map-mask)"
      bgColor="var(--cl-surface)"
    />
  )
}

function toNode({ id, node, x, y, width, height }: Picture['nodes'][number]): PieceFlowNode {
  return { id, type: 'piece', position: { x, y }, width, height, data: { node } }
}

function toEdge(placed: Picture['edges'][number]): PieceFlowEdge {
  const { id, from, to } = placed.edge
  return { id, type: 'line', source: from, target: to, data: { placed } }
}

function useShared(
  { picture, pieces, problems, onChoose }: CanvasMapProps,
  reveal: (id: string) => void,
): CanvasShared {
  const [focused, setFocused] = useState<string>()
  const { chosen, reached, found } = pieces
  return useMemo(() => {
    const known = (id: string | undefined) => picture.nodes.some((box) => box.id === id)
    return {
      chosen: chosen?.id,
      entry: known(focused) ? focused : (chosen?.id ?? picture.nodes[0]?.id),
      reached,
      found,
      problems: new Map(problems.map(({ node, severity }) => [node, severity])),
      onChoose,
      onArrow: (from, key) => {
        const next = neighborOf(picture.nodes, from, key)
        if (next === undefined) return false
        setFocused(next.id)
        reveal(next.id)
        document.getElementById(`piece-${next.id}`)?.focus({ preventScroll: true })
        return true
      },
      onFocus: (id) => {
        setFocused(id)
        reveal(id)
      },
    }
  }, [picture, chosen, reached, found, problems, onChoose, focused, reveal])
}
