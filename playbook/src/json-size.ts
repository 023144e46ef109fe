import { type Budget } from './budget.ts'
import { ExpressionError } from './expression-error.ts'

/** Values nested deeper than this are refused: native helpers recurse over them. */
export const MAX_NESTING = 200

const known = new WeakMap<object, number>()
const WORTH_KNOWING = 64

/**
 * Size of a value as if it were written out: one per value and one per 8 characters. Parts that occur
 * more than once count as often, because everything that walks the value meets them as often.
 */
export function sizeOf(value: unknown, budget: Budget): number {
  return measure(value, budget.limits.values, 0)
}

/** Notes the size of a value that was put together from parts of known size. */
export function noteSize(value: object, size: number): void {
  if (size >= WORTH_KNOWING) known.set(value, size)
}

function measure(value: unknown, limit: number, depth: number): number {
  if (typeof value === 'string') return 1 + (value.length >> 3)
  if (typeof value !== 'object' || value === null) return 1
  const before = known.get(value)
  if (before !== undefined) return before
  if (depth >= MAX_NESTING) {
    throw new ExpressionError(
      'expression.limit',
      `The expression creates a value nested deeper than ${MAX_NESTING}`,
    )
  }
  const size = Array.isArray(value) ? measureList(value, limit, depth) : measureObject(value, limit, depth)
  if (size >= WORTH_KNOWING) known.set(value, size)
  return size
}

function measureList(list: readonly unknown[], limit: number, depth: number): number {
  let size = 1
  for (let index = 0; index < list.length; index++) {
    size += measure(list[index], limit, depth + 1)
    if (size > limit) throw tooBig()
  }
  return size
}

function measureObject(object: object, limit: number, depth: number): number {
  if (isFunctionValue(object)) return 1
  let size = 1
  for (const key of Object.keys(object)) {
    size += 1 + measure(Reflect.get(object, key), limit, depth + 1)
    if (size > limit) throw tooBig()
  }
  return size
}

/** Whether an object is one of JSONata's functions, which hold environments and syntax trees. */
export function isFunctionValue(value: object): boolean {
  return (
    (Reflect.get(value, '_jsonata_function') === true &&
      typeof Reflect.get(value, 'implementation') === 'function') ||
    (Reflect.get(value, '_jsonata_lambda') === true && typeof Reflect.get(value, 'environment') === 'object')
  )
}

function tooBig(): ExpressionError {
  return new ExpressionError('expression.limit', 'The expression creates a value that is too large')
}
