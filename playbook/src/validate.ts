import { type ActionSpec, builtInActions, type Catalogue } from './actions.ts'
import { casesOf, edgesInto, Playbook, PlaybookShell, STEP_PROPERTIES, Step, Trigger } from './document.ts'
import { parseDuration } from './duration.ts'
import { findCycles, unreachable, upstreamOf } from './graph.ts'
import { type Issue, type IssuePath, issuesOf, suggestion, valueAt } from './issues.ts'
import { checkJson } from './json-limits.ts'
import { checkCondition, checkTemplate, STEP_ROOTS, TRIGGER_ROOTS } from './validate-expressions.ts'
import { checkWith } from './validate-with.ts'

export type Validation = { ok: true; playbook: Playbook } | { ok: false; issues: Issue[] }

/** Checks a document and gives it with its defaults filled in, or all of its faults at once. */
export function validatePlaybook(doc: unknown, catalogue: Catalogue = builtInActions): Validation {
  const broken = checkJson(doc)
  if (broken) return { ok: false, issues: [broken] }
  const shell = PlaybookShell.safeParse(doc)
  const issues = shell.success
    ? []
    : withSuggestions(issuesOf(shell.error, doc), Object.keys(PlaybookShell.shape))
  const draft = readDraft(doc, issues)
  checkKeys(draft, issues)
  checkGraph(draft, issues)
  for (const place of draft.steps) checkStep(place, draft, catalogue, issues)
  checkTriggers(draft, issues)
  const output = valueAt(doc, ['output'])
  if (output !== undefined) {
    checkTemplate(output, ['output'], { roots: STEP_ROOTS, known: draft.keys, upstream: draft.keys }, issues)
  }
  if (issues.length > 0) return { ok: false, issues }
  const parsed = Playbook.safeParse(doc)
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error, doc) }
  return { ok: true, playbook: parsed.data }
}

export type PlacedStep = { path: IssuePath; step: Step; raw: unknown }
type PlacedTrigger = { path: IssuePath; trigger: Trigger }
export type Draft = {
  steps: PlacedStep[]
  triggers: PlacedTrigger[]
  /** Keys of all steps, of faulty ones too. */
  keys: ReadonlySet<string>
  byKey: ReadonlyMap<string, Step>
  upstream: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether edges can be trusted: no step was unreadable. */
  whole: boolean
}

// Each step and trigger is read by itself, so that a fault in one does not hide those of the others.
function readDraft(doc: unknown, issues: Issue[]): Draft {
  const steps: PlacedStep[] = []
  const triggers: PlacedTrigger[] = []
  const keys = new Set<string>()
  const before = issues.length
  for (const [index, raw] of listAt(doc, 'steps').entries()) {
    const path = ['steps', index]
    const key: unknown = valueAt(raw, ['key'])
    const step = typeof key === 'string' ? key : undefined
    if (step !== undefined) keys.add(step)
    const parsed = Step.safeParse(raw)
    if (parsed.success) steps.push({ path, step: parsed.data, raw })
    else issues.push(...inStep(withSuggestions(issuesOf(parsed.error, raw, path), STEP_PROPERTIES), step))
  }
  const whole = issues.length === before
  for (const [index, raw] of listAt(doc, 'triggers').entries()) {
    const path = ['triggers', index]
    const parsed = Trigger.safeParse(raw)
    if (parsed.success) triggers.push({ path, trigger: parsed.data })
    else
      issues.push(
        ...withSuggestions(issuesOf(parsed.error, raw, path), [
          'key',
          'kind',
          'title',
          'with',
          'when',
          'dedup',
        ]),
      )
  }
  const plain = steps.map(({ step }) => step)
  const byKey = new Map(plain.map((step) => [step.key, step]))
  return { steps, triggers, keys, byKey, upstream: upstreamOf(plain), whole }
}

function listAt(doc: unknown, key: string): unknown[] {
  const list = valueAt(doc, [key])
  return Array.isArray(list) ? list : []
}

function inStep(issues: Issue[], step: string | undefined): Issue[] {
  return step === undefined ? issues : issues.map((issue) => ({ ...issue, step }))
}

function withSuggestions(issues: Issue[], names: string[]): Issue[] {
  return issues.map((issue) =>
    issue.code === 'unknown_key'
      ? { ...issue, message: issue.message + suggestion(String(issue.path.at(-1)), names) }
      : issue,
  )
}

