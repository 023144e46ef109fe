import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { PlannedEdge } from './plan.ts'
import type { StepState } from './run-types.ts'

/** How far the edges into a step are decided. */
export type Arrivals = { total: number; resolved: number; held: number; broken: boolean }
export type Verdict = 'wait' | 'run' | 'skip' | 'fail'

/**
 * What the edges into a step say: `all` and `every` wait until each edge is resolved, `any` runs at the
 * first that holds. An edge whose condition cannot be evaluated fails the step.
 */
export function judge(join: 'all' | 'any' | 'every', arrivals: Arrivals): Verdict {
  const { total, resolved, held, broken } = arrivals
  if (join === 'any') {
    if (broken) return 'fail'
    if (held > 0) return 'run'
    return resolved === total ? 'skip' : 'wait'
  }
  if (resolved < total) return 'wait'
  if (broken) return 'fail'
  if (join === 'every') return held === total ? 'run' : 'skip'
  return held > 0 || total === 0 ? 'run' : 'skip'
}

/** Whether an edge follows from the final state of its source, before its condition is asked. */
export function follows(
  edge: PlannedEdge,
  state: StepState | 'idle',
  output: JsonValue | undefined,
): boolean {
  if (state !== 'succeeded' && state !== 'failed') return false
  if (edge.on === 'success' && state !== 'succeeded') return false
  if (edge.on === 'failure' && state !== 'failed') return false
  if (!edge.cases) return true
  const chosen =
    typeof output === 'object' && output !== null && !Array.isArray(output) ? output.case : undefined
  return typeof chosen === 'string' && edge.cases.has(chosen)
}
