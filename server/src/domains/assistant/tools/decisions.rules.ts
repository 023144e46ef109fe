import type { StepView } from '@caseloom/contract/automation/automation'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { casesOf, type Edge, edgesInto, Playbook, type Step } from '@caseloom/playbook/document'

/** A run as far as its decisions go. */
export interface DecidedRun {
  document: JsonObject
  steps: readonly Pick<StepView, 'key' | 'path' | 'title' | 'action' | 'state'>[]
}
/** Outputs of steps by key, as far as they may be read. */
export type Outputs = ReadonlyMap<string, JsonValue>

export interface Decision {
  /** Key of the step. */
  step: string
  title: string
  state: string
  /** A sentence for each way that leads to it, or for each case of a switch. */
  because: string[]
  /** Values of the results that the conditions name. */
  values: { [reference: string]: JsonValue }
}

const REFERENCE = /\bsteps\.([a-z]\w*)\.output((?:\.[A-Za-z_]\w*){0,6})/g

/** Keys of the steps whose results decide: switches, and what conditions name. */
export function decidingSteps(run: DecidedRun, wanted: readonly string[]): string[] {
  const steps = stepsOf(run.document).filter(({ key }) => wanted.includes(key))
  const keys = steps.flatMap((step) => [
    ...(step.action === 'flow.switch' ? [step.key] : []),
    ...edgesInto(step).flatMap((edge) => (edge.case === undefined ? [] : [edge.step])),
    ...conditionsOf(step).flatMap((text) => [...text.matchAll(REFERENCE)].map((match) => match[1] ?? '')),
  ])
  return [...new Set(keys)]
}

/** The step that is meant by a key or a title; null when none is. */
export function stepNamed(run: DecidedRun, said: string): string | null {
  const wanted = said.trim().toLowerCase()
  const found =
    run.steps.find(({ key, path }) => key.toLowerCase() === wanted || path.toLowerCase() === wanted) ??
    run.steps.find(({ title }) => title.toLowerCase() === wanted)
  return found?.key.replace(/!undo$/, '') ?? null
}

/** Steps at which the run turned: switches, those left out, and those behind a condition. */
export function turningPoints(run: DecidedRun): string[] {
  const states = statesOf(run)
  return stepsOf(run.document)
    .filter(
      (step) =>
        step.action === 'flow.switch' ||
        states.get(step.key) === 'skipped' ||
        edgesInto(step).some(
          ({ when, case: name, on }) => when !== undefined || name !== undefined || on !== 'success',
        ),
    )
    .map(({ key }) => key)
}

/** Why a step ran or was left out; null when the document has no such step. */
export function decisionOf(run: DecidedRun, key: string, outputs: Outputs): Decision | null {
  const step = stepsOf(run.document).find((one) => one.key === key)
  if (step === undefined) return null
  const states = statesOf(run)
  const state = states.get(key) ?? 'not reached'
  const titles = new Map(
    stepsOf(run.document).map((one): [string, string] => [one.key, one.title ?? one.key]),
  )
  const about = { state, states, outputs, titleOf: (other: string) => titles.get(other) ?? other }
  const ways = edgesInto(step).map((edge) => wayText(edge, about))
  const cases = step.action === 'flow.switch' ? caseTexts(step, outputs) : []
  const because = [...ways, ...cases]
  return {
    step: key,
    title: step.title ?? key,
    state,
    because: because.length > 0 ? because : ['It is the first step: it runs whenever the playbook does.'],
    values: valuesIn(conditionsOf(step), outputs),
  }
}

interface About {
  state: string
  states: ReadonlyMap<string, string>
  outputs: Outputs
  titleOf(key: string): string
}

