import type { JsonValue } from '@caseloom/contract/kernel/json'

/**
 * A value as canonical JSON (RFC 8785): members sorted by name, no white space, numbers and texts as JSON.stringify
 * writes them.
 */
export function canonical(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join(',')}}`
}
