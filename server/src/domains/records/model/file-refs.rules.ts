import type { FileView } from '@caseloom/contract/records/files'
import type { JsonValue } from '@caseloom/contract/kernel/json'

/** The files that a value of an attachment field holds. */
export function fileRefs(value: JsonValue): FileView[] {
  // Attachment columns are written by this domain alone, with whole references.
  return Array.isArray(value) ? (value as unknown as FileView[]) : []
}

/** References as the value that a record keeps. */
export function fileValue(files: readonly FileView[]): JsonValue {
  // A reference is made of texts and numbers.
  return files.length === 0 ? null : (files as unknown as JsonValue)
}

/** The ids that a canonical input of an attachment field names. */
export function wantedIds(value: JsonValue): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}
