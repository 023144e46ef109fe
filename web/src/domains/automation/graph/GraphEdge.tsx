import type { BlockEdge } from '@caseloom/playbook/layout-blocks'
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import classes from './Graph.module.css'
import { useGraph } from './graph-context.ts'
import { roundedPath } from '../../../ui/graph/graph-view.ts'

export type PlaybookEdge = Edge<
  {
    edge: BlockEdge
    by: { x: number; y: number }
  },
  'playbook'
>

/** An orthogonal edge; its condition is on the last vertical segment. */
export const GraphEdge = memo(function GraphEdge({ data }: EdgeProps<PlaybookEdge>) {
  const graph = useGraph()
  if (data === undefined) return null
  const { edge, by } = data
  const state = graph.edges.get(edge.id)
  const moved = (point: { x: number; y: number }) => ({ x: point.x + by.x, y: point.y + by.y })
  const labelAt = edge.labelAt && moved(edge.labelAt)
  const look = lookOf(edge.kind, state)
  return (
    <>
      <BaseEdge
        path={roundedPath(edge.points.map(moved))}
        className={classes.edge ?? ''}
        data-look={look}
        markerEnd={`url(#${markerId('run', look)})`}
        interactionWidth={0}
      />
      {edge.label !== undefined && labelAt !== undefined && (
        <EdgeLabelRenderer>
          <span
            className={classes.edgeLabel}
            data-look={look}
            title={edge.condition ?? edge.label}
            style={{ transform: `translate(-50%, -50%) translate(${labelAt.x}px, ${labelAt.y}px)` }}
          >
            {edge.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

type Look = 'plain' | 'failure' | 'taken' | 'failed' | 'missed'

function lookOf(kind: BlockEdge['kind'], state: 'taken' | 'notTaken' | 'open' | undefined): Look {
  if (state === 'notTaken') return 'missed'
  if (state === 'taken') return kind === 'failure' ? 'failed' : 'taken'
  return state === undefined && kind === 'failure' ? 'failure' : 'plain'
}

function markerId(mode: string, look: Look): string {
  return `arrow-${mode}-${look}`
}

const LOOKS: readonly Look[] = ['plain', 'failure', 'taken', 'failed', 'missed']

export function ArrowHeads({ mode }: { mode: string }) {
  return (
    <svg className={classes.heads} aria-hidden>
      <defs>
        {LOOKS.map((look) => (
          <marker
            key={look}
            id={markerId(mode, look)}
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
