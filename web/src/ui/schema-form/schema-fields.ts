// The walk over a JSON Schema: the fields of an object, and the control for each value.
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'

/** One member of an object. */
export interface SchemaField {
  name: string
  label: string
  schema: JsonObject
  required: boolean
}

/** A choice: the value as sent, and its label. */
export interface Choice {
  value: JsonValue
  label: string
}

/** One of several shapes of an object. */
export interface Variant {
  label: string
  schema: JsonObject
}

export type TextFormat = 'text' | 'email' | 'url' | 'date' | 'time' | 'instant'

/** The control for a schema: `mixed` takes text and other scalars, `any` is too open for a control of its own. */
export type Control =
  | { kind: 'text'; format: TextFormat; multiline: boolean }
  | { kind: 'mixed' }
  | { kind: 'number'; whole: boolean; min?: number; max?: number }
  | { kind: 'boolean' }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'choices'; choices: readonly Choice[] }
  | { kind: 'list'; items: JsonObject; of: 'text' | 'number' | 'other' }
  | { kind: 'map'; values: JsonObject }
  | { kind: 'object'; fields: readonly SchemaField[] }
  | { kind: 'variants'; variants: readonly Variant[] }
  | { kind: 'any' }

/** In schema order; null when the schema isn't one of an object with properties. */
export function fieldsOf(schema: JsonObject): SchemaField[] | null {
  const { properties, required } = schema
  if (!isObject(properties)) return null
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties).map(([name, part]) => {
    const inner = isObject(part) ? part : {}
    return { name, label: labelOf(name, inner), schema: inner, required: needed.has(name) }
  })
}

/** The schema's title, or its name as words: `assetOwner` and `asset_owner` become "Asset owner". */
export function labelOf(name: string, schema: JsonObject): string {
  const { title } = schema
  if (typeof title === 'string' && title !== '') return title
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z]+)/g, (_, a: string, b: string) => {
      return `${a} ${b.length === 1 ? b.toLowerCase() : b}`
    })
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The label of the field at a path, for messages outside of the form. */
export function labelAt(schema: JsonObject, path: readonly (string | number)[]): string {
  const name = String(path[0] ?? '')
  return fieldsOf(schema)?.find((field) => field.name === name)?.label ?? name
}

export function descriptionOf({ description }: JsonObject): string | undefined {
  return typeof description === 'string' && description !== '' ? description : undefined
}

/** The control for a schema; `root` holds the definitions that it refers to. */
export function controlOf(schema: JsonObject, root: JsonObject): Control {
  const target = resolved(schema, root)
  const choices = choicesOf(target)
  if (choices !== null) return { kind: 'choice', choices }
  const alternatives = alternativesOf(target, root)
  if (alternatives !== null) return controlOfAlternatives(alternatives, root)
  const types = typesOf(target)
  switch (types.length === 1 ? types[0] : undefined) {
    case 'string':
      return textControl(target)
    case 'number':
    case 'integer':
      return { kind: 'number', whole: types[0] === 'integer', ...boundsOf(target) }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      return listControl(target, root)
    case 'object':
      return objectControl(target)
    default:
      return types.includes('string') ? { kind: 'mixed' } : { kind: 'any' }
  }
}

export function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  if (name === undefined) return schema
  const definitions = root['$defs']
  const found = isObject(definitions) ? definitions[name] : undefined
  return isObject(found) ? found : schema
}

/** The types that a schema allows besides null. */
function typesOf(schema: JsonObject): JsonValue[] {
  const { type, properties } = schema
  if (type === undefined) return isObject(properties) ? ['object'] : []
  return [type].flat().filter((one) => one !== 'null')
}

const TEXT_FORMATS: ReadonlyMap<JsonValue | undefined, TextFormat> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['url', 'url'],
  ['date', 'date'],
  ['time', 'time'],
  ['date-time', 'instant'],
])
const LONG_FORMATS: readonly (JsonValue | undefined)[] = ['textarea', 'multiline', 'markdown']
const LONG_TEXT = 9_000

function textControl({ format, maxLength }: JsonObject): Control {
  return {
    kind: 'text',
    format: TEXT_FORMATS.get(format) ?? 'text',
    multiline: LONG_FORMATS.includes(format) || Number(maxLength ?? 0) > LONG_TEXT,
  }
}

