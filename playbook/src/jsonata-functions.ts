import jsonata from 'jsonata'
import { allowList, allowText, type Budget, spend } from './budget.ts'
import { ExpressionError } from './expression-error.ts'
import { FUNCTION_NAMES } from './function-names.ts'
import { noteSize, sizeOf } from './measure.ts'
import { randomOf } from './random.ts'

/** What an evaluation is bound to; the same values give the same result. */
export type EvaluationState = {
  budget: Budget
  /** `$now()` and `$millis()`, milliseconds since 1970. */
  now: number
  random: () => number
  /** Lists of the input that JSONata may mark by a push while it groups an empty list. */
  suspects: unknown[][]
  /** How often the key of each group was evaluated. */
  groups: Map<object, number>
  /** Set at the end: whatever still runs must stop. */
  over: boolean
  /** Nodes entered so far. */
  ticks: number
  breathe: (() => Promise<void>) | undefined
}

export type Focus = {
  environment: { base: { caseloom?: EvaluationState } }
  createSequence: (...items: unknown[]) => unknown[]
}
type Native = (this: Focus, ...args: never[]) => unknown
type Signature = { validate: (args: unknown[], context: unknown) => unknown[] }
/** A built-in function as JSONata keeps it. */
export type Definition = {
  _jsonata_function: true
  implementation: Native
  signature?: Signature | undefined
}

/** The state that the guard has put on the evaluation's root frame. */
export function stateOf(environment: Focus['environment']): EvaluationState {
  const state = environment.base.caseloom
  if (!state) throw new Error('An expression runs without its guard')
  return state
}

type Given = { budget: Budget; now: number; seed: string; breathe?: (() => Promise<void>) | undefined }

/** The state of one evaluation. */
export function createState({ budget, now, seed, breathe }: Given, salt: string): EvaluationState {
  return {
    budget,
    now,
    random: randomOf(`${seed}${salt}`),
    suspects: [],
    groups: new Map(),
    over: false,
    ticks: 0,
    breathe,
  }
}

const isSequence = (value: unknown[]): boolean => Reflect.get(value, 'sequence') === true

// JSONata reads parameter names from the source of these functions: plain parameters only.
function guards(native: (name: string) => Native): Record<string, Native> {
  const pad = native('pad')
  const join = native('join')
  const string = native('string')
  const formatNumber = native('formatNumber')
  const formatInteger = native('formatInteger')
  const parseInteger = native('parseInteger')
  const fromMillis = native('fromMillis')
  const toMillis = native('toMillis')
  const call = (fn: Native, self: Focus, ...args: unknown[]) => Reflect.apply(fn, self, args)
  return {
    pad(str: unknown, width: number, char: unknown) {
      allowText(stateOf(this.environment).budget, Math.abs(width))
      return call(pad, this, str, width, char)
    },
    join(strs: string[] | undefined, separator: string | undefined) {
      if (strs !== undefined) {
        let length = strs.length * (separator?.length ?? 0)
        for (const text of strs) length += text.length
        allowText(stateOf(this.environment).budget, length)
      }
      return call(join, this, strs, separator)
    },
    string(arg: unknown, prettify = false) {
      const { budget } = stateOf(this.environment)
      const size = sizeOf(arg, budget)
      if (prettify) allowText(budget, size * 20)
      return call(string, this, arg, prettify)
    },
    formatNumber(value: unknown, picture: string, options: unknown) {
      shortPicture(picture)
      return call(formatNumber, this, value, picture, options)
    },
    formatInteger(value: unknown, picture: string) {
      shortPicture(picture)
      if (typeof value === 'number' && Math.abs(value) > 100_000 && /i/i.test(picture)) {
        throw new ExpressionError('expression.limit', 'A Roman number must not be above 100000')
      }
      return call(formatInteger, this, value, picture)
    },
    parseInteger(value: string | undefined, picture: string) {
      shortPicture(picture)
      shortText(value, 1_000)
      return call(parseInteger, this, value, picture)
    },
    fromMillis(millis: unknown, picture: string | undefined, timezone: unknown) {
      shortPicture(picture)
      return call(fromMillis, this, millis, picture, timezone)
    },
    toMillis(timestamp: string | undefined, picture: string | undefined) {
      shortPicture(picture)
      shortText(timestamp, picture === undefined ? 100 : 40)
      return call(toMillis, this, timestamp, picture)
    },
    now(picture: string | undefined, timezone: unknown) {
      shortPicture(picture)
      return call(fromMillis, this, stateOf(this.environment).now, picture, timezone)
    },
    millis() {
      return stateOf(this.environment).now
    },
    random() {
      return stateOf(this.environment).random()
    },
    eval(_expression: unknown, _focus: unknown) {
      throw new ExpressionError('expression.error', '$eval is not available')
    },
    ...listGuards(),
  }
}

function listGuards(): Record<string, Native> {
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

function shortPicture(picture: string | undefined): void {
  if (picture === undefined) return
  const markers = picture.match(/\[[^\]]*\]/g) ?? []
  if (picture.length > 300 || markers.length > 10 || markers.some((marker) => /,.*\d{3}/.test(marker))) {
    throw new ExpressionError(
      'expression.limit',
      'The picture is too long, has too many parts or too wide a field',
    )
  }
}

function shortText(text: string | undefined, limit: number): void {
  if (text !== undefined && text.length > limit) {
    throw new ExpressionError(
      'expression.limit',
      `The text to read must not be longer than ${limit} characters`,
    )
  }
}

export type Functions = {
  /** What replaces JSONata's own functions. */
  guarded: ReadonlyMap<string, Definition>
  /** All functions as an expression sees them; `#string` is what `&` uses. */
  all: ReadonlyMap<string, Definition>
}

let loading: Promise<Functions> | undefined

/** JSONata's functions as this package offers them: bounded, bound to given time and random numbers. */
export function loadFunctions(): Promise<Functions> {
  loading ??= load()
  return loading
}

async function load(): Promise<Functions> {
  const originals = new Map<string, Definition>()
  for (const name of [...FUNCTION_NAMES, 'eval']) {
    // An expression that only names a function gives its definition: the only way to reach the built-in one.
    const found: unknown = await jsonata(`$${name}`).evaluate(null)
    originals.set(name, found as Definition)
  }
  const native = (name: string): Native => {
    const definition = originals.get(name)
    if (!definition) throw new Error(`JSONata has no function $${name}`)
    return definition.implementation
  }
  const guarded = new Map<string, Definition>()
  for (const [name, implementation] of Object.entries(guards(native))) {
    // How many arguments a function takes decides what $map and its like hand to it.
    if (implementation.length !== native(name).length)
      throw new Error(`$${name} takes other arguments than JSONata's`)
    const signature = originals.get(name)?.signature
    guarded.set(name, { _jsonata_function: true, implementation, signature })
  }
  const string: Definition = { _jsonata_function: true, implementation: native('string') }
  return { guarded, all: new Map([...originals, ...guarded, ['#string', string]]) }
}
