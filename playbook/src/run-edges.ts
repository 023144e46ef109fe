import { follows, judge } from './join.ts'
import type { PlannedEdge } from './plan.ts'
import type { RunEngine } from './run-engine.ts'
import type { StepNode } from './run-frame.ts'
import { errorOf } from './run-state.ts'
import type { StepError } from './run-types.ts'
import { isTruthy } from './to-boolean.ts'

/** Decides what follows from a step that has ended: on each edge, and for the steps behind it. */
export async function resolveEdges(engine: RunEngine, source: StepNode): Promise<void> {
  for (const edge of source.planned.outgoing) {
    const target = source.frame.nodes[edge.to]
    if (target) await resolveEdge(engine, edge, source, target)
  }
}

async function resolveEdge(
  engine: RunEngine,
  edge: PlannedEdge,
  from: StepNode,
  to: StepNode,
): Promise<void> {
  const { arrivals } = to
  arrivals.resolved += 1
  if (follows(edge, from.state, from.output)) {
    // A step that has been decided asks no more conditions, but a failure must still find its handler.
    if (to.state === 'idle' || from.state === 'failed') {
      const answer = await holds(engine, edge, from, to)
      if (typeof answer === 'object') {
        arrivals.broken = true
        to.broken ??= answer
      } else if (answer) {
        arrivals.held += 1
        report(engine, edge, from, to)
        if (from.state === 'failed') from.handled = true
      }
    }
  }
  if (to.state === 'idle') decide(engine, to)
}

function report(
  { context }: RunEngine,
  edge: PlannedEdge,
  { planned: from }: StepNode,
  { planned: to }: StepNode,
) {
  context.took?.({ from: from.step.key, to: to.step.key, index: to.incoming.indexOf(edge) })
}

async function holds(
  engine: RunEngine,
  edge: PlannedEdge,
  from: StepNode,
  to: StepNode,
): Promise<boolean | StepError> {
  if (!edge.when) return true
  try {
    const bindings = engine.bindings(`${to.path}<${from.path}`)
    return isTruthy(await edge.when.evaluate(to.frame.scope, bindings))
  } catch (thrown) {
    const error = errorOf(thrown)
    return { ...error, message: `Couldn’t evaluate the condition of the edge: ${error.message}` }
  }
}

function decide(engine: RunEngine, target: StepNode): void {
  const verdict = judge(target.planned.step.join, target.arrivals)
  if (verdict === 'wait') return
  if (verdict === 'run') {
    target.state = 'queued'
    engine.ready.push(target)
  } else if (verdict === 'skip') engine.over(target, 'skipped', {})
  else engine.fail(target, target.broken ?? { code: 'expression.error', message: 'A condition failed' })
}
