import type { ActionSpec } from './actions.ts'
import type { Step } from './document.ts'
import { type Issue, type IssuePath, issuesOf, nameOf, suggestion, valueAt } from './issues.ts'
import { inputSchema } from './step-input.ts'
import { scriptFault } from './script-syntax.ts'
import { checkCondition, checkTemplate, type ExpressionScope } from './validate-expressions.ts'

const EVENT_ROOTS: ReadonlySet<string> = new Set(['event'])

type Withs = Step['with']

/** Checks the `with` of a step: its constant parts against the action's input, its expressions on their own. */
export function checkWith(
  { path: base, withs }: { path: IssuePath; withs: Withs },
  spec: ActionSpec,
  scope: ExpressionScope,
  issues: Issue[],
): void {
  const parsed = spec.input.safeParse(withs)
  if (!parsed.success) {
    const names = Object.keys(inputSchema(spec).properties ?? {})
    for (const issue of issuesOf(parsed.error, withs, base)) {
      // What an expression will give is known only when it runs.
      if (holdsExpression(valueAt(withs, issue.path.slice(base.length))) && issue.code !== 'unknown_key')
        continue
      if (issue.code === 'unknown_key' && issue.path.length === base.length + 1) {
        issue.message = `${spec.name} has no input "${issue.path.at(-1)}"${suggestion(String(issue.path.at(-1)), names)}`
      }
      issues.push(issue)
    }
  }
  for (const [key, value] of Object.entries(withs)) {
    const path = [...base, key]
    if (!spec.constant?.includes(key)) {
      if (!spec.lazy?.includes(key)) checkTemplate(value, path, scope, issues)
    } else if (mentionsExpression(value)) {
      const message = `"${key}" must be a fixed value: it is read before the playbook runs, so it can’t contain an expression`
      issues.push({ path, code: 'bad_value', message })
    }
  }
  if (spec.name === 'code.script') checkScript(withs.code, [...base, 'code'], issues)
  if (spec.name === 'data.filter') {
    const roots = new Set([...scope.roots, 'item', 'index'])
    checkLazy(withs.where, [...base, 'where'], { ...scope, roots }, issues)
  }
  // The host asks it per event, long after the scope of the step is gone.
  if (spec.name === 'flow.waitEvent') {
    const event = { roots: EVENT_ROOTS, known: scope.known, upstream: new Set<string>() }
    checkLazy(withs.when, [...base, 'when'], event, issues)
  }
  if (spec.name === 'flow.switch') checkSwitch(withs.cases, base, scope, issues)
}

function checkScript(code: unknown, path: IssuePath, issues: Issue[]): void {
  if (typeof code !== 'string' || mentionsExpression(code)) return
  const fault = scriptFault(code)
  if (fault === undefined) return
  issues.push({
    path,
    code: 'bad_script',
    message: `${nameOf(path)}: ${fault.message}`,
    position: fault.position,
  })
}

function holdsExpression(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{%')
  // A complaint about a whole list or object is, unless it is made of expressions only.
  if (typeof value !== 'object' || value === null) return false
  return false
}

/** Checks a condition that an action asks on its own, when it is there. */
export function checkLazy(value: unknown, path: IssuePath, scope: ExpressionScope, issues: Issue[]): void {
  if (value !== undefined) checkCondition(value, path, scope, issues)
}

/** Whether any text inside a value holds an expression. */
function mentionsExpression(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{%')
  return typeof value === 'object' && value !== null && Object.values(value).some(mentionsExpression)
}

function checkSwitch(cases: unknown, base: IssuePath, scope: ExpressionScope, issues: Issue[]): void {
  if (!Array.isArray(cases)) return
  const seen = new Set<string>(['else'])
  for (const [index, one] of cases.entries()) {
    const name = valueAt(one, ['name'])
    const path = [...base, 'cases', index]
    if (typeof name === 'string') {
      const message =
        name === 'else'
          ? '"else" is the default case. Choose another name.'
          : `Another case is already named "${name}"`
      if (seen.has(name)) issues.push({ path: [...path, 'name'], code: 'duplicate_key', message })
      seen.add(name)
    }
    const when = valueAt(one, ['when'])
    if (typeof when === 'string' || typeof when === 'boolean')
      checkCondition(when, [...path, 'when'], scope, issues)
  }
}
