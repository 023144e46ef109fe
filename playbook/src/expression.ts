import type { JsonValue } from '@caseloom/contract/kernel/json'
import { allowText, spend } from './budget.ts'
import { ExpressionError } from './expression-error.ts'
import { type Bindings, type Guarded, guard } from './jsonata-guard.ts'
import { toPlain } from './to-plain-json.ts'
import { whatIsMissing } from './missing-part.ts'
import { splitTemplate, wholeExpression } from './template-text.ts'

const CACHE_SIZE = 5_000
const cache = new Map<string, Guarded>()

/** One compiled expression; its result is plain JSON or undefined. */
export type CompiledExpression = {
  source: string
  /** `salt` distinguishes the random numbers of expressions that share a seed. */
  evaluate: (scope: object, bindings: Bindings, salt?: string) => Promise<JsonValue | undefined>
}

/** Compiles an expression (without `{% %}`) or takes it from the cache; throws `expression.syntax`. */
export function compileExpression(source: string): CompiledExpression {
  const guarded = cached(source)
  return {
    source,
    async evaluate(scope, bindings, salt = '') {
      return toPlain(await guarded.evaluate(scope, bindings, salt), bindings.budget)
    },
  }
}

/** The syntax tree of an expression, for checks before it runs. */
export function expressionTree(source: string): Guarded['tree'] {
  return cached(source).tree
}

function cached(source: string): Guarded {
  const known = cache.get(source)
  if (known) {
    // Taken out and put in again: the map's order is the order of use.
    cache.delete(source)
    cache.set(source, known)
    return known
  }
  const made = guard(source)
  if (cache.size >= CACHE_SIZE) {
    const oldest = cache.keys().next()
    if (!oldest.done) cache.delete(oldest.value)
  }
  cache.set(source, made)
  return made
}

export type Place = readonly (string | number)[]

/** An expression of a template with its place, and its offset in the text at that place. */
export type PlacedExpression = { place: Place; source: string; offset: number }

/** A JSON value whose texts may hold expressions, compiled. */
export type Template = {
  /** Empty when the template is a constant. */
  expressions: readonly PlacedExpression[]
  evaluate: (scope: object, bindings: Bindings) => Promise<JsonValue | undefined>
}

export type TemplateOptions = {
  /** An expression that gives nothing (or an empty text) is an error. */
  strict?: boolean
  /** Distinguishes the random numbers of templates that share a seed. */
  salt?: string
}

/**
 * Compiles a value: `{% … %}` alone becomes the typed result, inside a text it is filled in;
 * lists and objects are walked. Nothing (undefined) leaves out its property or item.
 */
export function compileTemplate(value: JsonValue, options: TemplateOptions = {}): Template {
  const expressions: PlacedExpression[] = []
  const part = compilePart(value, [], {
    expressions,
    strict: options.strict === true,
    salt: options.salt ?? '',
  })
  return {
    expressions,
    evaluate: async (scope, bindings) => (typeof part === 'function' ? part(scope, bindings) : part.constant),
  }
}

type Evaluate = (scope: object, bindings: Bindings) => Promise<JsonValue | undefined>
type Part = { constant: JsonValue } | Evaluate
type Compilation = { expressions: PlacedExpression[]; strict: boolean; salt: string }

function compilePart(value: JsonValue, place: Place, compilation: Compilation): Part {
  if (typeof value === 'string') return compileText(value, place, compilation)
  if (typeof value !== 'object' || value === null) return { constant: value }
  return Array.isArray(value)
    ? compileList(value, place, compilation)
    : compileObject(value, place, compilation)
}

function compileList(list: JsonValue[], place: Place, compilation: Compilation): Part {
  const parts = list.map((item, index) => compilePart(item, [...place, index], compilation))
  if (parts.every((part) => typeof part !== 'function')) return { constant: list }
  return async (scope, bindings) => {
    const result: JsonValue[] = []
    for (const part of parts) {
      const item = typeof part === 'function' ? await part(scope, bindings) : part.constant
      if (item !== undefined) result.push(item)
    }
    return result
  }
}

function compileObject(object: { [key: string]: JsonValue }, place: Place, compilation: Compilation): Part {
  const parts = Object.entries(object).map(
    ([key, item]) => [key, compilePart(item, [...place, key], compilation)] as const,
  )
  if (parts.every(([, part]) => typeof part !== 'function')) return { constant: object }
  return async (scope, bindings) => {
    const entries: [string, JsonValue][] = []
    for (const [key, part] of parts) {
      const item = typeof part === 'function' ? await part(scope, bindings) : part.constant
      if (item !== undefined) entries.push([key, item])
    }
    return Object.fromEntries(entries)
  }
}

function compileText(text: string, place: Place, compilation: Compilation): Part {
  if (!text.includes('{%')) return { constant: text }
  const pieces = at(place, text, () => splitTemplate(text))
  const whole = wholeExpression(pieces)
  const sources: string[] = []
  const parts = pieces.map((piece) => {
    sources.push(piece.kind === 'text' ? piece.text : piece.source)
    if (piece.kind === 'text') return piece.text
    const source = piece.source.trim()
    const offset = piece.offset + piece.source.indexOf(source)
    compilation.expressions.push({ place, source, offset })
    const compiled = at(place, source, () => compileAt(source, offset))
    const salt = [compilation.salt, ...place, offset].join('.')
    return async (scope: object, bindings: Bindings) => {
      try {
        return await compiled.evaluate(scope, bindings, salt)
      } catch (error) {
        throw locate(error, place, source)
      }
    }
  })
  if (whole) {
    const [only] = parts.filter((part) => typeof part === 'function')
    if (only) return compilation.strict ? strictly(only, place, whole.source) : only
  }
  return async (scope, bindings) => {
    let result = ''
    for (const [index, part] of parts.entries()) {
      if (typeof part === 'string') result += part
      else {
        const value = await part(scope, bindings)
        if (compilation.strict && (value === undefined || value === null || value === ''))
          throw missing(place, sources[index] ?? text, scope)
        result += textOf(value)
      }
      allowText(bindings.budget, result.length)
    }
    spend(bindings.budget, result.length >> 6)
    return result
  }
}

/** How a value reads inside a text: nothing and null are empty, lists and objects are JSON. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

function strictly(evaluate: Evaluate, place: Place, source: string): Evaluate {
  return async (scope, bindings) => {
    const value = await evaluate(scope, bindings)
    if (isEmpty(value)) throw missing(place, source, scope)
    return value
  }
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === ''
}

function missing(place: Place, source: string, scope: object): ExpressionError {
  const error = new ExpressionError(
    'step.missing_value',
    `A value is required, but ${whatIsMissing(source.trim(), scope)}`,
  )
  error.place = place
  error.source = source.trim()
  return error
}

// A syntax error gives its position in the whole text, as people see it.
function compileAt(source: string, offset: number): CompiledExpression {
  try {
    return compileExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError && error.position !== undefined) error.position += offset
    throw error
  }
}

function at<T>(place: Place, source: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw locate(error, place, source)
  }
}

function locate(error: unknown, place: Place, source: string): unknown {
  if (error instanceof ExpressionError) {
    error.place ??= place
    error.source ??= source
  }
  return error
}
