import type { JsonValue } from '@caseloom/contract/kernel/json'

/** The part of JSON Schema that coercion reads. */
export type JsonSchema = {
  type?: string | string[]
  properties?: { [key: string]: JsonSchema }
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema | boolean
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  $ref?: string
  $defs?: { [key: string]: JsonSchema }
}

/**
 * Fits a value to its schema where JSONata blurs the difference: one item or nothing where a list is
 * expected, a number or truth value where a text is. Everything else is left for the schema to refuse.
 */
export function coerce(
  value: JsonValue | undefined,
  schema: JsonSchema,
  root: JsonSchema,
): JsonValue | undefined {
  const target = resolve(schema, root)
  if (target.type === 'array') return coerceList(value, target, root)
  if (target.type === 'string') {
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  }
  if (target.type === 'object' && isObject(value)) return coerceObject(value, target, root)
  return value
}

function coerceList(value: JsonValue | undefined, schema: JsonSchema, root: JsonSchema): JsonValue[] {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const { items } = schema
  if (typeof items !== 'object' || Object.keys(items).length === 0) return list
  return mapShared(list, (item) => coerce(item, items, root))
}

function coerceObject(value: { [key: string]: JsonValue }, schema: JsonSchema, root: JsonSchema): JsonValue {
  const { properties = {}, additionalProperties: rest, required = [] } = schema
  let result = value
  const set = (key: string, next: JsonValue | undefined) => {
    if (next === undefined || next === result[key]) return
    if (result === value) result = { ...value }
    result[key] = next
  }
  for (const key of Object.keys(value)) {
    const part = Object.hasOwn(properties, key)
      ? properties[key]
      : typeof rest === 'object'
        ? rest
        : undefined
    if (part) set(key, coerce(value[key], part, root))
  }
  for (const key of required) {
    const part = properties[key]
    if (part && !Object.hasOwn(value, key)) set(key, coerce(undefined, part, root))
  }
  return result
}

function mapShared(list: JsonValue[], change: (item: JsonValue) => JsonValue | undefined): JsonValue[] {
  let copy: JsonValue[] | undefined
  for (const [index, item] of list.entries()) {
    const next = change(item) ?? item
    if (next !== item) copy ??= list.slice()
    if (copy) copy[index] = next
  }
  return copy ?? list
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined) return schema
  return root.$defs?.[name] ?? schema
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
