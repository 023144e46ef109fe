import jsonata from 'jsonata'
import { allowList, allowText, type Budget, spend } from './budget.ts'
import { ExpressionError } from './expression-error.ts'
import { createState, type EvaluationState, guardedFunctions } from './jsonata-functions.ts'
import { isFunctionValue, sizeOf } from './measure.ts'
import { checkRegex, type RegexEngine, regexEngine } from './regex.ts'
import { type Node, visit } from './syntax-tree.ts'

export const MAX_EXPRESSION = 20_000
const MAX_TREE_DEPTH = 400

/** What an evaluation is bound to besides its scope. */
export type Bindings = {
  budget: Budget
  now: number
  seed: string
  /** Called now and then in a long evaluation, so that the host can serve others. */
  breathe?: (() => Promise<void>) | undefined
}

/** An expression that JSONata evaluates under guard. */
export type Guarded = {
  tree: Node
  evaluate: (scope: unknown, bindings: Bindings, salt?: string) => Promise<unknown>
}

const ROLES = Symbol('roles')
/** The value is handed to native code that walks it. */
const WALKED = 1
/** The node makes a new value. */
const MADE = 2
/** The key of a group, evaluated per item; the list of the group is copied each time. */
const GROUP_KEY = 4
/** The list that a group starts from. */
const GROUP_HEAD = 8
/** The value is handed to a function; those that read texts do so character by character. */
const ARGUMENT = 32
/** A call of `$append`, which accounts for itself and is common in loops. */
const APPENDING = 16

type Marked = Node & { [ROLES]?: number }
type Root = { base: { caseloom?: EvaluationState }; lookup: (name: string) => unknown }

const STATE = '#caseloom'
const TICKS_PER_BREATH = 10_000

/** Parses an expression; throws `expression.syntax` with its position. */
export function guard(source: string): Guarded {
  if (source.length > MAX_EXPRESSION) {
    throw new ExpressionError(
      'expression.syntax',
      `The expression is longer than ${MAX_EXPRESSION} characters`,
    )
  }
  const options = { timeout: 0, stack: 0, sequence: 0, RegexEngine: RegExp as unknown }
  const expression = parse(source, options)
  const tree = expression.ast() as Node
  let hasRegex = false
  let needsCopy = false
  const shallow = visit(tree, MAX_TREE_DEPTH, (node) => {
    mark(node)
    if (node.group && node.type !== 'path' && node.type !== 'variable') needsCopy = true
    if (node.type === 'regex' && node.value instanceof RegExp) {
      hasRegex = true
      checkRegex(node.value)
    }
  })
  if (!shallow) throw new ExpressionError('expression.syntax', 'The expression is nested too deeply')
  addRole(tree, WALKED)
  let ready = false
  // The hooks are looked up by these symbols; the declared type of `assign` names strings only.
  const assign = expression.assign as (name: string | symbol, value: unknown) => void
  assign(Symbol.for('jsonata.__evaluate_entry'), enter)
  assign(Symbol.for('jsonata.__evaluate_exit'), leave)
  return {
    tree,
    async evaluate(scope, bindings, salt = '') {
      const { budget } = bindings
      if (!ready) {
        for (const [name, definition] of await guardedFunctions()) assign(name, definition)
        ready = true
      }
      const state = createState(bindings, salt)
      // JSONata reads these options before its first pause, so they belong to this evaluation.
      options.sequence = budget.limits.list
      options.stack = budget.limits.depth
      if (hasRegex) options.RegexEngine = regexEngine(budget) satisfies RegexEngine
      try {
        // What such a node groups cannot be watched, see `suspect`.
        const input: unknown = needsCopy ? JSON.parse(JSON.stringify(scope)) : scope
        return await expression.evaluate(input, { [STATE]: state })
      } catch (error) {
        throw asExpressionError(error)
      } finally {
        restore(state)
      }
    },
  }
}

function parse(source: string, options: object): jsonata.Expression {
  try {
    return jsonata(source, options)
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ExpressionError('expression.syntax', 'The expression is nested too deeply')
    }
    const { message, position } = describe(error)
    throw new ExpressionError('expression.syntax', message, position)
  }
}

function describe(error: unknown): { message: string; position: number | undefined; code: string } {
  if (typeof error !== 'object' || error === null)
    return { message: String(error), position: undefined, code: '' }
  const message: unknown = Reflect.get(error, 'message')
  const position: unknown = Reflect.get(error, 'position')
  const code: unknown = Reflect.get(error, 'code')
  return {
    message: typeof message === 'string' && message !== '' ? message : 'The expression failed',
    position: typeof position === 'number' ? position : undefined,
    code: typeof code === 'string' ? code : '',
  }
}

const LIMIT_CODES = new Set(['D1011', 'D1012', 'D2014', 'D2015'])

function asExpressionError(error: unknown): ExpressionError {
  const { message, position, code } = describe(error)
  if (error instanceof ExpressionError) {
    error.position ??= position
    return error
  }
  const limit = LIMIT_CODES.has(code) || error instanceof RangeError
  return new ExpressionError(limit ? 'expression.limit' : 'expression.error', message, position)
}

