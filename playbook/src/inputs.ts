import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { z } from 'zod'
import { coerce, type JsonSchema } from './coerce.ts'
import { type Issue, type IssuePath, issuesOf, nameOf, valueAt } from './issues.ts'

const MOST_PROPERTIES = 100
const DEEPEST = 10
const LONGEST_PATTERN = 500
const MOST_ISSUES = 100

/** Keywords that name other schemas, by how they hold them. */
const ONE = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const MAPS = ['properties', '$defs', 'definitions'] as const
/** What cannot be checked here without surprises or at a bounded cost. */
const REFUSED = [
  '$ref',
  '$dynamicRef',
  'patternProperties',
  'unevaluatedProperties',
  'if',
  'dependentSchemas',
]

export type CheckedInputs = { ok: true; value: JsonValue } | { ok: false; issues: Issue[] }

const compiled = new WeakMap<JsonObject, z.ZodType | Issue[]>()

/**
 * Checks inputs against the JSON Schema of a component, with defaults filled in and texts made of numbers where a text
 * is asked for. A schema that is not sane refuses everything, with its own faults.
 */
export function checkInputs(schema: JsonObject, value: JsonValue): CheckedInputs {
  const reader = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, reader)
  if (Array.isArray(reader)) return { ok: false, issues: reader }
  // What is read of a JSON Schema is a part of what it may be.
  const target = schema as JsonSchema
  const fitted = withDefaults(coerce(value, target, target) ?? null, schema)
  const parsed = reader.safeParse(fitted)
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error, fitted).slice(0, MOST_ISSUES) }
  // The schema's kinds are those of JSON.
  return { ok: true, value: parsed.data as JsonValue }
}

function compile(schema: JsonObject): z.ZodType | Issue[] {
  const issues: Issue[] = []
  checkInputsSchema(schema, ['inputs'], issues)
  if (issues.length > 0) return issues
  return z.fromJSONSchema(schema)
}

/** Checks that a schema (of inputs, or of a form) describes an object that people can be asked for, within bounds. */
export function checkInputsSchema(schema: unknown, path: IssuePath, issues: Issue[]): void {
  const before = issues.length
  const name = nameOf(path)
  if (!isObject(schema)) return
  if (schema.type !== 'object') {
    const message = `${name} must describe an object: {type: object, properties: {…}}`
    issues.push({ path: [...path, 'type'], code: 'bad_value', message })
  }
  const walk = { name, properties: 0, issues }
  see(schema, path, 0, walk)
  if (walk.properties > MOST_PROPERTIES) {
    const message = `${name} describes more than ${MOST_PROPERTIES} properties`
    issues.push({ path, code: 'limit', message })
  }
  const known = valueAt(schema, ['properties'])
  for (const one of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof one === 'string' && isObject(known) && Object.hasOwn(known, one)) continue
    const message = `"required" names ${JSON.stringify(one)}, which is not among the properties`
    issues.push({ path: [...path, 'required'], code: 'bad_value', message })
  }
  if (issues.length === before) tryOut(schema, path, issues)
}

// The library says what it cannot read only by throwing.
function tryOut(schema: JsonObject, path: IssuePath, issues: Issue[]): void {
  try {
    z.fromJSONSchema(schema)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason'
    issues.push({
      path,
      code: 'bad_value',
      message: `${nameOf(path)} is not a schema that can be used: ${reason}`,
    })
  }
}

type Walk = { name: string; properties: number; issues: Issue[] }

function see(schema: JsonObject, path: IssuePath, depth: number, walk: Walk): void {
  if (depth > DEEPEST) {
    const message = `${walk.name} is nested deeper than ${DEEPEST}`
    walk.issues.push({ path, code: 'limit', message })
    return
  }
  for (const keyword of REFUSED) {
    if (schema[keyword] === undefined) continue
    const message = `"${keyword}" is not supported in the schema of a form`
    walk.issues.push({ path: [...path, keyword], code: 'bad_value', message })
  }
  checkPattern(schema.pattern, [...path, 'pattern'], walk)
  for (const keyword of ONE) into(schema[keyword], [...path, keyword], depth, walk)
  for (const keyword of LISTS) {
    const list = schema[keyword]
    if (Array.isArray(list))
      for (const [index, part] of list.entries()) into(part, [...path, keyword, index], depth, walk)
  }
  for (const keyword of MAPS) {
    const map = schema[keyword]
    if (!isObject(map)) continue
    walk.properties += Object.keys(map).length
    if (walk.properties > MOST_PROPERTIES) return
    for (const [name, part] of Object.entries(map)) into(part, [...path, keyword, name], depth, walk)
  }
}

function into(part: JsonValue | undefined, path: IssuePath, depth: number, walk: Walk): void {
  if (isObject(part)) see(part, path, depth + 1, walk)
}

// Patterns of authors are matched by the engine of the host: nothing that can go back and forth for ever is let in.
function checkPattern(pattern: JsonValue | undefined, path: IssuePath, walk: Walk): void {
  if (pattern === undefined) return
  const fault =
    typeof pattern !== 'string' || pattern.length > LONGEST_PATTERN
      ? `must be a text of at most ${LONGEST_PATTERN} characters`
      : isRisky(pattern)
        ? 'repeats a group that repeats or chooses itself, which could take for ever: write it without'
        : isRegex(pattern)
          ? undefined
          : 'is not a regular expression'
  if (fault) walk.issues.push({ path, code: 'bad_value', message: `"pattern" ${fault}` })
}

function isRisky(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return (
    /\([^()]*[*+{|][^()]*\)\s*[*+{]/.test(bare) ||
    /\(.*\(.*\).*\)\s*[*+{]/.test(bare) ||
    /\\[1-9]/.test(pattern)
  )
}

function isRegex(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}

/** Fills in defaults of properties that are absent, so that nested ones come out too. */
function withDefaults(value: JsonValue, schema: JsonObject): JsonValue {
  const { properties } = schema
  if (!isObject(value) || !isObject(properties)) return value
  const filled: JsonObject = { ...value }
  for (const [name, part] of Object.entries(properties)) {
    if (!isObject(part)) continue
    const known = Object.hasOwn(filled, name) ? filled[name] : part.default
    if (known !== undefined) filled[name] = withDefaults(known, part)
  }
  return filled
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
