import { fieldTraits, fieldType, kindOf } from './field-kind.ts'
import type { FieldInput } from './fields.ts'

/** Why values of one field can't be those of another: it holds none to copy, the other takes none, or they differ. */
export type CopyFault = 'no_value' | 'not_filled' | 'other_type' | 'several' | 'options'

/** What keeps a promotion from copying a field into one of another app; null when nothing does. */
export function copyFault(from: FieldInput, to: FieldInput): CopyFault | null {
  const { thread, files, links } = fieldTraits(from)
  // Threads, files, and links belong to their record.
  if (thread || files || links) return 'no_value'
  if (!isFilled(to)) return 'not_filled'
  if (kindOf(from) !== kindOf(to)) return 'other_type'
  if (isMultiple(from) !== isMultiple(to)) return 'several'
  return missingOptions(from, to).length > 0 ? 'options' : null
}

/** True when a person, program, or template can give the field a value. */
export function isFilled(field: FieldInput): boolean {
  const { thread, files, clock } = fieldTraits(field)
  const isStamped = 'stamp' in field && field.stamp !== undefined
  return !thread && !files && !clock && !isStamped && fieldType(field).unwritten !== true
}

function isMultiple(field: FieldInput): boolean {
  return 'multiple' in field && field.multiple
}

function missingOptions(from: FieldInput, to: FieldInput): string[] {
  if (!('options' in from) || !('options' in to)) return []
  const taken = new Set(to.options.map(({ key }) => key))
  return from.options.map(({ key }) => key).filter((key) => !taken.has(key))
}
