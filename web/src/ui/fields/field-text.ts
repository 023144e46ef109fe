import type { Field } from '@caseloom/contract/fields'
import type { JsonValue } from '@caseloom/contract/json'

/** A value as plain text: for titles, chips, conflicts and the timeline. Empty is the empty text. */
export function textOf(
  field: Field | undefined,
  value: JsonValue | undefined,
  people: { name(userId: string): string | undefined },
): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && field?.type !== 'json') {
    return value.map((each) => textOf(field, each, people)).join(', ')
  }
  if (field?.type === 'selection') {
    return field.options.find((option) => option.key === value)?.label ?? String(value)
  }
  if (field?.type === 'user') return people.name(String(value)) ?? String(value)
  if (field?.type === 'number') return `${field.prefix ?? ''}${String(value)}${field.suffix ?? ''}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** True for values that mean "nothing here". */
export function isEmptyValue(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether two values are the same to a reader: empty ones are alike, objects compare by content. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isEmptyValue(a) && isEmptyValue(b)) return true
  return JSON.stringify(a) === JSON.stringify(b)
}