function addRole(node: Node | undefined, role: number): void {
  if (node) (node as Marked)[ROLES] = ((node as Marked)[ROLES] ?? 0) | role
}

const COMPARING = new Set(['=', '!=', 'in', '&', 'and', 'or', '<', '>', '<=', '>='])

function mark(node: Node): void {
  if (node.type === 'binary') {
    if (COMPARING.has(String(node.value)))
      for (const side of [node.lhs, node.rhs]) addRole(single(side), WALKED)
    if (node.value === '&' || node.value === '..') addRole(node, MADE)
  }
  if (node.type === 'unary' && node.value !== '-') addRole(node, MADE)
  if (node.type === 'function' || node.type === 'partial')
    for (const argument of node.arguments ?? []) addRole(argument, WALKED | ARGUMENT)
  if (node.type === 'function' || node.type === 'apply' || node.group) addRole(node, MADE)
  if (node.type === 'function' && node.procedure?.value === 'append') addRole(node, APPENDING)
  if (node.type === 'apply') addRole(single(node.lhs), WALKED | ARGUMENT)
  if (node.type === 'condition') addRole(node.condition, WALKED)
  for (const filter of [...(node.stages ?? []), ...(node.predicate ?? [])]) addRole(filter.expr, WALKED)
  const pairs = node.group?.lhs ?? (node.type === 'unary' && node.value === '{' ? node.lhs : undefined)
  if (Array.isArray(pairs)) for (const pair of pairs) if (Array.isArray(pair)) addRole(pair[0], GROUP_KEY)
  if (node.group) addRole(node.type === 'path' ? node.steps?.at(-1) : node, GROUP_HEAD)
}

function single(side: Node['lhs']): Node | undefined {
  return side === undefined || Array.isArray(side) ? undefined : side
}

function stateFor(root: Root): EvaluationState {
  root.base.caseloom ??= root.lookup(STATE) as EvaluationState
  return root.base.caseloom
}

function enter(node: Marked, input: unknown, environment: Root): Promise<void> | undefined {
  const state = stateFor(environment)
  if (state.suspects.length > 0) restore(state)
  let cost = 1
  const roles = node[ROLES] ?? 0
  if (roles & GROUP_KEY && Array.isArray(input) === false) cost += groupCost(state, node)
  if (
    Array.isArray(input) &&
    (node.type === 'name' || node.type === 'wildcard' || node.type === 'descendant')
  ) {
    cost += sizeOf(input, state.budget) >> 6
  } else if (node.type === 'descendant') cost += sizeOf(input, state.budget) >> 4
  else if (node.type === 'wildcard') cost += wildcardCost(input)
  else if (node.type === 'variable' && roles & GROUP_HEAD)
    suspect(state, environment.lookup(String(node.value)))
  spend(state.budget, cost)
  state.ticks += 1
  return state.ticks % TICKS_PER_BREATH === 0 ? state.breathe?.() : undefined
}

function leave(node: Marked, _input: unknown, environment: Root, outcome: unknown): void {
  const state = stateFor(environment)
  const result = unwrapped(outcome)
  const { budget } = state
  const roles = node[ROLES] ?? 0
  let cost = 0
  if (Array.isArray(result)) {
    cost += result.length >> 8
    if (roles & GROUP_HEAD) suspect(state, result)
  }
  if (roles & MADE) cost += made(result, budget, roles & APPENDING ? 6 : 4)
  if (roles & ARGUMENT && typeof result === 'string') cost += result.length >> 5
  else if (roles & WALKED) cost += sizeOf(result, budget) >> 6
  if (cost > 0) spend(budget, cost)
}

// A sequence of one item becomes the item right after this hook.
function unwrapped(outcome: unknown): unknown {
  return Array.isArray(outcome) && outcome.length === 1 && 'sequence' in outcome ? outcome[0] : outcome
}

function made(result: unknown, budget: Budget, shift: number): number {
  if (typeof result === 'string') {
    allowText(budget, result.length)
    return result.length >> 6
  }
  if (typeof result !== 'object' || result === null || isFunctionValue(result)) return 0
  const size = sizeOf(result, budget)
  if (Array.isArray(result)) {
    allowList(budget, result.length)
    return result.length >> shift
  }
  return Math.min(size, Object.keys(result).length) >> 6
}

// JSONata joins the values of a key one by one and copies the list each time.
function groupCost(state: EvaluationState, node: Node): number {
  const count = (state.groups.get(node) ?? 0) + 1
  state.groups.set(node, count)
  return count >> 8
}

// JSONata copies the result so far for each property that holds a list.
function wildcardCost(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0
  const keys = Object.keys(input)
  return Math.floor((keys.length * keys.length) / 512)
}

// JSONata groups an empty list by pushing undefined into it, even when the list belongs to the input.
function suspect(state: EvaluationState, list: unknown): void {
  if (Array.isArray(list) && list.length === 0 && !Object.hasOwn(list, 'sequence')) state.suspects.push(list)
}

function restore(state: EvaluationState): void {
  for (const list of state.suspects.splice(0)) if (list.length === 1 && list[0] === undefined) list.length = 0
}
