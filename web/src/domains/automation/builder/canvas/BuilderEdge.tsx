import { IconPlus, IconX } from '@tabler/icons-react'
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react'
import { memo, use, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import graph from '../../graph/Graph.module.css'
import { roundedPath } from '../../../../ui/graph/graph-view.ts'
import { CoverageContext, edgeId } from '../model/coverage.ts'
import { useCanvas } from './canvas-context.ts'
import classes from './Canvas.module.css'
import marks from './Coverage.module.css'
import type { SceneEdge } from './scene.ts'

/** `x`, `y`: origin of the containing box; `drop`: the drop target of the current drag. */
export type BuilderFlowEdge = Edge<{ edge: SceneEdge; x: number; y: number; drop: boolean }, 'line'>

const SAME = 12

export const BuilderEdge = memo(function BuilderEdge(props: EdgeProps<BuilderFlowEdge>) {
  const { data } = props
  const [isNear, setIsNear] = useState(false)
  const leave = useRef<ReturnType<typeof setTimeout>>(undefined)
  const deeds = useCanvas()
  const taken = useTaken(data?.edge)
  if (data === undefined) return null
  const { edge, drop } = data
  const { path, middle, labelAt } = wayOf(props, data)
  const isOffering = (isNear || drop) && !deeds.readOnly
  const look = edge.kind === 'failure' ? 'failure' : 'plain'
  const near = (is: boolean) => {
    clearTimeout(leave.current)
    if (is) setIsNear(true)
    else leave.current = setTimeout(() => setIsNear(false), 120)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer's way to what a and b do by keyboard */}
      <g onMouseEnter={() => near(true)} onMouseLeave={() => near(false)}>
        <BaseEdge
          path={path}
          className={`${graph.edge} ${marks.line}`}
          data-look={look}
          data-drop={drop || undefined}
          data-coverage={taken}
          markerEnd={`url(#arrow-build-${look})`}
          interactionWidth={deeds.readOnly ? 0 : 18}
        />
      </g>
      {labelAt !== undefined && (
        <EdgeLabelRenderer>
          <EdgeLabel edge={edge} look={look} at={labelAt} />
        </EdgeLabelRenderer>
      )}
      {isOffering && (
        <EdgeLabelRenderer>
          <EdgeTools edge={edge} drop={drop} at={middle} onNear={near} />
        </EdgeLabelRenderer>
      )}
    </>
  )
})

/** Whether tests take an edge; undefined while the canvas shows no coverage. */
function useTaken(edge: SceneEdge | undefined): 'covered' | 'never' | undefined {
  const coverage = use(CoverageContext)
  if (coverage === null || edge === undefined) return undefined
  const count = edge.index < 0 ? coverage.steps[edge.from] : coverage.edges[edgeId(edge.to, edge.index)]
  return (count ?? 0) > 0 ? 'covered' : 'never'
}

interface EdgeLabelProps {
  edge: SceneEdge
  look: string
  at: { x: number; y: number }
}

function EdgeLabel({ edge, look, at }: EdgeLabelProps) {
  const deeds = useCanvas()
  return (
    <button
      type="button"
      className={`${graph.edgeLabel} ${classes.edgeLabel}`}
      data-look={look}
      tabIndex={-1}
      title={edge.condition ?? edge.label}
      style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
      onClick={() => deeds.openEdge(edge.to, edge.index)}
    >
      {edge.label}
    </button>
  )
}

interface EdgeToolsProps {
  edge: SceneEdge
  drop: boolean
  at: { x: number; y: number }
  onNear: (is: boolean) => void
}

function EdgeTools({ edge, drop, at, onNear }: EdgeToolsProps) {
  const { t } = useTranslation('builder')
  const deeds = useCanvas()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the buttons there while the pointer is on them
    <span
      className={classes.edgeTools}
      data-drop={drop || undefined}
      style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
      onMouseEnter={() => onNear(true)}
      onMouseLeave={() => onNear(false)}
    >
      <button
        type="button"
        className={classes.edgeTool}
        tabIndex={-1}
        aria-label={t('canvas.addOnLine')}
        title={t('canvas.addOnLine')}
        onClick={() => deeds.offer({ kind: 'between', from: edge.from, to: edge.to })}
      >
        <IconPlus size={12} stroke={2} aria-hidden />
      </button>
      {edge.index >= 0 && (
        <button
          type="button"
          className={classes.edgeTool}
          tabIndex={-1}
          aria-label={t('canvas.removeLine')}
          title={t('canvas.removeLine')}
          onClick={() => deeds.removeEdge(edge.to, edge.index)}
        >
          <IconX size={12} stroke={2} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** The routed path while both ends are where the layout put them; otherwise a simple one. */
function wayOf(props: EdgeProps<BuilderFlowEdge>, { edge, x, y }: NonNullable<BuilderFlowEdge['data']>) {
  const { sourceX, sourceY, targetX, targetY } = props
  const points = edge.points.map((point) => ({ x: point.x + x, y: point.y + y }))
  const [first, last] = [points[0], points.at(-1)]
  const isPut =
    first !== undefined &&
    last !== undefined &&
    Math.hypot(first.x - sourceX, first.y - sourceY) < SAME &&
    Math.hypot(last.x - targetX, last.y - targetY) < SAME
  if (isPut) {
    const labelAt = edge.labelAt && { x: edge.labelAt.x + x, y: edge.labelAt.y + y }
    return { path: roundedPath(points), middle: halfway(points), labelAt }
  }
  const [path, labelX, labelY] = getSmoothStepPath({ ...props, borderRadius: 8, offset: 16 })
  const middle = { x: labelX, y: labelY }
  return { path, middle, labelAt: edge.label === undefined ? undefined : { x: targetX, y: targetY - 16 } }
}

/** The middle of the longest segment, where buttons fit. */
function halfway(points: readonly { x: number; y: number }[]): { x: number; y: number } {
  let best = { length: -1, x: 0, y: 0 }
  for (const [index, a] of points.entries()) {
    const b = points[index + 1]
    if (b === undefined) continue
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    if (length > best.length) best = { length, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  }
  return best
}
