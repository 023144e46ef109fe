import type { FieldInput } from '../field-types/fields.ts'
import type { JsonValue } from '../kernel/json.ts'

/** Options of a state that end the work on a record. Promoting is none: the work continues in the case. */
const CLOSED_STATES: readonly JsonValue[] = ['closed', 'resolved', 'done']

/** Whether a value of the field ends the work on a record: its required tasks have to be over. */
export function endsWork(field: FieldInput, value: JsonValue | undefined): boolean {
  return (
    'display' in field && field.display === 'state' && value !== undefined && CLOSED_STATES.includes(value)
  )
}

/** The option that closes a record of an app, and its field; null where no state does. */
export function closingOption<F extends FieldInput>(
  fields: readonly F[],
): { field: F; value: string } | null {
  for (const field of fields) {
    if (!('options' in field) || field.multiple) continue
    const option = field.options.find(({ key, retired }) => retired !== true && endsWork(field, key))
    if (option !== undefined) return { field, value: option.key }
  }
  return null
}
