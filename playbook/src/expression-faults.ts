import { FOREIGN_FUNCTIONS } from './foreign-words.ts'
import { FUNCTION_NAMES } from './function-names.ts'
import { nearest } from './issues.ts'
import { type Node, visit } from './syntax-tree.ts'

/** Something in an expression that can be parsed but never works. */
export type ExpressionFault = {
  message: string
  position: number | undefined
  /** Where the name of the function is, which is then no unknown name besides. */
  name?: number | undefined
}

// Expressions are compiled once and cached, so their trees are too.
const known = new WeakMap<Node, readonly ExpressionFault[]>()
const MAX_DEPTH = 1_000

/** What in a tree fails or returns nothing whatever the values are. */
export function faultsOf(tree: Node): readonly ExpressionFault[] {
  const cached = known.get(tree)
  if (cached) return cached
  const found: ExpressionFault[] = []
  visit(tree, MAX_DEPTH, (node) => {
    const message = callFault(node) ?? operatorFault(node)
    const name = node.procedure?.steps?.[0]?.position
    if (message !== undefined) found.push({ message, position: node.position, name })
    for (const filter of [...(node.stages ?? []), ...(node.predicate ?? [])])
      if (filter.expr?.type === 'string')
        found.push({ message: filterFault(String(filter.expr.value)), position: filter.expr.position })
  })
  known.set(tree, found)
  return found
}

function callFault({ type, procedure }: Node): string | undefined {
  if ((type !== 'function' && type !== 'partial') || !procedure) return undefined
  if (procedure.type === 'variable' && procedure.value === '')
    return 'There is no function $(…). Write steps.KEY.output for the result of a step.'
  const [step, ...others] = procedure.type === 'path' ? (procedure.steps ?? []) : []
  if (step?.type !== 'name' || others.length > 0) return undefined
  const name = String(step.value)
  return `Unknown function "${name}"${functionHint(name)}`
}

/** What to write instead of a function of another language, as the end of a sentence. */
export function functionHint(name: string): string {
  const foreign = Object.hasOwn(FOREIGN_FUNCTIONS, name) ? FOREIGN_FUNCTIONS[name] : undefined
  if (foreign !== undefined) return `; write ${foreign}`
  const near = FUNCTION_NAMES.has(name) ? name : nearest(name, FUNCTION_NAMES)
  return near === undefined ? '; functions start with $' : `; did you mean "$${near}(…)"?`
}

const ARITHMETIC = new Set(['+', '-', '*', '/', '%'])

function operatorFault({ type, value, lhs, rhs }: Node): string | undefined {
  const operator = String(value)
  if (type !== 'binary' || !ARITHMETIC.has(operator)) return undefined
  if (!isText(lhs) && !isText(rhs)) return undefined
  return operator === '+'
    ? '"+" adds numbers only: write & to join text'
    : `"${operator}" is for numbers only: write $number(…) around a text that holds a number`
}

function isText(side: Node['lhs']): boolean {
  return side !== undefined && !Array.isArray(side) && side.type === 'string'
}

function filterFault(name: string): string {
  const path = /^\w+$/.test(name) ? `.${name}` : `.\`${name}\``
  return `["${name}"] is a filter that keeps everything: write ${path} to read that part`
}
