import { chargeEnter, chargeLeave } from './evaluation-cost.ts'
import { type Call, compileCall } from './fast-calls.ts'
import { compileOperator } from './fast-operators.ts'
import { compilePath, compileStages, throughFilters } from './fast-path.ts'
import { Thunk } from './fast-thunk.ts'
import { Unsupported } from './fast-unsupported.ts'
import type { Fast, FastCompiler, Frame } from './fast-types.ts'
import { isSequence, Leave, lookup, type Sequence, truth } from './fast-values.ts'
import type { EvaluationState } from './evaluation-state.ts'
import type { Definition } from './jsonata-functions.ts'
import { FUNCTION_NAMES } from './function-names.ts'
import { childrenOf, type Node } from './syntax-tree.ts'

/**
 * Compiles the common part of the language to closures that run without promises. It gives exactly what
 * JSONata gives and counts exactly the same steps, or throws; then JSONata evaluates the expression again.
 */
export function compileFast(
  tree: Node,
  definitions: ReadonlyMap<string, Definition>,
): ((scope: unknown, state: EvaluationState) => unknown) | undefined {
  try {
    refuseShadowing(tree)
    const compiler: FastCompiler = { compile: (node) => compileNode(node, compiler), definitions }
    const run = compiler.compile(tree)
    return (scope, state) => {
      const value = run(scope, { names: new Map([['$', scope]]), outer: undefined }, state)
      if (typeof value === 'function' || value instanceof Thunk) throw new Leave()
      return value
    }
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}

// A variable that hides a built-in function would make calls mean something else.
function refuseShadowing(node: Node): void {
  const names: unknown[] = []
  if (node.type === 'bind' && node.lhs && !Array.isArray(node.lhs)) names.push(node.lhs.value)
  if (node.type === 'lambda') for (const argument of node.arguments ?? []) names.push(argument.value)
  for (const name of names)
    if (FUNCTION_NAMES.has(String(name)) || name === 'eval' || name === '$') throw new Unsupported()
  for (const child of childrenOf(node)) refuseShadowing(child)
}

const PLAIN_KEYS = new Set(['type', 'value', 'position', 'keepArray', 'stages'])

function compileNode(node: Node, compiler: FastCompiler): Fast {
  if (node.group || node.tuple || node.focus || node.index || node.ancestor) throw new Unsupported()
  const inner = compileInner(node, compiler)
  const keep = node.keepArray === true
  const filters = compileStages(node.predicate, compiler)
  return (input, frame, state) => {
    chargeEnter(node, input, state)
    let result = inner(input, frame, state)
    if (filters.length > 0) result = throughFilters(filters, result, frame, state)
    chargeLeave(node, result, state)
    return isSequence(result) ? collapse(result, keep) : result
  }
}

function collapse(result: Sequence, keep: boolean): unknown {
  if (keep) result.keepSingleton = true
  if (result.length === 0) return undefined
  return result.length === 1 && !result.keepSingleton ? result[0] : result
}

function compileInner(node: Node, compiler: FastCompiler): Fast {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value':
      return constant(node.value)
    case 'name':
      return nameLookup(node)
    case 'path':
      return compilePath(node, compiler)
    case 'variable':
      return variable(String(node.value))
    case 'condition':
      return compileCondition(node, compiler)
    case 'block':
      return compileBlock(node, compiler)
    case 'function':
      return asFast(compileCall(node, compiler, false))
    case 'lambda':
      return compileThunk(node, compiler)
    case 'binary':
    case 'unary':
      return compileOperator(node, compiler)
    default:
      throw new Unsupported()
  }
}

function constant(value: unknown): Fast {
  return () => value
}

function nameLookup(node: Node): Fast {
  for (const key of Object.keys(node)) if (!PLAIN_KEYS.has(key)) throw new Unsupported()
  const key = String(node.value)
  return (input) => lookup(input, key)
}

function variable(name: string): Fast {
  if (name === '') {
    return (input) =>
      typeof input === 'object' && input !== null && Reflect.get(input, 'outerWrapper')
        ? Reflect.get(input, '0')
        : input
  }
  if (FUNCTION_NAMES.has(name) || name === 'eval') throw new Unsupported()
  return (_input, frame) => {
    for (let at: Frame | undefined = frame; at; at = at.outer)
      if (at.names.has(name)) return at.names.get(name)
    return undefined
  }
}

function compileCondition(node: Node, compiler: FastCompiler): Fast {
  const { condition, then, else: otherwise } = node
  if (!condition || !then) throw new Unsupported()
  const test = compiler.compile(condition)
  const yes = compiler.compile(then)
  const no = otherwise ? compiler.compile(otherwise) : undefined
  return (input, frame, state) =>
    truth(test(input, frame, state)) ? yes(input, frame, state) : no?.(input, frame, state)
}

// Bindings are known only as lines of a block: elsewhere JSONata evaluates them beside other parts.
function compileBlock(node: Node, compiler: FastCompiler): Fast {
  const lines = (node.expressions ?? []).map((line): Fast => {
    if (line.type !== 'bind') return compiler.compile(line)
    return compileBind(line, compiler)
  })
  return (input, outer, state) => {
    const frame: Frame = { names: new Map(), outer }
    let result: unknown
    for (const line of lines) result = line(input, frame, state)
    return result
  }
}

function compileBind(node: Node, compiler: FastCompiler): Fast {
  const { lhs, rhs } = node
  if (!lhs || !rhs || Array.isArray(lhs) || Array.isArray(rhs) || rhs.type === 'lambda')
    throw new Unsupported()
  const name = String(lhs.value)
  const value = compiler.compile(rhs)
  return (input, frame, state) => {
    chargeEnter(node, input, state)
    const result = value(input, frame, state)
    frame.names.set(name, result)
    chargeLeave(node, result, state)
    return isSequence(result) ? collapse(result, node.keepArray === true) : result
  }
}

function compileThunk(node: Node, compiler: FastCompiler): Fast {
  if (node.thunk !== true || node.body?.type !== 'function') throw new Unsupported()
  const call = compileCall(node.body, compiler, true)
  return (input, frame, state) => new Thunk((context) => call(input, frame, state, context))
}

function asFast(call: Call): Fast {
  return (input, frame, state) => call(input, frame, state, input)
}
