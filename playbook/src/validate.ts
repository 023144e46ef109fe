import { builtInActions, type SpecCatalog } from './actions.ts'
import { LIMITS, Playbook, PlaybookShell } from './document.ts'
import { findCycles, unreachable } from './graph.ts'
import { checkInputsSchema } from './inputs.ts'
import { type Issue, issuesOf, valueAt } from './issues.ts'
import { checkJson } from './json-limits.ts'
import {
  countSteps,
  type Draft,
  type DraftList,
  readDraft,
  TOO_MANY_STEPS,
  withSuggestions,
} from './validate-draft.ts'
import { checkTemplate } from './validate-expressions.ts'
import { scopeInside } from './validate-scope.ts'
import { checkStep } from './validate-step.ts'
import { checkTests } from './validate-tests.ts'
import { checkTriggers } from './validate-triggers.ts'

/** `warnings` are what publishing allows although it is most likely a mistake. */
export type Validation = { warnings: Issue[] } & (
  | { ok: true; playbook: Playbook }
  | { ok: false; issues: Issue[] }
)

export type ValidateOptions = {
  /** Keys of the components that `flow.call` may name; absent = names are not checked. */
  components?: ReadonlySet<string>
}

/** Checks a document and gives it with its defaults filled in, or all of its faults together. */
export function validatePlaybook(
  doc: unknown,
  catalog: SpecCatalog = builtInActions,
  { components }: ValidateOptions = {},
): Validation {
  const broken = checkJson(doc)
  if (broken) return { ok: false, issues: [broken], warnings: [] }
  const shell = PlaybookShell.safeParse(doc)
  const issues = shell.success
    ? []
    : withSuggestions(issuesOf(shell.error, doc), Object.keys(PlaybookShell.shape))
  if (countSteps(doc) > LIMITS.steps) return { ok: false, issues: tooMany(issues), warnings: [] }
  const around = { catalog, components }
  const draft = readDraft(doc, issues)
  checkKeys(draft, issues)
  for (const list of draft.lists) checkGraph(list, issues)
  for (const list of draft.lists) for (const place of list.steps) checkStep(place, draft, around, issues)
  checkTriggers(draft, doc, around, issues)
  checkTests(doc, draft, issues)
  const inputs = valueAt(doc, ['inputs'])
  if (inputs !== undefined) checkInputsSchema(inputs, ['inputs'], issues)
  checkLooksUp(doc, issues)
  const output = valueAt(doc, ['output'])
  if (output !== undefined) checkTemplate(output, ['output'], scopeInside(draft.main, draft), issues)
  return outcome(doc, issues)
}

/** What it looks up is handed to it: without the input, it would run for nothing. */
function checkLooksUp(doc: unknown, issues: Issue[]): void {
  if (valueAt(doc, ['component', 'looksUp']) === undefined) return
  if (valueAt(doc, ['inputs', 'properties', 'observables']) !== undefined) return
  const message = 'A component that looks up observables needs the input "observables"'
  issues.push({ path: ['component', 'looksUp'], code: 'missing', message })
}

function outcome(doc: unknown, found: Issue[]): Validation {
  const warnings = found.filter(({ warning }) => warning)
  const issues = found.filter(({ warning }) => !warning)
  if (issues.length > 0) return { ok: false, issues, warnings }
  const parsed = Playbook.safeParse(doc)
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error, doc), warnings }
  return { ok: true, playbook: parsed.data, warnings }
}

// A document of thousands of steps is refused without looking at each of them.
function tooMany(issues: Issue[]): Issue[] {
  if (issues.some(({ path }) => path.at(-1) === 'steps')) return issues
  return [...issues, { path: ['steps'], code: 'limit', message: TOO_MANY_STEPS }]
}

function checkKeys(draft: Draft, issues: Issue[]): void {
  const seen = new Set<string>()
  for (const { steps } of draft.lists) {
    for (const { path, step } of steps) {
      if (seen.has(step.key)) {
        issues.push({
          path: [...path, 'key'],
          code: 'duplicate_key',
          message: `Another step is already named "${step.key}"`,
          step: step.key,
        })
      }
      seen.add(step.key)
    }
  }
}

function checkGraph({ steps, whole }: DraftList, issues: Issue[]): void {
  const plain = steps.map(({ step }) => step)
  const at = (key: string) => steps.find(({ step }) => step.key === key)?.path ?? []
  const cycles = findCycles(plain)
  for (const cycle of cycles) {
    const [first = ''] = cycle
    const message = `These steps wait for each other: ${[...cycle, first].join(' → ')}`
    issues.push({ path: [...at(first), 'after'], code: 'cycle', message, step: first })
  }
  if (cycles.length > 0 || !whole) return
  for (const [key, reason] of unreachable(plain)) {
    issues.push({
      path: [...at(key), 'after'],
      code: 'unreachable',
      message: `"${key}" can never run: ${reason}`,
      step: key,
    })
  }
}
