import type { LayoutEdge } from '@caseloom/playbook/layout'
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import classes from './Graph.module.css'
import { useGraph } from './graph-context.ts'
import { roundedPath } from './graph-view.ts'

export type PlaybookEdge = Edge<{ edge: LayoutEdge }, 'playbook'>

/** An orthogonal line with an open arrow; its condition stands on the last upright piece. */
export const GraphEdge = memo(function GraphEdge({ data }: EdgeProps<PlaybookEdge>) {
  const graph = useGraph()
  if (data === undefined) return null
  const { edge } = data
  const state = graph.edges?.get(edge.id)
  const look = lookOf(edge.kind, state)
  return (
    <>
      <BaseEdge
        path={roundedPath(edge.points)}
        className={classes.edge ?? ''}
        data-look={look}
        markerEnd={`url(#${markerId(graph.mode, look)})`}
        interactionWidth={0}
      />
      {edge.label !== undefined && edge.labelAt !== undefined && (
        <EdgeLabelRenderer>
          <span
            className={classes.edgeLabel}
            data-look={look}
            title={edge.condition ?? edge.label}
            style={{ transform: `translate(-50%, -50%) translate(${edge.labelAt.x}px, ${edge.labelAt.y}px)` }}
          >
            {edge.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

type Look = 'plain' | 'failure' | 'taken' | 'failed' | 'missed'

function lookOf(kind: LayoutEdge['kind'], state: 'taken' | 'notTaken' | 'open' | undefined): Look {
  if (state === 'notTaken') return 'missed'
  if (state === 'taken') return kind === 'failure' ? 'failed' : 'taken'
  return state === undefined && kind === 'failure' ? 'failure' : 'plain'
}

function markerId(mode: string, look: Look): string {
  return `arrow-${mode}-${look}`
}

const LOOKS: readonly Look[] = ['plain', 'failure', 'taken', 'failed', 'missed']

/** The arrow heads that the edges of a graph point to. */
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
