import type { StepState, StepTurns } from '@caseloom/contract/automation/automation'
import { createContext, use } from 'react'
import type { z } from 'zod'
import type { EdgeState } from './edge-state.ts'

export interface LoopFacts extends Pick<z.infer<typeof StepTurns>, 'total' | 'done' | 'failed'> {
  /** Zero-based; null for all iterations. */
  turn: number | null
  pathOf: (turn: number) => string | null
  /** The selection when none of its iterations is selected. */
  outer: string | undefined
}

/** Shared by all nodes and edges; not in their data, so that a selection does not redo the layout. */
export interface GraphShared {
  selected: string | undefined
  /** The one node reachable with Tab; arrow keys move from there. */
  entry: string | undefined
  onSelect: (node: string) => void
  onArrow: (node: string, key: string) => boolean
  onFocus: (node: string) => void
  states: ReadonlyMap<string, StepState>
  edges: ReadonlyMap<string, EdgeState>
  loops: ReadonlyMap<string, LoopFacts>
  onTurn: (turn: string | undefined) => void
}

export const GraphContext = createContext<GraphShared | null>(null)

export function useGraph(): GraphShared {
  const shared = use(GraphContext)
  if (shared === null) throw new Error('useGraph outside a graph')
  return shared
}
