import { allowList, allowText, type Budget, spend } from './budget.ts'
import { ExpressionError } from './expression-error.ts'
import type { EvaluationState } from './evaluation-state.ts'
import { isFunctionValue, sizeOf } from './json-size.ts'
import type { Node } from './syntax-tree.ts'

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
/** An end of a range: JSONata counts up to it one by one, for ever beyond the safe integers. */
const RANGE_END = 64
/** A call of `$append`, which accounts for itself and is common in loops. */
const APPENDING = 16

type Marked = Node & { [ROLES]?: number }

/** Notes on a tree what each node costs besides being evaluated. */
export function markTree(nodes: readonly Node[], root: Node): void {
  for (const node of nodes) mark(node)
  addRole(root, WALKED)
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
  if (node.type === 'binary' && node.value === '..')
    for (const side of [node.lhs, node.rhs]) addRole(single(side), RANGE_END)
  if (node.type === 'unary' && node.value !== '-') addRole(node, MADE)
  if (node.type === 'function' || node.type === 'partial')
    for (const argument of node.arguments ?? []) addRole(argument, WALKED | ARGUMENT)
  if (node.type === 'function' || node.type === 'apply' || node.group) addRole(node, MADE)
  if (node.type === 'function' && node.procedure?.value === 'append') addRole(node, APPENDING)
  if (node.type === 'apply') addRole(single(node.lhs), WALKED | ARGUMENT)
  if (node.type === 'condition') addRole(node.condition, WALKED)
  for (const filter of [...(node.stages ?? []), ...(node.predicate ?? [])]) addRole(filter.expr, WALKED)
  for (const pair of node.group?.lhs ?? []) addRole(pair[0], GROUP_KEY)
  if (node.group) addRole(node.type === 'path' ? node.steps?.at(-1) : node, GROUP_HEAD)
}

function single(side: Node['lhs']): Node | undefined {
  return side === undefined || Array.isArray(side) ? undefined : side
}

/** Charges the evaluation of a node with an input. */
export function chargeEnter(node: Marked, input: unknown, state: EvaluationState): void {
  let cost = 1
  if (Array.isArray(input)) {
    const walks = node.type === 'name' || node.type === 'wildcard' || node.type === 'descendant'
    if (walks) cost += sizeOf(input, state.budget) >> 6
    if (node.type === 'unary' && node.value === '{') cost += Math.floor(input.length ** 2 / 512)
  } else {
    if (node.type === 'descendant') cost += sizeOf(input, state.budget) >> 4
    if (node.type === 'wildcard') cost += wildcardCost(input)
    if ((node[ROLES] ?? 0) & GROUP_KEY) cost += groupCost(state, node)
  }
  spend(state.budget, cost)
}

/** Charges what a node gives. */
export function chargeLeave(node: Marked, outcome: unknown, state: EvaluationState): void {
  const { budget } = state
  const result = unwrapped(outcome)
  const roles = node[ROLES] ?? 0
  let cost = Array.isArray(result) ? result.length >> 8 : 0
  if (roles & MADE) cost += made(result, budget, roles & APPENDING ? 6 : 4)
  if (roles & ARGUMENT && typeof result === 'string') cost += result.length >> 5
  else if (roles & WALKED) cost += sizeOf(result, budget) >> 6
  if (roles & RANGE_END && typeof result === 'number' && Math.abs(result) > Number.MAX_SAFE_INTEGER) {
    throw new ExpressionError('expression.limit', 'The end of a range must be a safe integer')
  }
  if (cost > 0) spend(budget, cost)
}

/** Whether a node is where a group takes its list from. */
export function isGroupHead(node: Marked): boolean {
  return ((node[ROLES] ?? 0) & GROUP_HEAD) !== 0
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
