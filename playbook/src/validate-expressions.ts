import { compileTemplate, expressionTree, type PlacedExpression } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { faultsOf, functionHint } from './expression-faults.ts'
import { checkPlaceholders, conditionMeant } from './validate-foreign.ts'
import { FOREIGN_FUNCTIONS, FOREIGN_ROOTS, FOREIGN_VARIABLES, foreignHint } from './foreign-words.ts'
import { FUNCTION_NAMES } from './function-names.ts'
import { type Issue, type IssuePath, nameOf, suggestion } from './issues.ts'
import { type Reference, referencesOf } from './references.ts'
import { splitTemplate, wholeExpression } from './template-text.ts'

export const STEP_ROOTS: ReadonlySet<string> = new Set(['trigger', 'inputs', 'steps', 'run', 'tenant'])
export const TRIGGER_ROOTS: ReadonlySet<string> = new Set(['trigger', 'tenant'])

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
  } else if (typeof value === 'string') {
    if (value.includes('{%')) checkText(value, path, scope, issues)
    checkPlaceholders(value, path, issues)
  }
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
    const meant = typeof value === 'string' ? conditionMeant(value, scope.roots) : undefined
    const hint = meant === undefined ? '' : `: write ${meant}`
    const message = `${nameOf(path)} must be a single expression between {% and %}${hint}`
    issues.push({ path, code: 'bad_expression', message, ...(meant === undefined ? {} : { fix: meant }) })
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

function checkText(text: string, path: IssuePath, scope: ExpressionScope, issues: Issue[]): void {
  let expressions: readonly PlacedExpression[]
  try {
    expressions = compileTemplate(text).expressions
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const at = error.position === undefined ? '' : ` (at character ${error.position + 1})`
    const reason = foreignHint(sourceAround(text, error.position)) ?? error.message
    const issue: Issue = { path, code: 'bad_expression', message: `${nameOf(path)}: ${reason}${at}` }
    issues.push(error.position === undefined ? issue : { ...issue, position: error.position })
    return
  }
  for (const { source, offset } of expressions) {
    const tree = expressionTree(source)
    const faults = faultsOf(tree)
    for (const { message, position } of faults) {
      const issue: Issue = { path, code: 'bad_expression', message: `${nameOf(path)}: ${message}` }
      issues.push(position === undefined ? issue : { ...issue, position: offset + position })
    }
    for (const reference of referencesOf(tree)) {
      const isCalled = faults.some(({ name }) => name !== undefined && name === reference.position)
      const found = isCalled ? undefined : judge(reference, scope)
      if (!found) continue
      const issue: Issue = { path, ...found }
      issues.push(
        reference.position === undefined ? issue : { ...issue, position: offset + reference.position },
      )
    }
  }
}

/** The expression that a character belongs to; the whole text where that can’t be known. */
function sourceAround(text: string, position = 0): string {
  const open = text.lastIndexOf('{%', position)
  const close = text.indexOf('%}', position)
  return text.slice(open < 0 ? 0 : open + 2, close < 0 ? undefined : close)
}

type Found = Pick<Issue, 'code' | 'message'>

function judge(reference: Reference, scope: ExpressionScope): Found | undefined {
  const code = 'unknown_reference'
  if (reference.kind === 'variable') {
    const { name } = reference
    if (name === 'eval') return { code, message: '$eval isn’t available' }
    return { code, message: `Unknown name $${name}${variableHint(name)}` }
  }
  if (reference.kind === 'root') {
    const { name } = reference
    if (scope.roots.has(name)) return undefined
    return { code, message: `Unknown name "${name}"${rootHint(name, scope.roots)}` }
  }
  return judgeStep(reference, scope)
}

function variableHint(name: string): string {
  const foreign = Object.hasOwn(FOREIGN_VARIABLES, name) ? FOREIGN_VARIABLES[name] : undefined
  if (foreign !== undefined) return `; ${foreign}`
  if (Object.hasOwn(FOREIGN_FUNCTIONS, name)) return functionHint(name)
  return suggestion(name, FUNCTION_NAMES).replace('"', '"$')
}

function rootHint(name: string, roots: ReadonlySet<string>): string {
  const near = suggestion(name, roots)
  if (near !== '') return near
  // Conditions of triggers are asked before any step has run.
  const isInSteps = roots.has('steps')
  const foreign = isInSteps && Object.hasOwn(FOREIGN_ROOTS, name) ? FOREIGN_ROOTS[name] : undefined
  return `; ${foreign === undefined ? '' : `${foreign}; `}available here: ${[...roots].join(', ')}`
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
