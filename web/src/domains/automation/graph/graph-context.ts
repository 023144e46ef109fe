import type { StepState } from '@caseloom/contract/automation'
import { createContext, use } from 'react'
import type { EdgeState } from '../edge-state.ts'

/** What the nodes and edges of one graph share; kept out of their data so that a selection redraws no layout. */
export interface GraphShared {
  mode: 'build' | 'run'
  selected: string | undefined
  /** The one node that the Tab key reaches; arrow keys go on from there. */
  entry: string | undefined
  onSelect: (node: string) => void
  onArrow: (node: string, key: string) => boolean
  onFocus: (node: string) => void
  problems: ReadonlySet<string>
  retries: ReadonlySet<string>
  /** Absent in the builder. */
  states: ReadonlyMap<string, StepState> | undefined
  edges: ReadonlyMap<string, EdgeState> | undefined
}

export const GraphContext = createContext<GraphShared | null>(null)

export function useGraph(): GraphShared {
  const shared = use(GraphContext)
  if (shared === null) throw new Error('useGraph outside a graph')
  return shared
}
