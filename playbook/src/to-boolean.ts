import type { JsonValue } from '@caseloom/contract/kernel/json'

/** The truth value of a result, as JSONata's `$boolean` sees it; nothing is false. */
export function isTruthy(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return false
  if (Array.isArray(value)) return value.some(isTruthy)
  if (typeof value === 'object') return Object.keys(value).length > 0
  return value !== '' && value !== 0 && value !== false
}
