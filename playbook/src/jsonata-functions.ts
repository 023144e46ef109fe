import jsonata from 'jsonata'
import { allowText } from './budget.ts'
import { type Focus, type Native, stateOf } from './evaluation-state.ts'
import { ExpressionError } from './expression-error.ts'
import { JSONATA_NAMES } from './function-names.ts'
import { listGuards } from './list-functions.ts'
import { ownFunctions } from './own-functions.ts'
import { sizeOf } from './json-size.ts'

type Signature = { validate: (args: unknown[], context: unknown) => unknown[] }
/** A built-in function as JSONata keeps it. */
export type Definition = {
  _jsonata_function: true
  implementation: Native
  signature?: Signature | undefined
}

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
      finite(value)
      shortPicture(picture)
      return call(formatNumber, this, value, picture, options)
    },
    formatInteger(value: unknown, picture: string) {
      finite(value)
      shortPicture(picture)
      if (typeof value === 'number' && Math.abs(value) > 100_000 && /i/i.test(picture)) {
        throw new ExpressionError('expression.limit', 'Roman numerals are limited to 100000')
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
      throw new ExpressionError('expression.error', '$eval isn’t available')
    },
    ...listGuards(),
  }
}

// JSONata never comes to an end with infinity: it scales until the number is small enough.
function finite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ExpressionError('expression.error', `${value} can’t be converted to a number`)
  }
}

function shortPicture(picture: string | undefined): void {
  if (picture === undefined) return
  const markers = picture.match(/\[[^\]]*\]/g) ?? []
  if (picture.length > 300 || markers.length > 10 || markers.some((marker) => /,.*\d{3}/.test(marker))) {
    throw new ExpressionError(
      'expression.limit',
      'The picture string is too long, has too many parts, or has a field that is too wide',
    )
  }
}

function shortText(text: string | undefined, limit: number): void {
  if (text !== undefined && text.length > limit) {
    throw new ExpressionError(
      'expression.limit',
      `The text to parse must not be longer than ${limit} characters`,
    )
  }
}

export type Functions = {
  /** What replaces JSONata's own functions, and what it doesn't have. */
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
  for (const name of [...JSONATA_NAMES, 'eval']) {
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
      throw new Error(`$${name} must take the same number of arguments as in JSONata`)
    const signature = originals.get(name)?.signature
    guarded.set(name, { _jsonata_function: true, implementation, signature })
  }
  for (const [name, implementation] of Object.entries(ownFunctions()))
    guarded.set(name, { _jsonata_function: true, implementation })
  const string: Definition = { _jsonata_function: true, implementation: native('string') }
  return { guarded, all: new Map([...originals, ...guarded, ['#string', string]]) }
}
