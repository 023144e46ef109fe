import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { isObject, resolved } from '../schema-form/schema-fields.ts'

/** What is known of a value: its schema, a sample, or both. */
export interface Shape {
  schema?: JsonObject | undefined
  root?: JsonObject | undefined
  sample?: JsonValue | undefined
}

export type TypeName = 'text' | 'number' | 'true or false' | 'list' | 'object' | 'empty' | 'any'

const OF_SCHEMA: Record<string, TypeName> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'true or false',
  array: 'list',
  object: 'object',
  null: 'empty',
}

export function typeOfValue(value: JsonValue | undefined): TypeName {
  if (value === undefined) return 'any'
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'true or false'
    case 'object':
      return 'object'
    default:
      return 'any'
  }
}

export function typeOfSchema(schema: JsonObject | undefined): TypeName {
  const type = schema?.['type']
  const first = Array.isArray(type) ? type.find((one) => one !== 'null') : type
  return typeof first === 'string' ? (OF_SCHEMA[first] ?? 'any') : 'any'
}

/** The type of a shape; a sample is more specific than an open schema. */
export function typeOfShape({ schema, root, sample }: Shape): TypeName {
  const known = schema === undefined ? 'any' : typeOfSchema(resolved(schema, root ?? schema))
  return known === 'any' ? typeOfValue(sample) : known
}

export interface Part extends Shape {
  name: string
  help: string | undefined
}

const MAX_PARTS = 200

/** Properties of a value; of a list, those of its items, as expression paths read them. */
export function partsOf(shape: Shape): Part[] {
  const parts = new Map<string, Part>()
  const root = shape.root ?? shape.schema
  const schema = shape.schema === undefined || root === undefined ? undefined : resolved(shape.schema, root)
  const items = schema?.['items']
  if (isObject(items)) return partsOf({ schema: items, root, sample: firstOf(shape.sample) })
  for (const one of variantsOf(schema)) {
    const target = root === undefined ? one : resolved(one, root)
    const properties = target['properties']
    if (!isObject(properties)) continue
    for (const [name, inner] of Object.entries(properties)) {
      if (!isObject(inner)) continue
      const { title, description } = inner
      const help =
        typeof description === 'string' ? description : typeof title === 'string' ? title : undefined
      parts.set(name, { name, help, schema: inner, root })
    }
  }
  const example = firstOf(shape.sample)
  if (isObject(example)) {
    for (const [name, sample] of Object.entries(example).slice(0, MAX_PARTS)) {
      const known = parts.get(name)
      parts.set(name, known === undefined ? { name, help: undefined, sample } : { ...known, sample })
    }
  }
  return [...parts.values()]
}

function variantsOf(schema: JsonObject | undefined): JsonObject[] {
  if (schema === undefined) return []
  const more = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => {
    const list = schema[name]
    return Array.isArray(list) ? list.filter(isObject) : []
  })
  return [schema, ...more]
}

function firstOf(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) ? value[0] : value
}

export function glimpse(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
