import type { JsonValue } from '@caseloom/contract/json'

/** What JSON text holds; undefined while it is none. */
export function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue // what JSON text holds is JSON
  } catch {
    return undefined
  }
}
