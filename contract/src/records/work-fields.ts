import { fieldTraits } from '../field-types/field-kind.ts'
import type { Field, FieldInput } from '../field-types/fields.ts'
import { endsWork } from './closing.ts'

/** What lists of work read of an app. */
interface WorkApp<F extends FieldInput> {
  fields: readonly F[]
  assigneeField?: string | undefined
}

/** The field that says who works on a record; undefined where an app names none, or it isn't among `fields`. */
export function assigneeOf<F extends FieldInput>({ fields, assigneeField }: WorkApp<F>): F | undefined {
  return fields.find((field) => field.key === assigneeField && fieldTraits(field).users)
}

/** The field that an app draws as the state, or the severity, of a record. */
export function drawnAs<F extends FieldInput>(
  { fields }: WorkApp<F>,
  display: 'state' | 'severity',
): F | undefined {
  return fields.find((field) => 'display' in field && field.display === display && !field.multiple)
}

/** States with no work left here: those that end it, and the one after which it continues in another record. */
export function finishedStates(state: FieldInput): string[] {
  if (!('options' in state)) return []
  return state.options.flatMap(({ key }) => (endsWork(state, key) || key === PROMOTED ? [key] : []))
}
const PROMOTED = 'promoted'

/** Clocks with a target: only those can break. */
export function targetClocks(fields: readonly Field[]): Field[] {
  return fields.filter((field) => 'start' in field && field.target !== undefined)
}
