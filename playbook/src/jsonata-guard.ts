import jsonata from 'jsonata'
import type { Budget } from './budget.ts'
import { chargeEnter, chargeLeave, isGroupHead, markTree } from './evaluation-cost.ts'
import { ExpressionError } from './expression-error.ts'
import { compileFast } from './fast.ts'
import { createState, type EvaluationState } from './evaluation-state.ts'
import { loadFunctions } from './jsonata-functions.ts'
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

type Root = { base: { caseloom?: EvaluationState }; lookup: (name: string) => unknown }

const STATE = '#caseloom'
const TICKS_PER_BREATH = 10_000

/** Parses an expression; throws `expression.syntax` with its position. `fast: false` is for comparing the ways. */
export function guard(source: string, { fast: mayBeFast = true } = {}): Guarded {
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
  const nodes: Node[] = []
  const shallow = visit(tree, MAX_TREE_DEPTH, (node) => {
    nodes.push(node)
    if (node.group && node.type !== 'path' && node.type !== 'variable') needsCopy = true
    if (node.type === 'regex' && node.value instanceof RegExp) {
      hasRegex = true
      checkRegex(node.value)
    }
  })
  if (!shallow) throw new ExpressionError('expression.syntax', 'The expression is nested too deeply')
  markTree(nodes, tree)
  let ready = false
  let fast: ReturnType<typeof compileFast>
  // The hooks are looked up by these symbols; the declared type of `assign` names strings only.
  const assign = expression.assign as (name: string | symbol, value: unknown) => void
  assign(Symbol.for('jsonata.__evaluate_entry'), enter)
  assign(Symbol.for('jsonata.__evaluate_exit'), leave)
  return {
    tree,
    async evaluate(scope, bindings, salt = '') {
      const { budget } = bindings
      if (!ready) {
        const functions = await loadFunctions()
        for (const [name, definition] of functions.guarded) assign(name, definition)
        if (mayBeFast) fast = compileFast(tree, functions.all)
        ready = true
      }
      if (fast) {
        const used = budget.used
        try {
          return fast(scope, createState(bindings, salt))
        } catch {
          // Faults and limits too: JSONata says exactly what is wrong, and counts from the same start.
          budget.used = used
        }
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
        // Parts of an object are evaluated beside each other: after a fault the others still run.
        state.over = true
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

function stateFor(root: Root): EvaluationState {
  root.base.caseloom ??= root.lookup(STATE) as EvaluationState
  return root.base.caseloom
}

function enter(node: Node, input: unknown, environment: Root): Promise<void> | undefined {
  const state = stateFor(environment)
  if (state.over) throw new ExpressionError('expression.error', 'The evaluation has ended')
  if (state.suspects.length > 0) restore(state)
  if (node.type === 'variable' && isGroupHead(node)) suspect(state, environment.lookup(String(node.value)))
  chargeEnter(node, input, state)
  state.ticks += 1
  return state.ticks % TICKS_PER_BREATH === 0 ? state.breathe?.() : undefined
}

function leave(node: Node, _input: unknown, environment: Root, outcome: unknown): void {
  const state = stateFor(environment)
  if (isGroupHead(node)) suspect(state, outcome)
  chargeLeave(node, outcome, state)
}

// JSONata groups an empty list by pushing undefined into it, even when the list belongs to the input.
function suspect(state: EvaluationState, list: unknown): void {
  if (Array.isArray(list) && list.length === 0 && !Object.hasOwn(list, 'sequence')) state.suspects.push(list)
}

function restore(state: EvaluationState): void {
  for (const list of state.suspects.splice(0)) if (list.length === 1 && list[0] === undefined) list.length = 0
}
