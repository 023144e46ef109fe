import type { JsonValue } from '@caseloom/contract/json'
import { sha256 } from './sha256.ts'

/** JSON with sorted keys and no white space: equal values give equal texts. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const keys = Object.keys(value).sort()
  const pairs = keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  return `{${pairs.join(',')}}`
}

/** SHA-256 (hex) of a value's canonical JSON. */
export function hashInput(value: JsonValue): string {
  return sha256(new TextEncoder().encode(canonicalJson(value)))
}
