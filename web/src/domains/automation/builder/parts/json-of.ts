import type { JsonValue } from '@caseloom/contract/kernel/json'

export function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
