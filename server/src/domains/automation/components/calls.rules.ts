import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'

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
  if (!isJsonObject(value)) return []
  const { action, with: input } = value
  const call = action === 'flow.call' && isJsonObject(input) ? input : undefined
  const key = call?.['component']
  const inputs = call?.['inputs']
  const given = inputs === undefined ? {} : isJsonObject(inputs) ? inputs : null
  const own = typeof key === 'string' ? [{ path: [...path, 'with'], key, inputs: given }] : []
  return [...own, ...Object.entries(value).flatMap(([name, part]) => callsIn(part, [...path, name]))]
}
