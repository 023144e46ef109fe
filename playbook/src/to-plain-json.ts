import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Budget, spend } from './budget.ts'
import { ExpressionError } from './expression-error.ts'

const MAX_DEPTH = 200

/**
 * Makes a result plain JSON: no undefined, no functions, no marks of the evaluator on its lists.
 * Parts that are plain already are shared, not copied; undefined stays undefined at the top only.
 */
export function toPlain(value: unknown, budget: Budget): JsonValue | undefined {
  const walk = { size: 0, limit: budget.limits.values }
  const plain = plainValue(value, walk, 0)
  spend(budget, Math.floor(walk.size / 64))
  return plain
}

/** Size so far: one per value and one per 8 characters, counted as often as they occur. */
type Walk = { size: number; readonly limit: number }

/** Sizes of big values known to be plain: a value that is handed on by many steps is walked once. */
const knownSizes = new WeakMap<object, number>()
const WORTH_KNOWING = 64

function grow(walk: Walk, size: number): void {
  walk.size += size
  if (walk.size > walk.limit) throw new ExpressionError('expression.limit', 'The result is too large')
}

function plainValue(value: unknown, walk: Walk, depth: number): JsonValue | undefined {
  grow(walk, 1)
  switch (typeof value) {
    case 'string':
      grow(walk, value.length >> 3)
      return value
    case 'boolean':
      return value
    case 'number':
      if (Number.isFinite(value)) return value
      throw new ExpressionError(
        'expression.error',
        `The result contains ${value}, which can’t be represented in JSON`,
      )
    case 'object':
      if (value === null) return null
      if (depth >= MAX_DEPTH)
        throw new ExpressionError('expression.limit', `The result is nested deeper than ${MAX_DEPTH}`)
      return plainContainer(value, walk, depth)
    default:
      return undefined
  }
}

function plainContainer(value: object, walk: Walk, depth: number): JsonValue | undefined {
  const known = knownSizes.get(value)
  if (known !== undefined) {
    grow(walk, known)
    return value as JsonValue
  }
  const before = walk.size
  const plain = Array.isArray(value) ? plainList(value, walk, depth) : plainObject(value, walk, depth)
  const size = walk.size - before
  if (size >= WORTH_KNOWING && typeof plain === 'object' && plain !== null) knownSizes.set(plain, size)
  return plain
}

function plainList(list: readonly unknown[], walk: Walk, depth: number): JsonValue[] {
  let copy: JsonValue[] | undefined = isMarked(list) ? [] : undefined
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    const plain = plainValue(item, walk, depth + 1)
    if (copy === undefined && (plain !== item || plain === undefined))
      copy = list.slice(0, index) as JsonValue[]
    if (copy !== undefined && plain !== undefined) copy.push(plain)
  }
  // Every item was its own plain form, so the list is JSON already.
  return copy ?? (list as JsonValue[])
}

const MARKS = ['sequence', 'keepSingleton', 'outerWrapper', 'tupleStream', 'cons', 'push'] as const

function isMarked(list: readonly unknown[]): boolean {
  return MARKS.some((mark) => Object.hasOwn(list, mark))
}

function plainObject(object: object, walk: Walk, depth: number): JsonValue | undefined {
  if ('_jsonata_function' in object || '_jsonata_lambda' in object) {
    if (typeof Reflect.get(object, 'implementation') === 'function' || 'environment' in object)
      return undefined
  }
  const record = object as Record<string, unknown>
  const keys = Object.keys(record)
  let copy: Record<string, JsonValue> | undefined
  const proto: unknown = Object.getPrototypeOf(object)
  if (proto !== Object.prototype) copy = {}
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string
    const plain = plainValue(record[key], walk, depth + 1)
    if (copy === undefined) {
      if (plain === record[key] && plain !== undefined) continue
      copy = {}
      for (let before = 0; before < index; before++)
        define(copy, keys[before] as string, record[keys[before] as string])
    }
    if (plain !== undefined) define(copy, key, plain)
  }
  return (copy ?? record) as JsonValue
}

function define(target: Record<string, JsonValue>, key: string, value: unknown): void {
  // Assignment to `__proto__` would set the prototype instead of a property.
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value as JsonValue
}
