import type { JsonValue } from '@caseloom/contract/json'
import { type ActionSpec, builtInActions, type Catalogue, DEFAULT_TIMEOUT_MS } from './actions.ts'
import { casesOf, edgesInto, type Playbook, type Retry, type Step } from './document.ts'
import { durationMs } from './duration.ts'
import { compileTemplate, type Template } from './expression.ts'
import { type InputReader, inputReader } from './step-input.ts'

export type PlannedEdge = {
  from: number
  to: number
  on: 'success' | 'failure' | 'complete'
  cases: ReadonlySet<string> | undefined
  when: Template | undefined
}

export type PlannedStep = {
  index: number
  path: string
  step: Step
  spec: ActionSpec
  read: InputReader
  incoming: PlannedEdge[]
  outgoing: PlannedEdge[]
  retry: Retry | undefined
  timeoutMs: number
}

/** A playbook made ready to run: expressions compiled, edges resolved to indexes. */
export type Plan = { steps: readonly PlannedStep[]; output: Template | undefined }

const plans = new WeakMap<Playbook, { catalogue: Catalogue; plan: Plan }>()

/** The plan of a validated playbook; kept as long as the same playbook object is used. */
export function planOf(playbook: Playbook, catalogue: Catalogue = builtInActions): Plan {
  const known = plans.get(playbook)
  if (known && known.catalogue === catalogue) return known.plan
  const plan = makePlan(playbook, catalogue)
  plans.set(playbook, { catalogue, plan })
  return plan
}

function makePlan(playbook: Playbook, catalogue: Catalogue): Plan {
  const indexes = new Map(playbook.steps.map((step, index) => [step.key, index]))
  const steps = playbook.steps.map((step, index) => planStep(step, index, catalogue))
  for (const target of steps) {
    for (const edge of edgesInto(target.step)) {
      const source = steps[indexes.get(edge.step) ?? -1]
      if (!source) throw new Error(`The step ${target.path} follows ${edge.step}, which does not exist`)
      const cases = casesOf(edge)
      const planned: PlannedEdge = {
        from: source.index,
        to: target.index,
        on: edge.on,
        cases: cases && new Set(cases),
        when: edge.when === undefined ? undefined : compileTemplate(edge.when),
      }
      target.incoming.push(planned)
      source.outgoing.push(planned)
    }
  }
  const output: JsonValue | undefined = playbook.output
  return { steps, output: output === undefined ? undefined : compileTemplate(output) }
}

function planStep(step: Step, index: number, catalogue: Catalogue): PlannedStep {
  const spec = catalogue.get(step.action)
  if (!spec) throw new Error(`The step ${step.key} uses the unknown action ${step.action}`)
  return {
    index,
    path: step.key,
    step,
    spec,
    read: inputReader(step.with, spec),
    incoming: [],
    outgoing: [],
    retry: step.retry,
    timeoutMs: step.timeout === undefined ? (spec.timeoutMs ?? DEFAULT_TIMEOUT_MS) : durationMs(step.timeout),
  }
}
