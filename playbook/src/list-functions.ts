import { allowList, type Budget, spend } from './budget.ts'
import { ExpressionError } from './expression-error.ts'
import { type Focus, type Native, stateOf } from './evaluation-state.ts'
import { noteSize, sizeOf } from './json-size.ts'

const isSequence = (value: unknown[]): boolean => Reflect.get(value, 'sequence') === true

/** JSONata's functions over lists without their quadratic parts. */
export function listGuards(): Record<string, Native> {
  return {
    shuffle(arr: unknown[] | undefined) {
      if (arr === undefined || arr.length <= 1) return arr
      const { random, budget } = stateOf(this.environment)
      allowList(budget, arr.length)
      const result: unknown[] = new Array(arr.length)
      for (let index = 0; index < arr.length; index++) {
        const other = Math.floor(random() * (index + 1))
        if (index !== other) result[index] = result[other]
        result[other] = arr[index]
      }
      return result
    },
    append(left: unknown, right: unknown) {
      if (left === undefined) return right
      if (right === undefined) return left
      const { budget } = stateOf(this.environment)
      const size = sizeOf(left, budget) + sizeOf(right, budget)
      const head: unknown[] = Array.isArray(left) ? left : this.createSequence(left)
      const tail: unknown[] = Array.isArray(right) ? right : [right]
      allowList(budget, head.length + tail.length)
      spend(budget, (head.length + tail.length) >> 7)
      const joined = head.concat(tail)
      noteSize(joined, size)
      return joined
    },
    spread(arg: unknown) {
      return spreadInto(arg, this, stateOf(this.environment).budget)
    },
    distinct(arr: unknown) {
      if (!Array.isArray(arr) || arr.length <= 1) return arr
      const seen = new Set<unknown>()
      const result = isSequence(arr) ? this.createSequence() : []
      for (const value of arr) {
        const key = typeof value === 'object' && value !== null ? canonical(value) : value
        if (seen.has(key)) continue
        seen.add(key)
        result.push(value)
      }
      return result
    },
    max(args: number[] | undefined) {
      return args === undefined || args.length === 0 ? undefined : args.reduce((a, b) => Math.max(a, b))
    },
    min(args: number[] | undefined) {
      return args === undefined || args.length === 0 ? undefined : args.reduce((a, b) => Math.min(a, b))
    },
    async sort(arr: unknown[] | undefined, comparator: Applicable | undefined) {
      if (arr === undefined || arr.length <= 1) return arr
      const { budget } = stateOf(this.environment)
      allowList(budget, arr.length)
      spend(budget, arr.length)
      const swap = comparator === undefined ? naturalOrder(arr) : comparatorOf(comparator, this)
      return mergeSort(arr, swap, budget)
    },
  }
}

type Comparator = (left: unknown, right: unknown) => unknown
type Applicable = { apply: (focus: Focus, args: [unknown, unknown]) => unknown }

// In the last place of a function JSONata hands over a lambda as it is; it can only be applied.
function comparatorOf(given: Applicable, focus: Focus): Comparator {
  return (left, right) => given.apply(focus, [left, right])
}

function naturalOrder(arr: readonly unknown[]): Comparator {
  const kind = typeof arr[0]
  if ((kind !== 'number' && kind !== 'string') || arr.some((item) => typeof item !== kind)) {
    throw new ExpressionError(
      'expression.error',
      'The single argument form of the sort function can only be applied to an array of strings or an array of numbers. Use the second argument to specify a comparison function',
    )
  }
  return kind === 'number'
    ? (left, right) => Number(left) > Number(right)
    : (left, right) => String(left) > String(right)
}

// The same comparisons in the same order as JSONata's own merge sort, without its copies per comparison.
async function mergeSort(list: unknown[], swap: Comparator, budget: Budget): Promise<unknown[]> {
  if (list.length <= 1) return list
  const middle = Math.floor(list.length / 2)
  const left = await mergeSort(list.slice(0, middle), swap, budget)
  const right = await mergeSort(list.slice(middle), swap, budget)
  const merged: unknown[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    spend(budget, 1)
    const answer = swap(left[l], right[r])
    if (answer instanceof Promise ? await answer : answer) merged.push(right[r++])
    else merged.push(left[l++])
  }
  while (l < left.length) merged.push(left[l++])
  while (r < right.length) merged.push(right[r++])
  return merged
}

function spreadInto(arg: unknown, focus: Focus, budget: Budget): unknown {
  if (Array.isArray(arg)) {
    const result: unknown[] = []
    let found = false
    for (const item of arg) {
      const part = spreadInto(item, focus, budget)
      if (part === undefined) continue
      found = true
      if (Array.isArray(part)) for (const piece of part) result.push(piece)
      else result.push(part)
    }
    // JSONata's own result is an ordinary list once anything was appended to it.
    return found ? result : focus.createSequence()
  }
  if (typeof arg !== 'object' || arg === null || Reflect.get(arg, '_jsonata_lambda') === true) return arg
  const result = focus.createSequence()
  for (const key of Object.keys(arg)) {
    const pair: Record<string, unknown> = Object.create(null)
    pair[key] = Reflect.get(arg, key)
    result.push(pair)
  }
  return result
}

/** Text that is equal for values that JSONata calls equal: property order does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(Reflect.get(value, key))}`).join(',')}}`
}
