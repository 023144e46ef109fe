import { fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'

/** A formula is shown, compared, and aligned like its result. */
export function shownField(field: Field): Field {
  if (!('expression' in field)) return field
  const { expression: _expression, result, type: _type, ...common } = field
  switch (result) {
    case 'text':
      return { ...common, type: 'text', multiline: false, maxLength: 10_000, unique: false }
    case 'number':
      return { ...common, type: 'number', unique: false }
    case 'date':
    case 'datetime':
    case 'duration':
      return { ...common, type: result }
    case 'boolean':
      return field
    default:
      return result satisfies never
  }
}

/** Computed values can't be edited. */
export function isComputed(field: Field): boolean {
  return (
    'expression' in field || fieldType(field).fact === true || ('stamp' in field && field.stamp !== undefined)
  )
}
