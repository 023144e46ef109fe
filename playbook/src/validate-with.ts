import type { ActionSpec } from './actions.ts'
import type { Step } from './document.ts'
import { type Issue, type IssuePath, issuesOf, suggestion, valueAt } from './issues.ts'
import { inputSchema } from './step-input.ts'
import { checkCondition, checkTemplate, type ExpressionScope, ITEM_ROOTS } from './validate-expressions.ts'

/** Checks the `with` of a step: its constant parts against the action's input, its expressions by themselves. */
export function checkWith(
  place: { path: IssuePath; step: Step },
  spec: ActionSpec,
  scope: ExpressionScope,
  issues: Issue[],
): void {
  const base = [...place.path, 'with']
  const withs = place.step.with
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
    if (!spec.lazy?.includes(key)) checkTemplate(value, [...base, key], scope, issues)
  }
  if (spec.name === 'data.filter') checkWhere(withs.where, base, scope, issues)
  if (spec.name === 'flow.switch') checkSwitch(withs.cases, base, scope, issues)
}

function holdsExpression(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{%')
  // A complaint about a whole list or object stands, unless it is made of expressions only.
  if (typeof value !== 'object' || value === null) return false
  return false
}

function checkWhere(where: unknown, base: IssuePath, scope: ExpressionScope, issues: Issue[]): void {
  if (where !== undefined) checkCondition(where, [...base, 'where'], { ...scope, roots: ITEM_ROOTS }, issues)
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
          ? '"else" is the case that is left over; choose another name'
          : `Another case is already called "${name}"`
      if (seen.has(name)) issues.push({ path: [...path, 'name'], code: 'duplicate_key', message })
      seen.add(name)
    }
    const when = valueAt(one, ['when'])
    if (typeof when === 'string' || typeof when === 'boolean')
      checkCondition(when, [...path, 'when'], scope, issues)
  }
}