function checkKeys(draft: Draft, issues: Issue[]): void {
  const seen = new Set<string>()
  for (const { path, step } of draft.steps) {
    if (seen.has(step.key)) {
      issues.push({
        path: [...path, 'key'],
        code: 'duplicate_key',
        message: `Another step is already called "${step.key}"`,
        step: step.key,
      })
    }
    seen.add(step.key)
  }
  const triggers = new Set<string>()
  for (const { path, trigger } of draft.triggers) {
    if (triggers.has(trigger.key)) {
      issues.push({
        path: [...path, 'key'],
        code: 'duplicate_key',
        message: `Another trigger is already called "${trigger.key}"`,
      })
    }
    triggers.add(trigger.key)
  }
}

function checkGraph(draft: Draft, issues: Issue[]): void {
  const plain = draft.steps.map(({ step }) => step)
  const at = (key: string) => draft.steps.find(({ step }) => step.key === key)?.path ?? []
  const cycles = findCycles(plain)
  for (const cycle of cycles) {
    const [first = ''] = cycle
    const message = `These steps wait for each other: ${[...cycle, first].join(' → ')}`
    issues.push({ path: [...at(first), 'after'], code: 'cycle', message, step: first })
  }
  if (cycles.length > 0 || !draft.whole) return
  for (const [key, reason] of unreachable(plain)) {
    issues.push({
      path: [...at(key), 'after'],
      code: 'unreachable',
      message: `"${key}" can never run: ${reason}`,
      step: key,
    })
  }
}

function checkStep(place: PlacedStep, draft: Draft, catalogue: Catalogue, issues: Issue[]): void {
  const { path, step } = place
  const own: Issue[] = []
  const scope = {
    roots: STEP_ROOTS,
    known: draft.keys,
    upstream: draft.upstream.get(step.key) ?? new Set<string>(),
  }
  checkEdges(place, draft, own)
  for (const [index, edge] of edgesInto(step).entries()) {
    if (edge.when !== undefined) checkCondition(edge.when, [...path, 'after', index, 'when'], scope, own)
  }
  const spec = catalogue.get(step.action)
  if (spec) {
    checkOptions(place, spec, own)
    checkWith(place, spec, scope, own)
  } else {
    const message = `There is no action "${step.action}"${suggestion(step.action, catalogue.keys())}`
    own.push({ path: [...path, 'action'], code: 'unknown_action', message })
  }
  issues.push(...inStep(own, step.key))
}

function checkEdges({ path, step }: PlacedStep, draft: Draft, issues: Issue[]): void {
  for (const [index, edge] of edgesInto(step).entries()) {
    const list = typeof step.after !== 'string'
    const place = list ? [...path, 'after', index] : [...path, 'after']
    const asObject = list && typeof step.after[index] !== 'string'
    if (!draft.keys.has(edge.step)) {
      issues.push({
        path: asObject ? [...place, 'step'] : place,
        code: 'unknown_step',
        message: `"${step.key}" follows "${edge.step}", which does not exist${suggestion(edge.step, draft.keys)}`,
      })
    }
    const names = casesOf(edge)
    const source = draft.byKey.get(edge.step)
    if (names && source) checkCases(names, source, [...place, 'case'], issues)
  }
}

function checkCases(names: string[], source: Step, path: IssuePath, issues: Issue[]): void {
  if (source.action !== 'flow.switch') {
    const message = `"${source.key}" has no cases: only a flow.switch step has`
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

function checkOptions({ path, step }: PlacedStep, spec: ActionSpec, issues: Issue[]): void {
  for (const option of ['retry', 'timeout'] as const) {
    if (step[option] === undefined || spec.kind === 'effect') continue
    const message = `"${option}" has no effect on ${step.action}, which does nothing outside`
    issues.push({ path: [...path, option], code: 'not_applicable', message })
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

function checkTriggers(draft: Draft, issues: Issue[]): void {
  const scope = { roots: TRIGGER_ROOTS, known: draft.keys, upstream: new Set<string>() }
  for (const { path, trigger } of draft.triggers) {
    if (trigger.when !== undefined) checkCondition(trigger.when, [...path, 'when'], scope, issues)
    if (trigger.dedup !== undefined) checkTemplate(trigger.dedup, [...path, 'dedup'], scope, issues)
    if (trigger.dedup !== undefined && !trigger.dedup.includes('{%')) {
      const message = '"dedup" must hold an expression: a constant would let only one delivery pass'
      issues.push({ path: [...path, 'dedup'], code: 'bad_value', message })
    }
  }
}
