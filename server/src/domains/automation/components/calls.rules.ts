import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'

/** One call of a component. */
export interface Call {
  /** Path of the call's input. */
  path: (string | number)[]
  key: string
  /** Null when an expression gives them all. */
  inputs: JsonObject | null
}

/** All calls in a document; drafts may hold anything. */
export function callsIn(value: JsonValue, path: (string | number)[]): Call[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => callsIn(item, [...path, at]))
  if (!isObject(value)) return []
  const { action, with: input } = value
  const call = action === 'flow.call' && isObject(input) ? input : undefined
  const key = call?.['component']
  const inputs = call?.['inputs']
  const given = inputs === undefined ? {} : isObject(inputs) ? inputs : null
  const own = typeof key === 'string' ? [{ path: [...path, 'with'], key, inputs: given }] : []
  return [...own, ...Object.entries(value).flatMap(([name, part]) => callsIn(part, [...path, name]))]
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
