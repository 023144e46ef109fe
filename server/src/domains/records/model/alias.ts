import { createHash } from 'node:crypto'
import type { JsonValue } from '@caseloom/contract/kernel/json'

/** The name under which a merged record is still found: its id, or a unique value. */
export function aliasOf(field: string | null, value: JsonValue): string {
  if (field === null) return String(value)
  return `${field} ${createHash('sha256').update(String(value)).digest('base64url')}`
}
