import type { SelectionOption } from '@caseloom/contract/field-types/selection'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'

/** More options than digits are a menu. */
const MAX_ROWS = 9

export function offeredOptions(field: Field): readonly SelectionOption[] {
  return 'options' in field ? field.options.filter(({ retired }) => retired !== true) : []
}

/** A field that is chosen from a few rows. */
export function hasRows(field: Field): field is ChoiceField {
  return 'options' in field && !field.multiple && offeredOptions(field).length <= MAX_ROWS
}

/** The option of a digit. */
export function optionOfDigit(field: Field | undefined, key: string): string | undefined {
  return field === undefined || !/^[1-9]$/.test(key) ? undefined : offeredOptions(field)[Number(key) - 1]?.key
}
