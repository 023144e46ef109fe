import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'

/** One operation of a document. */
export interface Operation {
  path: string
  method: string
  value: JsonObject
  /** Of the path and of the operation, the latter last. */
  parameters: JsonValue[]
}

/** The first media type of a content that fits, with its value. */
export function mediaOf(content: JsonObject, fits: RegExp): [string, JsonValue] | undefined {
  return Object.entries(content).find(([type]) => fits.test(type))
}
