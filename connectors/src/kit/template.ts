import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'

/** `{name}`, `{name.part}` or `{+name}`; other braces are text. */
const NAME = /\{\+?([A-Za-z_$@][\w$@.-]*)\}/g
const WHOLE = /^\{([A-Za-z_$@][\w$@.-]*)\}$/

/** All names that a template reads, keys included. */
export function namesIn(template: JsonValue): string[] {
  if (typeof template === 'string') return [...template.matchAll(NAME)].map((match) => match[1] ?? '')
  if (Array.isArray(template)) return template.flatMap(namesIn)
  if (typeof template !== 'object' || template === null) return []
  return Object.values(template).flatMap(namesIn)
}

/** The value at a path of names with dots between; undefined when there is none, the value itself for ''. */
export function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  if (path === '') return value
  if (typeof value !== 'object' || value === null) return undefined
  // A name may hold dots itself, as in OData's `@odata.nextLink`.
  if (!Array.isArray(value) && Object.hasOwn(value, path)) return value[path]
  const [first = '', ...rest] = path.split('.')
  const member = Array.isArray(value)
    ? value[/^\d+$/.test(first) ? Number(first) : -1]
    : Object.hasOwn(value, first)
      ? value[first]
      : undefined
  return member === undefined ? undefined : valueAt(member, rest.join('.'))
}

/** Fills a template; undefined where all that it names is absent. */
export function fill(template: JsonValue, scope: JsonObject): JsonValue | undefined {
  if (typeof template === 'string') return fillText(template, scope)
  if (Array.isArray(template))
    return template.map((item) => fill(item, scope)).filter((item) => item !== undefined)
  if (typeof template !== 'object' || template === null) return template
  const entries = Object.entries(template).flatMap(([key, member]) => {
    const value = fill(member, scope)
    return value === undefined ? [] : [[key, value] as const]
  })
  // An object all of whose members fell away was only there to hold them.
  return entries.length === 0 && Object.keys(template).length > 0 ? undefined : Object.fromEntries(entries)
}

function fillText(text: string, scope: JsonObject): JsonValue | undefined {
  const whole = WHOLE.exec(text)
  if (whole !== null) return valueAt(scope, whole[1] ?? '')
  return text.replace(NAME, (_match, name: string) => asText(valueAt(scope, name)))
}

/** A value inside a text; what is no text is JSON. */
export function asText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
