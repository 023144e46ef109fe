import type { StepState, StepTurns } from '@caseloom/contract/automation'
import { createContext, use } from 'react'
import type { z } from 'zod'
import type { EdgeState } from '../edge-state.ts'

/** How often a loop went round, and which of its turns is shown. */
export interface LoopFacts extends Pick<z.infer<typeof StepTurns>, 'total' | 'done' | 'failed'> {
  /** From 0; null: all of them. */
  turn: number | null
  /** The name of a turn of this loop, by its number. */
  pathOf: (turn: number) => string | null
  /** What is chosen when none of its turns is. */
  outer: string | undefined
}

/** What the nodes and edges of one graph share; kept out of their data so that a selection redraws no layout. */
export interface GraphShared {
  selected: string | undefined
  /** The one node that the Tab key reaches; arrow keys go on from there. */
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
