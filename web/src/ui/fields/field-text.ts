import { writeDuration } from '@caseloom/contract/duration'
import type { Field } from '@caseloom/contract/fields'
import { FileView } from '@caseloom/contract/files'
import type { JsonValue } from '@caseloom/contract/json'
import { plainTextOf } from '@caseloom/contract/rich-text'
import { linkedOf, linkedTitle } from './linked-draft.ts'
import { caseText } from './case-text.ts'
import { numberText } from './number-text.ts'
import { shownField } from './shown-field.ts'

/** Names of people and, where fields contain groups, of groups. */
export interface Names {
  name(userId: string): string | undefined
  group?(groupId: string): string | undefined
}

/** For titles, chips, conflicts, and the timeline. An empty value is empty text. */
export function textOf(field: Field | undefined, value: JsonValue | undefined, people: Names): string {
  if (value === null || value === undefined) return ''
  if (field?.type === 'reference') return linkedOf(value).items.map(linkedTitle).join(', ')
  if (field?.type === 'attachment') return fileNames(value).join(', ')
  if (field?.type === 'formula' && field.result !== 'boolean') return textOf(shownField(field), value, people)
  if (typeof value === 'boolean' && field?.type === 'formula') return value ? 'Yes' : 'No'
  if (field?.type === 'text' && field.format === 'rich') return plainTextOf(String(value))
  // A condition compares with one value of an observable, or with the assignee of a task.
  if (field?.type === 'observables' && typeof value === 'string') return value
  if (field?.type === 'tasks' && typeof value === 'string') return people.name(value) ?? value
  if (field?.type === 'observables' || field?.type === 'tasks' || field?.type === 'clock')
    return caseText(field, value)
  if (Array.isArray(value) && field?.type !== 'json') {
    return value.map((each) => textOf(field, each, people)).join(', ')
  }
  if (field?.type === 'selection') {
    return field.options.find((option) => option.key === value)?.label ?? String(value)
  }
  if (field?.type === 'user') return people.name(String(value)) ?? String(value)
  if (field?.type === 'group') return people.group?.(String(value)) ?? String(value)
  if (field?.type === 'duration' && typeof value === 'number') return writeDuration(value)
  if (field?.type === 'time') return shortTime(String(value))
  if (field?.type === 'number')
    return `${field.prefix ?? ''}${numberText(field.format, value)}${field.suffix ?? ''}`
  if (field?.type === 'text') return `${field.prefix ?? ''}${String(value)}${field.suffix ?? ''}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function fileNames(value: JsonValue): string[] {
  return (
    FileView.array()
      .safeParse(value)
      .data?.map((file) => file.name) ?? []
  )
}

/** Omits zero seconds. */
export function shortTime(time: string): string {
  return /^\d\d:\d\d:00$/.test(time) ? time.slice(0, 5) : time
}

export function isEmptyValue(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Equal to a reader: all empty values are alike, objects compare by content. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isEmptyValue(a) && isEmptyValue(b)) return true
  return JSON.stringify(a) === JSON.stringify(b)
}
