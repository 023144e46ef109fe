import type { Fast, FastCompiler } from './fast-types.ts'
import { Unsupported } from './fast-unsupported.ts'
import { deepEqual, isNumeric, Leave, scalarText, type Sequence, sequence, truth } from './fast-values.ts'
import type { Node } from './syntax-tree.ts'

/** Compiles operators and the constructors of lists and objects. */
export function compileOperator(node: Node, compiler: FastCompiler): Fast {
  if (node.type === 'unary') {
    if (node.value === '[') return compileList(node, compiler)
    if (node.value === '{') return compileObject(node, compiler)
    if (node.value === '-' && node.expression) return negate(compiler.compile(node.expression))
    throw new Unsupported()
  }
  const { lhs, rhs } = node
  if (!lhs || !rhs || Array.isArray(lhs) || Array.isArray(rhs)) throw new Unsupported()
  const left = compiler.compile(lhs)
  const right = compiler.compile(rhs)
  const operator = String(node.value)
  if (operator === 'and')
    return (input, frame, state) => truth(left(input, frame, state)) && truth(right(input, frame, state))
  if (operator === 'or')
    return (input, frame, state) => truth(left(input, frame, state)) || truth(right(input, frame, state))
  const apply = binary(operator, compiler)
  return (input, frame, state) => {
    const a = left(input, frame, state)
    return apply(a, right(input, frame, state), state.budget.limits.list)
  }
}

function binary(
  operator: string,
  compiler: FastCompiler,
): (a: unknown, b: unknown, limit: number) => unknown {
  switch (operator) {
    case '+':
      return (a, b) => arithmetic(a, b, (x, y) => x + y)
    case '-':
      return (a, b) => arithmetic(a, b, (x, y) => x - y)
    case '*':
      return (a, b) => arithmetic(a, b, (x, y) => x * y)
    case '/':
      return (a, b) => arithmetic(a, b, (x, y) => x / y)
    case '%':
      return (a, b) => arithmetic(a, b, (x, y) => x % y)
    case '=':
      return (a, b) => a !== undefined && b !== undefined && deepEqual(a, b)
    case '!=':
      return (a, b) => a !== undefined && b !== undefined && !deepEqual(a, b)
    case '<':
      return (a, b) => compare(a, b, (x, y) => x < y)
    case '<=':
      return (a, b) => compare(a, b, (x, y) => x <= y)
    case '>':
      return (a, b) => compare(a, b, (x, y) => x > y)
    case '>=':
      return (a, b) => compare(a, b, (x, y) => x >= y)
    case 'in':
      return (a, b) =>
        a !== undefined && b !== undefined && (Array.isArray(b) ? b : [b]).includes(a) && !Number.isNaN(a)
    case '..':
      return range
    case '&':
      return concatenate(compiler)
    default:
      throw new Unsupported()
  }
}

function arithmetic(a: unknown, b: unknown, apply: (x: number, y: number) => number): unknown {
  if (a !== undefined && !isNumeric(a)) throw new Leave()
  if (b !== undefined && !isNumeric(b)) throw new Leave()
  return a === undefined || b === undefined ? undefined : apply(a, b)
}

type Comparable = string | number

function compare(a: unknown, b: unknown, apply: (x: Comparable, y: Comparable) => boolean): unknown {
  if (!isComparable(a) || !isComparable(b)) throw new Leave()
  if (a === undefined || b === undefined) return undefined
  if (typeof a !== typeof b) throw new Leave()
  return apply(a, b)
}

function isComparable(value: unknown): value is Comparable | undefined {
  return value === undefined || typeof value === 'string' || typeof value === 'number'
}

function range(from: unknown, to: unknown, limit: number): unknown {
  if (from !== undefined && !Number.isInteger(from)) throw new Leave()
  if (to !== undefined && !Number.isInteger(to)) throw new Leave()
  if (typeof from !== 'number' || typeof to !== 'number' || from > to) return undefined
  if (to - from + 1 > limit) throw new Leave()
  const result = sequence()
  for (let item = from; item <= to; item++) result.push(item)
  return result
}

function concatenate(compiler: FastCompiler): (a: unknown, b: unknown) => string {
  const native = compiler.definitions.get('#string')
  if (!native) throw new Unsupported()
  const text = (value: unknown): string => {
    if (value === undefined) return ''
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return scalarText(value)
    if (typeof value === 'function') throw new Leave()
    return String(Reflect.apply(native.implementation, undefined, [value]))
  }
  return (a, b) => text(a) + text(b)
}

function negate(inner: Fast): Fast {
  return (input, frame, state) => {
    const value = inner(input, frame, state)
    if (value === undefined) return undefined
    if (!isNumeric(value)) throw new Leave()
    return -value
  }
}

function compileList(node: Node, compiler: FastCompiler): Fast {
  const items = (node.expressions ?? []).map((item) => ({
    run: compiler.compile(item),
    whole: item.value === '[',
  }))
  const cons = node.consarray === true
  return (input, frame, state) => {
    const result: Sequence = []
    for (const { run, whole } of items) {
      const value = run(input, frame, state)
      if (value === undefined) continue
      if (whole || !Array.isArray(value)) result.push(value)
      else for (let index = 0; index < value.length; index++) result.push(value[index])
      if (result.length > state.budget.limits.list) throw new Leave()
    }
    if (cons) Object.defineProperty(result, 'cons', { value: true })
    return result
  }
}

function compileObject(node: Node, compiler: FastCompiler): Fast {
  if (!Array.isArray(node.lhs)) throw new Unsupported()
  const pairs = node.lhs.map((pair) => {
    if (!Array.isArray(pair)) throw new Unsupported()
    return { key: compiler.compile(pair[0]), value: compiler.compile(pair[1]) }
  })
  return (input, frame, state) => {
    // Over a list this is a grouping, which is left to JSONata.
    if (Array.isArray(input)) throw new Leave()
    const keys = pairs.map(({ key }) => key(input, frame, state))
    const order = new Map<string, Fast>()
    for (const [index, key] of keys.entries()) {
      if (key === undefined) continue
      if (typeof key !== 'string' || order.has(key) || unsafe(key)) throw new Leave()
      const pair = pairs[index]
      if (pair) order.set(key, pair.value)
    }
    const result: Record<string, unknown> = {}
    for (const [key, value] of order) {
      const found = value(input, frame, state)
      if (found !== undefined) result[key] = found
    }
    return result
  }
}

function unsafe(key: string): boolean {
  return key === '__proto__' || key === '_jsonata_lambda' || key === '_jsonata_function'
}
