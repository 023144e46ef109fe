import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { isObject, type Variant } from './schema-fields.ts'

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

/** An emptied field is removed from the object, so that "required" can see it; the order of the others is preserved. */
export function withMember(value: JsonObject, name: string, next: JsonValue | undefined): JsonObject {
  if (next !== undefined) return { ...value, [name]: next }
  const { [name]: _gone, ...rest } = value
  return rest
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

/** What a new entry of a list begins with. */
export function emptyOf(schema: JsonObject): JsonValue {
  return schema['type'] === 'object' ? {} : schema['type'] === 'boolean' ? false : ''
}

/** Initial value of an object variant: its constants. */
export function startOf({ schema }: Variant): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]): [string, JsonValue][] =>
      isObject(inner) && inner['const'] !== undefined ? [[name, inner['const']]] : [],
    ),
  )
}

/** A schema's default as the hint of an empty field. */
export function defaultText(schema: JsonObject): string | undefined {
  const fallback = schema['default']
  return fallback === undefined || typeof fallback === 'object' ? undefined : String(fallback)
}