function boundsOf({ minimum, maximum }: JsonObject): { min?: number; max?: number } {
  return {
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  }
}

function listControl(schema: JsonObject, root: JsonObject): Control {
  const { items } = schema
  if (!isObject(items) || Object.keys(items).length === 0) return { kind: 'any' }
  const target = resolved(items, root)
  // A list of lists, which may be the same schema again, is edited as JSON.
  if (typesOf(target).includes('array')) return { kind: 'list', items, of: 'other' }
  const inner = controlOf(target, root)
  switch (inner.kind) {
    case 'choice':
      return { kind: 'choices', choices: inner.choices }
    case 'text':
    case 'number':
      return { kind: 'list', items, of: inner.kind }
    default:
      return { kind: 'list', items, of: 'other' }
  }
}

function objectControl(schema: JsonObject): Control {
  const fields = fieldsOf(schema) ?? []
  const values = schema['additionalProperties']
  if (fields.length > 0 || values === false) return { kind: 'object', fields }
  return { kind: 'map', values: isObject(values) ? values : {} }
}

function choicesOf(schema: JsonObject): Choice[] | null {
  const { enum: plain, enumNames, const: only, title } = schema
  const names = Array.isArray(enumNames) ? enumNames : []
  if (Array.isArray(plain) && plain.length > 0)
    return plain
      .map((value, at) => ({ value, label: choiceLabel(value, names[at]) }))
      .filter(({ value }) => value !== null)
  return only === undefined ? null : [{ value: only, label: choiceLabel(only, title) }]
}

function choiceLabel(value: JsonValue, name: JsonValue | undefined): string {
  if (typeof name === 'string' && name !== '') return name
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function alternativesOf(schema: JsonObject, root: JsonObject): JsonObject[] | null {
  const list = schema['oneOf'] ?? schema['anyOf']
  if (!Array.isArray(list)) return null
  const real = list
    .filter(isObject)
    .map((one) => resolved(one, root))
    .filter((one) => one['type'] !== 'null')
  return real.length > 0 ? real : null
}

const SCALARS: readonly (JsonValue | undefined)[] = ['string', 'number', 'integer', 'boolean']

function controlOfAlternatives(alternatives: readonly JsonObject[], root: JsonObject): Control {
  const [only] = alternatives
  if (alternatives.length === 1 && only !== undefined) return controlOf(only, root)
  const choices = alternatives.map(choicesOf)
  if (choices.every((one) => one !== null)) return { kind: 'choice', choices: choices.flat() }
  const types = alternatives.map((one) => {
    const [type, ...more] = typesOf(one)
    return more.length === 0 ? type : undefined
  })
  if (types.every((type) => type === 'object'))
    return {
      kind: 'variants',
      variants: alternatives.map((schema, at) => ({ label: variantLabel(schema, at), schema })),
    }
  if (!types.every((type) => SCALARS.includes(type))) return { kind: 'any' }
  if (types.every((type) => type === 'string')) return { kind: 'text', format: 'text', multiline: false }
  const takesText = types.some((type, at) => type === 'string' && choices[at] === null)
  return { kind: takesText ? 'mixed' : 'any' }
}

function variantLabel(schema: JsonObject, at: number): string {
  const { title } = schema
  if (typeof title === 'string') return title
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  for (const inner of Object.values(properties))
    if (isObject(inner) && typeof inner['const'] === 'string') return inner['const']
  return Object.keys(properties).join(', ') || String(at + 1)
}

/** The best-matching variant; on a tie, the one currently shown. */
export function variantOf(
  value: JsonValue | undefined,
  variants: readonly Variant[],
  preferred = -1,
): number {
  if (!isObject(value)) return -1
  const scores = variants.map(({ schema }) => {
    const properties = isObject(schema['properties']) ? schema['properties'] : {}
    const names = Object.keys(value)
    for (const [name, inner] of Object.entries(properties))
      if (isObject(inner) && 'const' in inner && value[name] !== inner['const']) return -1
    return names.filter((name) => name in properties).length
  })
  const best = Math.max(...scores)
  if (best < 0) return -1
  return scores[preferred] === best ? preferred : scores.indexOf(best)
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
