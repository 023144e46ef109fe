import type { JsonValue } from '@caseloom/contract/kernel/json'
import { compileTemplate, expressionTree, type PlacedExpression } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { FUNCTION_NAMES } from './function-names.ts'
import { type Issue, type IssuePath, nameOf, suggestion } from './issues.ts'
import { type Reference, referencesOf } from './references.ts'
import { splitTemplate, wholeExpression } from './template-text.ts'

export const STEP_ROOTS: ReadonlySet<string> = new Set([
  'trigger',
  'inputs',
  'steps',
  'vars',
  'run',
  'tenant',
])
export const TRIGGER_ROOTS: ReadonlySet<string> = new Set(['trigger', 'vars', 'tenant'])

/** What expressions at a place may read. */
export type ExpressionScope = {
  roots: ReadonlySet<string>
  /** Keys of all steps. */
  known: ReadonlySet<string>
  /** Keys of the steps that have ended when the expression is evaluated. */
  upstream: ReadonlySet<string>
  /** Why a step that exists cannot be read at this place, when there is more to say than that it is not before it. */
  hidden?: (key: string) => string | undefined
}

/** Checks every expression of a template. */
export function checkTemplate(
  value: unknown,
  path: IssuePath,
  scope: ExpressionScope,
  issues: Issue[],
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkTemplate(item, [...path, index], scope, issues)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) checkTemplate(item, [...path, key], scope, issues)
  } else if (typeof value === 'string' && value.includes('{%')) checkText(value, path, scope, issues)
}

/** Checks a condition: one expression and nothing else, or a constant truth value. */
export function checkCondition(
  value: unknown,
  path: IssuePath,
  scope: ExpressionScope,
  issues: Issue[],
): void {
  if (typeof value === 'boolean') return
  const isWhole = typeof value === 'string' && wholeOrBroken(value)
  if (isWhole) checkText(value, path, scope, issues)
  else {
    const message = `${nameOf(path)} must be a single expression between {% and %}`
    issues.push({ path, code: 'bad_expression', message })
  }
}

function wholeOrBroken(text: string): boolean {
  try {
    return wholeExpression(splitTemplate(text)) !== undefined
  } catch {
    // Another check reports an expression that can’t be parsed.
    return true
  }
}

function checkText(text: JsonValue, path: IssuePath, scope: ExpressionScope, issues: Issue[]): void {
  let expressions: readonly PlacedExpression[]
  try {
    expressions = compileTemplate(text).expressions
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const at = error.position === undefined ? '' : ` (at character ${error.position + 1})`
    const issue: Issue = { path, code: 'bad_expression', message: `${nameOf(path)}: ${error.message}${at}` }
    issues.push(error.position === undefined ? issue : { ...issue, position: error.position })
    return
  }
  for (const { source, offset } of expressions) {
    for (const reference of referencesOf(expressionTree(source))) {
      const found = judge(reference, scope)
      if (!found) continue
      const issue: Issue = { path, ...found }
      issues.push(
        reference.position === undefined ? issue : { ...issue, position: offset + reference.position },
      )
    }
  }
}

type Found = Pick<Issue, 'code' | 'message'>

function judge(reference: Reference, scope: ExpressionScope): Found | undefined {
  if (reference.kind === 'variable') {
    const { name } = reference
    if (name === 'eval') return { code: 'unknown_reference', message: '$eval isn’t available' }
    const hint = suggestion(name, FUNCTION_NAMES).replace('"', '"$')
    return { code: 'unknown_reference', message: `Unknown name $${name}${hint}` }
  }
  if (reference.kind === 'root') {
    const { name } = reference
    if (scope.roots.has(name)) return undefined
    const hint = suggestion(name, scope.roots) || `; available here: ${[...scope.roots].join(', ')}`
    return { code: 'unknown_reference', message: `Unknown name "${name}"${hint}` }
  }
  return judgeStep(reference, scope)
}

function judgeStep(reference: Reference & { kind: 'step' }, scope: ExpressionScope): Found | undefined {
  const { key, part } = reference
  if (!scope.roots.has('steps')) {
    return {
      code: 'unknown_reference',
      message: 'Trigger expressions can’t read steps: no step has run yet',
    }
  }
  if (!scope.known.has(key)) {
    return { code: 'unknown_reference', message: `Unknown step "${key}"${suggestion(key, scope.known)}` }
  }
  if (!scope.upstream.has(key)) {
    return {
      code: 'not_upstream',
      message:
        scope.hidden?.(key) ??
        `"${key}" doesn’t run before this step: add an edge from it or read another step`,
    }
  }
  if (part !== undefined && part !== 'output' && part !== 'error' && part !== 'state') {
    return {
      code: 'unknown_reference',
      message: `A step has output, error, and state, not "${part}". Use steps.${key}.output.${part}.`,
    }
  }
  return undefined
}
