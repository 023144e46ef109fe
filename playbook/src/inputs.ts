import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { coerce, type JsonSchema } from './coerce.ts'
import { checkPatterns, isObject, patternFault, withoutPatterns } from './inputs-patterns.ts'
import { type Issue, type IssuePath, issuesOf, nameOf, valueAt } from './issues.ts'

const MAX_PROPERTIES = 100
const DEEPEST = 10
const MAX_ISSUES = 100

/** Keywords that name other schemas, by how they hold them. */
const DIRECT = ['items', 'additionalProperties'] as const
const ONE = ['not', 'contains', 'propertyNames'] as const
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
  const issues = parsed.success ? [] : issuesOf(parsed.error, fitted)
  checkPatterns(fitted, schema, [], issues)
  if (!parsed.success || issues.length > 0) return { ok: false, issues: issues.slice(0, MAX_ISSUES) }
  // The schema's kinds are those of JSON.
  return { ok: true, value: parsed.data as JsonValue }
}

/** Inputs with the defaults of the schema filled in, and nothing checked: what a trigger without a form starts with. */
export function fillDefaults(schema: JsonObject, given: JsonObject): JsonObject {
  const filled = withDefaults(given, schema)
  return isObject(filled) ? filled : given
}

function compile(schema: JsonObject): z.ZodType | Issue[] {
  const issues: Issue[] = []
  checkInputsSchema(schema, ['inputs'], issues)
  if (issues.length > 0) return issues
  return z.fromJSONSchema(withoutPatterns(schema))
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
  see(schema, path, walk, { depth: 0, direct: true })
  if (walk.properties > MAX_PROPERTIES) {
    const message = `${name} describes more than ${MAX_PROPERTIES} properties`
    issues.push({ path, code: 'limit', message })
  }
  const known = valueAt(schema, ['properties'])
  for (const one of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof one === 'string' && isObject(known) && Object.hasOwn(known, one)) continue
    const message = `"required" names ${JSON.stringify(one)}, which isn’t one of the properties`
    issues.push({ path: [...path, 'required'], code: 'bad_value', message })
  }
  if (issues.length === before) tryOut(schema, path, issues)
}

// The library says what it cannot read only by throwing.
function tryOut(schema: JsonObject, path: IssuePath, issues: Issue[]): void {
  try {
    z.fromJSONSchema(withoutPatterns(schema))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason'
    issues.push({
      path,
      code: 'bad_value',
      message: `${nameOf(path)} isn’t a supported schema: ${reason}`,
    })
  }
}

type Walk = { name: string; properties: number; issues: Issue[] }

// `direct`: a walk over a value knows which part of it the schema describes.
function see(schema: JsonObject, path: IssuePath, walk: Walk, at: { depth: number; direct: boolean }): void {
  if (at.depth > DEEPEST) {
    const message = `${walk.name} is nested deeper than ${DEEPEST}`
    walk.issues.push({ path, code: 'limit', message })
    return
  }
  for (const keyword of REFUSED) {
    if (schema[keyword] === undefined) continue
    const message = `"${keyword}" isn’t supported in form schemas`
    walk.issues.push({ path: [...path, keyword], code: 'bad_value', message })
  }
  const fault = patternFault(schema.pattern, at.direct)
  if (fault)
    walk.issues.push({ path: [...path, 'pattern'], code: 'bad_value', message: `"pattern" ${fault}` })
  const into = (part: JsonValue | undefined, place: IssuePath, direct: boolean) => {
    if (isObject(part))
      see(part, [...path, ...place], walk, { depth: at.depth + 1, direct: at.direct && direct })
  }
  for (const keyword of DIRECT) into(schema[keyword], [keyword], true)
  for (const keyword of ONE) into(schema[keyword], [keyword], false)
  for (const keyword of LISTS) {
    const list = schema[keyword]
    if (Array.isArray(list)) for (const [index, part] of list.entries()) into(part, [keyword, index], false)
  }
  for (const keyword of MAPS) {
    const map = schema[keyword]
    if (!isObject(map)) continue
    walk.properties += Object.keys(map).length
    if (walk.properties > MAX_PROPERTIES) return
    for (const [name, part] of Object.entries(map)) into(part, [keyword, name], keyword === 'properties')
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
