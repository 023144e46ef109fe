import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'

/** A choice: the value as sent, and its label. */
export interface Choice {
  value: JsonValue
  label: string
}

/** The control for a schema; `json` covers everything else. */
export type Control =
  | { kind: 'text'; type: 'text' | 'email' | 'url' | 'date' | 'time'; maxLength?: number; pattern?: string }
  | { kind: 'instant' }
  | { kind: 'textarea'; maxLength?: number }
  | { kind: 'number'; whole: boolean; min?: number; max?: number }
  | { kind: 'boolean' }
  | { kind: 'select'; choices: Choice[] }
  | { kind: 'several'; choices: Choice[] }
  | { kind: 'tags'; whole: boolean | null }
  | { kind: 'group'; fields: SchemaField[] }
  | { kind: 'json' }

export interface SchemaField {
  name: string
  label: string
  description?: string
  required: boolean
  control: Control
}

/** In schema order; null when the schema isn't one of an object with properties. */
export function fieldsOf(schema: JsonObject, depth = 0): SchemaField[] | null {
  const properties = schema['properties']
  if (!isObject(properties)) return null
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(properties).map(([name, part]) => {
    const property = isObject(part) ? part : {}
    const { title, description } = property
    return {
      name,
      label: typeof title === 'string' && title !== '' ? title : wordsOf(name),
      ...(typeof description === 'string' && description !== '' ? { description } : {}),
      required: required.includes(name),
      control: controlOf(property, depth),
    }
  })
}

const TEXT_TYPES: ReadonlyMap<string, 'email' | 'url' | 'date' | 'time'> = new Map([
  ['email', 'email'],
  ['uri', 'url'],
  ['url', 'url'],
  ['date', 'date'],
  ['time', 'time'],
])
const LONG_TEXTS = ['textarea', 'multiline', 'markdown']

function controlOf(schema: JsonObject, depth: number): Control {
  const choices = choicesOf(schema)
  if (choices !== null) return { kind: 'select', choices }
  switch (typeOf(schema)) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return { kind: 'number', whole: typeOf(schema) === 'integer', ...boundsOf(schema) }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      return listOf(isObject(schema['items']) ? schema['items'] : {})
    case 'object': {
      // One level of groups stays readable; deeper ones are edited as JSON.
      const fields = depth === 0 ? fieldsOf(schema, depth + 1) : null
      return fields === null ? { kind: 'json' } : { kind: 'group', fields }
    }
    default:
      return { kind: 'json' }
  }
}

function textOf(schema: JsonObject): Control {
  const { format, pattern } = schema
  const maxLength = typeof schema['maxLength'] === 'number' ? { maxLength: schema['maxLength'] } : {}
  if (format === 'date-time') return { kind: 'instant' }
  if (typeof format === 'string' && LONG_TEXTS.includes(format)) return { kind: 'textarea', ...maxLength }
  const type = typeof format === 'string' ? (TEXT_TYPES.get(format) ?? 'text') : 'text'
  return { kind: 'text', type, ...maxLength, ...(typeof pattern === 'string' ? { pattern } : {}) }
}

function listOf(items: JsonObject): Control {
  const choices = choicesOf(items)
  if (choices !== null) return { kind: 'several', choices }
  const type = typeOf(items)
  if (type === 'string') return { kind: 'tags', whole: null }
  if (type === 'number' || type === 'integer') return { kind: 'tags', whole: type === 'integer' }
  return { kind: 'json' }
}

function boundsOf(schema: JsonObject): { min?: number; max?: number } {
  const { minimum, maximum } = schema
  return {
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  }
}

/** The schema's single type besides null; undefined when it allows several. */
function typeOf(schema: JsonObject): string | undefined {
  const types = [schema['type']].flat().filter((type) => type !== 'null')
  const [only] = types
  return types.length === 1 && typeof only === 'string' ? only : undefined
}

function choicesOf(schema: JsonObject): Choice[] | null {
  const plain = schema['enum']
  const names = Array.isArray(schema['enumNames']) ? schema['enumNames'] : []
  if (Array.isArray(plain) && plain.length > 0)
    return plain
      .filter((value) => value !== null)
      .map((value, at) => ({ value, label: labelOf(value, names[at]) }))
  const titled = schema['oneOf']
  if (!Array.isArray(titled) || titled.length === 0) return null
  const choices: Choice[] = []
  for (const one of titled) {
    if (!isObject(one) || one['const'] === undefined) return null
    choices.push({ value: one['const'], label: labelOf(one['const'], one['title']) })
  }
  return choices
}

function labelOf(value: JsonValue, name: JsonValue | undefined): string {
  if (typeof name === 'string' && name !== '') return name
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `assetOwner` and `asset_owner` become "Asset owner". */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The schema's defaults. */
export function startingValue(schema: JsonObject): JsonObject {
  const properties = schema['properties']
  const value: JsonObject = {}
  if (!isObject(properties)) return value
  for (const [name, part] of Object.entries(properties)) {
    if (!isObject(part)) continue
    if (part['default'] !== undefined) value[name] = part['default']
    else if (isObject(part['properties'])) {
      const inside = startingValue(part)
      if (Object.keys(inside).length > 0) value[name] = inside
    }
  }
  return value
}

/** An emptied field is removed from the object, so that "required" can see it. */
export function withMember(value: JsonObject, name: string, next: JsonValue | undefined): JsonObject {
  const { [name]: _, ...rest } = value
  return next === undefined ? rest : { ...rest, [name]: next }
}

/** Invalid JSON is passed on as text, for the check to reject. */
export function jsonOf(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined
  try {
    // JSON.parse returns JSON.
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

/** Entries that aren't numbers stay as typed, for the check to reject. */
export function numbersOf(entries: readonly string[]): JsonValue[] {
  return entries.map((entry) =>
    entry.trim() !== '' && Number.isFinite(Number(entry)) ? Number(entry) : entry,
  )
}

/** For a datetime-local input: `2026-03-01T14:05`, empty when invalid. */
export function localOf(instant: JsonValue | undefined): string {
  if (typeof instant !== 'string') return ''
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** RFC 3339 in UTC; undefined when invalid. */
export function instantOf(local: string): string | undefined {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The title of the field at a path, otherwise its key. */
export function titleAt(schema: JsonObject, path: readonly (string | number)[]): string {
  const properties = schema['properties']
  const name = String(path[0] ?? '')
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return name
  const property = properties[name]
  const title =
    typeof property === 'object' && property !== null && !Array.isArray(property)
      ? property['title']
      : undefined
  return typeof title === 'string' ? title : name
}
