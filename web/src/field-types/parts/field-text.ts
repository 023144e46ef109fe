import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Reader } from '../field-type.ts'
import { webType } from '../registry.ts'
import { shownField } from './shown-field.ts'

/** For titles, chips, conflicts, and the timeline. An empty value is empty text. */
export function textOf(own: Field | undefined, value: JsonValue | undefined, people: Reader): string {
  if (value === null || value === undefined) return ''
  const field = own === undefined ? undefined : shownField(own)
  const { text, whole } = field === undefined ? {} : webType(field)
  if (Array.isArray(value) && whole !== true)
    return value.map((each) => textOf(field, each, people)).join(', ')
  if (field !== undefined && text !== undefined) return text(value, field, people)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function isEmptyValue(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Equal to a reader: all empty values are alike, objects compare by content. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isEmptyValue(a) && isEmptyValue(b)) return true
  return JSON.stringify(a) === JSON.stringify(b)
}