function wayText(edge: Edge, { state, states, outputs, titleOf }: About): string {
  const from = `“${titleOf(edge.step)}”`
  const was = states.get(edge.step) ?? 'not reached'
  const hasEnded = was === 'succeeded' || was === 'failed'
  if (was === 'skipped') return `${from} before it was also skipped.`
  if (!hasEnded) return `${from} before it is ${was}.`
  if (edge.on === 'success' && was === 'failed') return `It runs after the success of ${from}, which failed.`
  if (edge.on === 'failure' && was === 'succeeded')
    return `It runs after the failure of ${from}, which succeeded.`
  const names = casesOf(edge)
  const chosen = caseOf(outputs.get(edge.step))
  if (names !== undefined && chosen !== null && !names.includes(chosen))
    return `${from} chose the case “${chosen}”; this path is for ${names.map((name) => `“${name}”`).join(' or ')}.`
  const ran = state !== 'skipped' && state !== 'not reached'
  const met =
    names === undefined ? `${from} ${was}` : `${from} chose ${names.map((name) => `“${name}”`).join(' or ')}`
  if (edge.when === undefined) {
    if (ran) return `${met}.`
    return names === undefined
      ? `${from} ${was}, but not every path it requires was taken.`
      : `${from} did not choose ${names.map((name) => `“${name}”`).join(' or ')}.`
  }
  return ran
    ? `${met}, and this condition was true: ${edge.when}`
    : `${met}, but this condition was false: ${edge.when}`
}

function caseTexts(step: Step, outputs: Outputs): string[] {
  const chosen = caseOf(outputs.get(step.key))
  const cases = Array.isArray(step.with['cases']) ? step.with['cases'] : []
  const named = cases.flatMap((one): { name: string; when: string }[] => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return []
    const { name, when } = one
    return typeof name === 'string' ? [{ name, when: String(when) }] : []
  })
  if (chosen === null) return named.map(({ name, when }) => `The case “${name}” applies when: ${when}`)
  const at = named.findIndex(({ name }) => name === chosen)
  const before = at < 0 ? named : named.slice(0, at)
  return [
    ...before.map(({ name, when }) => `The case “${name}” didn’t apply: ${when}`),
    at < 0
      ? 'No case applied, so it chose “else”.'
      : `It chose “${chosen}”, the first case that applied: ${named[at]?.when}`,
  ]
}

function caseOf(output: JsonValue | undefined): string | null {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return null
  const { case: chosen } = output
  return typeof chosen === 'string' ? chosen : null
}

function conditionsOf(step: Step): string[] {
  const cases = step.action === 'flow.switch' ? JSON.stringify(step.with['cases'] ?? []) : ''
  return [...edgesInto(step).flatMap(({ when }) => (when === undefined ? [] : [when])), cases]
}

/** The results that conditions name, each as a plain value. */
function valuesIn(conditions: readonly string[], outputs: Outputs): Decision['values'] {
  const values: Decision['values'] = {}
  for (const [reference, key = '', rest = ''] of conditions.flatMap((text) => [
    ...text.matchAll(REFERENCE),
  ])) {
    const value = rest
      .split('.')
      .filter((part) => part !== '')
      .reduce<JsonValue | undefined>((found, part) => partOf(found, part), outputs.get(key))
    if (value !== undefined && (typeof value !== 'object' || value === null))
      values[reference] = typeof value === 'string' ? value.slice(0, 200) : value
  }
  return values
}

function partOf(value: JsonValue | undefined, part: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, part) ? value[part] : undefined
}

function statesOf(run: DecidedRun): ReadonlyMap<string, string> {
  return new Map(run.steps.map(({ key, state }): [string, string] => [key, state]))
}

/** All steps of a document, those inside blocks too; none of one that cannot be read. */
function stepsOf(document: JsonObject): Step[] {
  const read = Playbook.safeParse(document)
  return read.success ? [...inside(read.data.steps), ...inside(read.data.onError?.steps ?? [])] : []
}

function inside(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [
    step,
    ...inside(step.steps ?? []),
    ...inside(step.catch ?? []),
    ...inside(step.finally ?? []),
    ...(step.branches ?? []).flatMap((branch) => inside(branch.steps)),
  ])
}
