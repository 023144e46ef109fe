import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { ExpressionError } from './expression-error.ts'
import { type Issue, type IssuePath, nameOf } from './issues.ts'
import { checkRegex, isFound } from './regex.ts'

const LONGEST_PATTERN = 500
const LONGEST_TEXT = 10_000

/**
 * Patterns of authors meet texts of strangers: they are matched by the linear-time engine and taken out of the schema
 * before the library sees it, which would use the host's. `undefined` when nothing is wrong with one.
 */
export function patternFault(pattern: JsonValue | undefined, direct: boolean): string | undefined {
  if (pattern === undefined) return undefined
  if (typeof pattern !== 'string' || pattern.length > LONGEST_PATTERN)
    return `must be a text of at most ${LONGEST_PATTERN} characters`
  if (!direct) return 'is only supported on properties and items, not inside alternatives'
  try {
    checkRegex(new RegExp(pattern))
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return 'is a regular expression that could take too long to match'
    return 'isn’t a valid regular expression'
  }
}

/** The schema without its patterns. */
export function withoutPatterns(schema: JsonObject): JsonObject {
  const { pattern: _, ...rest } = schema
  const { properties, items, additionalProperties } = rest
  if (isObject(properties)) {
    rest.properties = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, isObject(part) ? withoutPatterns(part) : part]),
    )
  }
  if (isObject(items)) rest.items = withoutPatterns(items)
  if (isObject(additionalProperties)) rest.additionalProperties = withoutPatterns(additionalProperties)
  return rest
}

/** Checks the texts of a value against the patterns of its schema. */
export function checkPatterns(value: JsonValue, schema: JsonObject, path: IssuePath, issues: Issue[]): void {
  const { pattern, properties, items, additionalProperties: others } = schema
  if (typeof value === 'string' && typeof pattern === 'string') {
    const long = value.length > LONGEST_TEXT
    if (!long && isFound(pattern, value)) return
    const message = long ? `must have at most ${LONGEST_TEXT} characters` : `must match ${pattern}`
    issues.push({ path, code: 'bad_value', message: `${nameOf(path)} ${message}` })
  } else if (Array.isArray(value)) {
    if (!isObject(items)) return
    for (const [index, item] of value.entries()) checkPatterns(item, items, [...path, index], issues)
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : others
      if (isObject(own)) checkPatterns(part, own, [...path, name], issues)
    }
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
