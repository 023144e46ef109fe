import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type ActionSpec, builtInActions, type SpecCatalog, DEFAULT_TIMEOUT_MS } from './actions.ts'
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
  /** Place in its list. */
  index: number
  /** Last part of its path. */
  name: string
  step: Step
  /** What is done: the step's own action, or that of its compensation. */
  action: string
  asset: string | undefined
  spec: ActionSpec
  read: InputReader
  incoming: PlannedEdge[]
  outgoing: PlannedEdge[]
  retry: Retry | undefined
  timeoutMs: number
  /** How long a question waits for its answer; undefined = for ever. */
  answerMs: number | undefined
  lists: PlannedLists
  /** What undoes it. */
  undo: PlannedStep | undefined
  /** Computed in place, with all that it holds: a replay gives it again. */
  pure: boolean
}

/** The lists of steps inside a block, by their role; those that it does not have are absent. */
export type PlannedLists = {
  steps?: PlannedList
  catch?: PlannedList
  finally?: PlannedList
  branches?: { key: string; list: PlannedList }[]
}

/** Steps that run together: edges go between them only. */
export type PlannedList = {
  steps: readonly PlannedStep[]
  /** Steps that nothing follows: their outputs are the list's when it names none. */
  last: readonly PlannedStep[]
  output: Template | undefined
}

/** A playbook made ready to run: expressions compiled, edges resolved to indexes. */
export type Plan = { main: PlannedList; onError: PlannedList | undefined }

const plans = new WeakMap<Playbook, { catalog: SpecCatalog; plan: Plan }>()

/** The plan of a validated playbook; cached while the same playbook object is in use. */
export function planOf(playbook: Playbook, catalog: SpecCatalog = builtInActions): Plan {
  const known = plans.get(playbook)
  if (known && known.catalog === catalog) return known.plan
  const { steps, output, onError } = playbook
  const plan = {
    main: planList(steps, output, catalog),
    onError: onError && planList(onError.steps, undefined, catalog),
  }
  plans.set(playbook, { catalog, plan })
  return plan
}

/** Whether a run of the playbook does nothing outside: it can be computed in place. */
export function isComputedInPlace(playbook: Playbook, catalog: SpecCatalog = builtInActions): boolean {
  const { main, onError } = planOf(playbook, catalog)
  return [...main.steps, ...(onError?.steps ?? [])].every(({ pure }) => pure)
}

function planList(list: readonly Step[], output: JsonValue | undefined, catalog: SpecCatalog): PlannedList {
  const indexes = new Map(list.map((step, index) => [step.key, index]))
  const steps = list.map((step, index) => planStep(step, index, catalog))
  for (const target of steps) {
    for (const edge of edgesInto(target.step)) {
      const source = steps[indexes.get(edge.step) ?? -1]
      if (!source) throw new Error(`The step ${target.name} follows ${edge.step}, which does not exist`)
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
  const last = steps.filter(({ outgoing }) => outgoing.length === 0)
  return { steps, last, output: output === undefined ? undefined : compileTemplate(output) }
}

function planStep(step: Step, index: number, catalog: SpecCatalog): PlannedStep {
  const spec = specOf(step.action, step.key, catalog)
  const lists = spec.kind === 'block' ? planLists(step, catalog) : {}
  const time = step.timeout === undefined ? undefined : durationMs(step.timeout)
  const own = spec.timeoutMs ?? DEFAULT_TIMEOUT_MS
  return {
    index,
    name: step.key,
    step,
    action: step.action,
    asset: step.asset,
    spec,
    read: inputReader(step.with, spec),
    incoming: [],
    outgoing: [],
    retry: step.retry,
    timeoutMs: spec.kind === 'listen' ? own : (time ?? own),
    answerMs: time,
    lists,
    undo: planUndo(step, catalog),
    pure: isPure(step, spec, lists),
  }
}

function planUndo(step: Step, catalog: SpecCatalog): PlannedStep | undefined {
  const { compensate } = step
  if (!compensate) return undefined
  const spec = specOf(compensate.action, step.key, catalog)
  return {
    index: 0,
    name: `${step.key}!undo`,
    step,
    action: compensate.action,
    asset: compensate.asset,
    spec,
    read: inputReader(compensate.with, spec),
    incoming: [],
    outgoing: [],
    retry: step.retry,
    timeoutMs: spec.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    answerMs: undefined,
    lists: {},
    undo: undefined,
    pure: false,
  }
}

function specOf(action: string, key: string, catalog: SpecCatalog): ActionSpec {
  const spec = catalog.get(action)
  if (!spec) throw new Error(`The step ${key} uses the unknown action ${action}`)
  return spec
}

function planLists(step: Step, catalog: SpecCatalog): PlannedLists {
  const lists: PlannedLists = {}
  if (step.steps) lists.steps = planList(step.steps, step.output, catalog)
  if (step.catch) lists.catch = planList(step.catch, undefined, catalog)
  if (step.finally) lists.finally = planList(step.finally, undefined, catalog)
  if (step.branches) {
    lists.branches = step.branches.map(({ key, steps, output }) => ({
      key,
      list: planList(steps, output, catalog),
    }))
  }
  return lists
}

function isPure(step: Step, spec: ActionSpec, lists: PlannedLists): boolean {
  if (spec.kind === 'pure' || spec.kind === 'stop') return true
  if (spec.kind !== 'block' || step.with.pause !== undefined) return false
  const held = [lists.steps, lists.catch, lists.finally, ...(lists.branches ?? []).map(({ list }) => list)]
  return held.every((list) => list?.steps.every(({ pure }) => pure) ?? true)
}
