import type { CanvasEdge } from '@caseloom/contract/content/canvas'
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../ui/time.ts'
import classes from './Canvas.module.css'
import { useCanvas } from './canvas-context.ts'
import type { PlacedEdge } from './picture.ts'

export type PieceFlowEdge = Edge<{ placed: PlacedEdge }, 'line'>
type Look = 'plain' | 'failed' | 'path' | 'unlit'

/** A line with the runs that passed it and the failures at its end. */
export const PieceEdge = memo(function PieceEdge({ data }: EdgeProps<PieceFlowEdge>) {
  const { reached } = useCanvas()
  if (data === undefined) return null
  const { edge, path, middle } = data.placed
  const isPath = reached?.edges.has(edge.id) === true
  const isUnlit = reached !== null && !isPath
  const look = isUnlit ? 'unlit' : (edge.activity?.failed ?? 0) > 0 ? 'failed' : isPath ? 'path' : 'plain'
  return (
    <>
      <BaseEdge
        path={path}
        className={classes.line ?? ''}
        data-look={look}
        data-path={isPath || undefined}
        data-read={edge.link === 'reads' || edge.link === 'refers' || undefined}
        markerEnd={`url(#canvas-arrow-${look})`}
        interactionWidth={0}
      />
      {!isUnlit && <Figure activity={edge.activity} at={middle} />}
    </>
  )
})

function Figure({ activity, at }: { activity: CanvasEdge['activity']; at: { x: number; y: number } }) {
  const { t } = useTranslation('canvas')
  if (activity === null) return null
  const { runs, failed } = activity
  if ((runs ?? 0) === 0 && failed === 0) return null
  return (
    <EdgeLabelRenderer>
      <span
        className={classes.figure}
        style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
      >
        {runs !== null && runs > 0 && <span className={classes.count}>{formatCount(runs)}</span>}
        {failed > 0 && (
          <span className={classes.count} data-failed>
            {t('failures', { count: failed, shown: formatCount(failed) })}
          </span>
        )}
      </span>
    </EdgeLabelRenderer>
  )
}

const LOOKS: readonly Look[] = ['plain', 'failed', 'path', 'unlit']

export function LineHeads() {
  return (
    <svg className={classes.heads} aria-hidden>
      <defs>
        {LOOKS.map((look) => (
          <marker
            key={look}
            id={`canvas-arrow-${look}`}
            viewBox="-8 -5 9 10"
            markerWidth="9"
            markerHeight="10"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M-5 -3.5L0 0L-5 3.5" className={classes.head} data-look={look} />
          </marker>
        ))}
      </defs>
    </svg>
  )
}
