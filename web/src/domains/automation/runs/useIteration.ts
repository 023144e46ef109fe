import type { StepState } from '@caseloom/contract/automation/automation'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTenantScope } from '../../../data/scope.tsx'
import { runStepQuery } from '../shared/automation.queries.ts'
import type { StepFact } from '../graph/edge-state.ts'
import type { LoopFacts } from '../graph/graph-context.ts'
import type { Run } from '../shared/run-summary.ts'
import { depthOf, pathOf, enclosingIteration, iterationsUnder } from './iterations.ts'

type Step = Run['steps'][number]

interface TurnView {
  /** Steps as in the selected iteration; those outside it as in the entire run. */
  facts: ReadonlyMap<string, StepFact>
  loops: ReadonlyMap<string, LoopFacts>
}

/** What the graph shows for the selected iteration, or for all iterations together. */
export function useIteration(run: Run, turn: string | undefined): TurnView {
  const { tenantId } = useTenantScope()
  const inside = useMemo(() => stepsInside(run.steps, turn), [run.steps, turn])
  const single = useQueries({
    queries: inside.map(({ step, path }) => {
      const stage = `${step.state} ${step.instances?.total ?? 0} ${step.instances?.open ?? 0}`
      return { ...runStepQuery(tenantId, { runId: run.id, path: path ?? '', stage }), enabled: path !== null }
    }),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(() => {
    const facts = new Map<string, StepFact>(run.steps.map((step) => [step.key, step]))
    const known = new Map<string, Step>(run.steps.map((step) => [step.key, step]))
    for (const [at, { step }] of inside.entries()) {
      const one = single[at]
      // A step without data for this iteration must not show the total of all iterations.
      facts.set(step.key, one ?? UNTOLD)
      if (one !== undefined) known.set(step.key, one)
    }
    return { facts, loops: loopsOf(run.steps, known, turn) }
  }, [run.steps, inside, single, turn])
}

const UNTOLD: StepFact = { state: 'queued' satisfies StepState, startedAt: null }

interface Inside {
  step: Step
  /** Its instance in the iteration; null inside a nested loop without a selection. */
  path: string | null
}

function stepsInside(steps: readonly Step[], turn: string | undefined): Inside[] {
  if (turn === undefined) return []
  return steps.flatMap((step) => {
    const turns = iterationsUnder(step.path, turn)
    if (turns.length === 0) return []
    return [{ step, path: turns.length < depthOf(step.path) ? null : pathOf(step.path, turns) }]
  })
}

function loopsOf(steps: readonly Step[], known: ReadonlyMap<string, Step>, turn: string | undefined) {
  const loops = new Map<string, LoopFacts>()
  for (const step of steps) {
    const turns = known.get(step.key)?.turns ?? null
    if (turns === null || turns.total === 0) continue
    const chosen = turn === undefined ? [] : iterationsUnder(`${step.path}#*`, turn)
    const depth = depthOf(step.path)
    // Deselecting an inner iteration selects the one around it.
    const at = (next: number) =>
      enclosingIteration(pathOf(`${step.path}#*`, [...padded(chosen, depth), next]))
    const outer = depth === 0 || chosen.length < depth ? null : enclosingIteration(pathOf(step.path, chosen))
    loops.set(step.key, { ...turns, turn: chosen[depth] ?? null, pathOf: at, outer: outer ?? undefined })
  }
  return loops
}

function padded(turns: readonly number[], depth: number): number[] {
  return Array.from({ length: depth }, (_none, at) => turns[at] ?? 0)
}
