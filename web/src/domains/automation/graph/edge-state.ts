import type { StepState } from '@caseloom/contract/automation/automation'
import { edgesInto } from '@caseloom/playbook/document'
import type { GraphDocument } from './graph-document.ts'

/** `open`: undecided, or not derivable from step states. */
export type EdgeState = 'taken' | 'notTaken' | 'open'

export interface StepFact {
  state: StepState
  startedAt: string | null
}

type On = 'success' | 'failure' | 'complete'

/**
 * Which edges a run took, by layout ID. Conditions are not re-evaluated: a conditional edge counts as taken if its
 * target ran and no other edge can have led there.
 */
export function edgeStates(
  { steps, triggers, onError }: GraphDocument,
  facts: ReadonlyMap<string, StepFact>,
  triggerKey: string,
): Map<string, EdgeState> {
  const states = new Map<string, EdgeState>()
  for (const inner of [...innerLists(steps), ...(onError === undefined ? [] : [onError.steps])])
    for (const [id, state] of edgeStates({ steps: inner, triggers: [] }, facts, triggerKey))
      states.set(id, state)
  for (const step of steps) {
    const target = facts.get(step.key)
    const edges = edgesInto(step).filter((edge) => edge.step !== step.key)
    const outcomes = edges.map((edge) => outcomeOf(facts.get(edge.step), edge.on))
    const count = new Map<string, number>()
    const matching = outcomes.filter((outcome) => outcome === 'matches').length
    for (const [index, edge] of edges.entries()) {
      const nth = (count.get(edge.step) ?? 0) + 1
      count.set(edge.step, nth)
      const id = `${edge.step}->${step.key}${nth === 1 ? '' : `#${nth}`}`
      const conditional = edge.when !== undefined || edge.case !== undefined
      const sure = !conditional || matching === 1 || step.join === 'every'
      states.set(id, edgeState(outcomes[index] ?? 'open', target, sure))
    }
    if (edges.length > 0) continue
    for (const { key } of triggers) {
      const outcome = key === triggerKey ? 'matches' : 'misses'
      states.set(`trigger/${key}->${step.key}`, edgeState(outcome, target, true))
    }
  }
  return states
}

function innerLists(steps: GraphDocument['steps']): GraphDocument['steps'][] {
  return steps.flatMap((step) =>
    [step.steps, step.catch, step.finally, ...(step.branches ?? []).map((branch) => branch.steps)].filter(
      (list) => list !== undefined,
    ),
  )
}

type Outcome = 'matches' | 'misses' | 'open'

function outcomeOf(source: StepFact | undefined, on: On): Outcome {
  switch (source?.state) {
    case 'succeeded':
      return on === 'failure' ? 'misses' : 'matches'
    case 'failed':
      return on === 'success' ? 'misses' : 'matches'
    case 'skipped':
    case 'cancelled':
      return 'misses'
    default:
      return 'open'
  }
}

function edgeState(outcome: Outcome, target: StepFact | undefined, sure: boolean): EdgeState {
  if (outcome === 'misses') return 'notTaken'
  if (outcome === 'open' || target === undefined || target.state === 'queued') return 'open'
  if (!hasRun(target)) return 'notTaken'
  return sure ? 'taken' : 'open'
}

function hasRun({ state, startedAt }: StepFact): boolean {
  if (state === 'skipped') return false
  return state !== 'cancelled' || startedAt !== null
}
