import type { ActionSpec, SpecCatalog } from './actions.ts'
import { casesOf, edgesInto, type StepShell } from './document.ts'
import { parseDuration } from './duration.ts'
import { checkInputsSchema } from './inputs.ts'
import { type Issue, type IssuePath, suggestion, valueAt } from './issues.ts'
import { checkBlock } from './validate-blocks.ts'
import { type Draft, inStep, type PlacedStep } from './validate-draft.ts'
import { checkCondition } from './validate-expressions.ts'
import { scopeAt } from './validate-scope.ts'
import { checkWith } from './validate-with.ts'

/** What a document is checked against besides the language. */
export type Surroundings = {
  catalog: SpecCatalog
  /** Keys of the components that may be called; absent = not checked. */
  components?: ReadonlySet<string> | undefined
}

/** Checks one step: its edges, its options, its input, its parts. */
export function checkStep(place: PlacedStep, draft: Draft, around: Surroundings, issues: Issue[]): void {
  const { path, step } = place
  const own: Issue[] = []
  const scope = scopeAt(place, draft)
  checkEdges(place, draft, own)
  for (const [index, edge] of edgesInto(step).entries()) {
    if (edge.when !== undefined) checkCondition(edge.when, [...path, 'after', index, 'when'], scope, own)
  }
  const spec = around.catalog.get(step.action)
  if (spec) {
    checkOptions(place, spec, own)
    checkAsset({ path, key: step.asset }, spec, own)
    checkWith({ path: [...path, 'with'], withs: step.with }, spec, scope, own)
    checkBlock(place, spec, draft, own)
    checkCompensation(place, draft, around, own)
    if (spec.name === 'flow.call') checkComponent(place, around, own)
    if (spec.name === 'human.form') checkInputsSchema(step.with.schema, [...path, 'with', 'schema'], own)
  } else own.push(unknownAction([...path, 'action'], step.action, around.catalog))
  issues.push(...inStep(own, step.key))
}

/** The issue of a name that no action has. */
export function unknownAction(path: IssuePath, name: string, catalog: SpecCatalog): Issue {
  const message = `Unknown action "${name}"${suggestion(name, catalog.keys())}`
  return { path, code: 'unknown_action', message }
}

/** Checks that an asset is named where the action takes one, and only there. */
export function checkAsset(
  { path, key }: { path: IssuePath; key: string | undefined },
  spec: ActionSpec,
  issues: Issue[],
): void {
  const at = [...path, 'asset']
  if (key !== undefined && !spec.asset) {
    const message = `"asset" has no effect on ${spec.name}, which uses no credentials`
    issues.push({ path: at, code: 'not_applicable', message })
  }
  if (key === undefined && spec.asset?.required) {
    const message = `"asset" is missing: ${spec.name} requires an asset of the connector ${spec.asset.connector}`
    issues.push({ path: at, code: 'missing', message })
  }
}

function checkEdges({ path, step, list }: PlacedStep, draft: Draft, issues: Issue[]): void {
  for (const [index, edge] of edgesInto(step).entries()) {
    const isList = typeof step.after !== 'string'
    const place = isList ? [...path, 'after', index] : [...path, 'after']
    const asObject = isList && typeof step.after[index] !== 'string'
    if (!list.keys.has(edge.step)) {
      const elsewhere = draft.listOf.has(edge.step)
      const message = elsewhere
        ? `"${step.key}" follows "${edge.step}", which is in another list of steps: edges must connect steps of the same list`
        : `"${step.key}" follows "${edge.step}", which doesn’t exist${suggestion(edge.step, list.keys)}`
      issues.push({ path: asObject ? [...place, 'step'] : place, code: 'unknown_step', message })
    }
    const names = casesOf(edge)
    const source = list.steps.find(({ step: { key } }) => key === edge.step)?.step
    if (names && source) checkCases(names, source, [...place, 'case'], issues)
  }
}

function checkCases(names: string[], source: StepShell, path: IssuePath, issues: Issue[]): void {
  if (source.action !== 'flow.switch') {
    const message = `"${source.key}" has no cases: only flow.switch steps do`
    issues.push({ path, code: 'unknown_case', message })
    return
  }
  const cases = Array.isArray(source.with.cases) ? source.with.cases : []
  const known = new Set([...cases.map((one) => String(valueAt(one, ['name']))), 'else'])
  for (const name of names) {
    if (known.has(name)) continue
    const message = `"${source.key}" has no case "${name}"; its cases are ${[...known].join(', ')}`
    issues.push({ path, code: 'unknown_case', message })
  }
}

function checkOptions({ path, step, list }: PlacedStep, spec: ActionSpec, issues: Issue[]): void {
  for (const option of ['retry', 'timeout'] as const) {
    if (step[option] === undefined || spec.kind === 'effect' || spec.kind === 'listen') continue
    const why = spec.kind === 'block' ? 'set it on the steps inside' : 'which has no side effects'
    const message = `"${option}" has no effect on ${step.action}, ${why}`
    issues.push({ path: [...path, option], code: 'not_applicable', message })
  }
  if (spec.kind === 'stop' && runsAfterTheEnd(list)) {
    const message = `${step.action} has no effect here: these steps run after the outcome is decided`
    issues.push({ path: [...path, 'action'], code: 'not_applicable', message })
  }
  const { retry } = step
  if (
    retry &&
    (parseDuration(retry.to) ?? 0) < (parseDuration(retry.from) ?? 0) &&
    retry.backoff === 'exponential'
  ) {
    const message = `"to" (${retry.to}) must not be shorter than "from" (${retry.from})`
    issues.push({ path: [...path, 'retry', 'to'], code: 'bad_value', message })
  }
}

function runsAfterTheEnd({ role, block }: PlacedStep['list']): boolean {
  return role === 'onError' || role === 'finally' || (block !== undefined && runsAfterTheEnd(block.list))
}

function checkCompensation(place: PlacedStep, draft: Draft, around: Surroundings, issues: Issue[]): void {
  const { compensate } = place.step
  if (!compensate) return
  const path = [...place.path, 'compensate']
  const kind = around.catalog.get(place.step.action)?.kind
  const misplaced =
    kind === 'pure' || kind === 'wait' || kind === 'stop'
      ? `"compensate" has no effect on ${place.step.action}: there is nothing to undo`
      : isInHandler(place.list)
        ? '"compensate" has no effect in onError, which runs after everything has been undone'
        : undefined
  if (misplaced) issues.push({ path, code: 'not_applicable', message: misplaced })
  const spec = around.catalog.get(compensate.action)
  if (!spec) {
    issues.push(unknownAction([...path, 'action'], compensate.action, around.catalog))
    return
  }
  if (spec.kind !== 'effect') {
    const message = `${compensate.action} undoes nothing: use an action with side effects`
    issues.push({ path: [...path, 'action'], code: 'not_applicable', message })
  }
  checkAsset({ path, key: compensate.asset }, spec, issues)
  const scope = scopeAt(place, draft, { roots: ['output'], own: true })
  checkWith({ path: [...path, 'with'], withs: compensate.with }, spec, scope, issues)
}

function isInHandler({ role, block }: PlacedStep['list']): boolean {
  return role === 'onError' || (block !== undefined && isInHandler(block.list))
}

function checkComponent({ path, step }: PlacedStep, { components }: Surroundings, issues: Issue[]): void {
  const name = step.with.component
  if (!components || typeof name !== 'string' || components.has(name)) return
  const message = `Unknown component "${name}"${suggestion(name, components)}`
  issues.push({ path: [...path, 'with', 'component'], code: 'unknown_component', message })
}
