import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { isObject, resolved } from '../../../../ui/schema-form/schema-fields.ts'

const DEEPEST = 6

/** A value that fits a schema, to stand in where nothing real is known. */
export function sampleOf(schema: JsonObject, root: JsonObject = schema, depth = 0): JsonValue {
  const target = resolved(schema, root)
  for (const name of ['default', 'const']) if (target[name] !== undefined) return target[name]
  for (const name of ['examples', 'enum']) {
    const list = target[name]
    if (Array.isArray(list) && list[0] !== undefined) return list[0]
  }
  for (const name of ['oneOf', 'anyOf', 'allOf']) {
    const list = target[name]
    const first = Array.isArray(list) ? list.find(isObject) : undefined
    if (first !== undefined) return sampleOf(first, root, depth)
  }
  if (depth >= DEEPEST) return null
  const type = Array.isArray(target['type']) ? target['type'][0] : target['type']
  switch (type) {
    case 'string':
      return target['format'] === 'date-time' ? '2026-01-01T00:00:00Z' : 'text'
    case 'number':
    case 'integer':
      return typeof target['minimum'] === 'number' ? target['minimum'] : 1
    case 'boolean':
      return true
    case 'array':
      return isObject(target['items']) ? [sampleOf(target['items'], root, depth + 1)] : []
    default:
      return objectOf(target, root, depth)
  }
}

function objectOf(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]): [string, JsonValue][] =>
      isObject(inner) ? [[name, sampleOf(inner, root, depth + 1)]] : [],
    ),
  )
}
