import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { FormContext } from './form-context.ts'
import { comparisonHolds, isEmpty } from './tests.ts'

type SetAction = Extract<WorkflowAction, { do: 'set' }>

/** Whether values of a field are lower or higher than others: numbers, dates, times, and one option by the order of options. */
export function isOrdered(field: FieldInput): boolean {
  return fieldTraits(field).ordered
}

const OPERATORS = { lower: 'lt', higher: 'gt' } as const

interface Replacing {
  field: FieldInput | undefined
  present: JsonValue
  value: JsonValue
  context: FormContext
}

/** Whether a new value takes the place of the present one, where the action asks how they compare. Empty is replaced by anything. */
export function replaces(
  { onlyIf }: Pick<SetAction, 'onlyIf'>,
  { field, present, value, context }: Replacing,
): boolean {
  if (onlyIf === undefined) return true
  if (field === undefined || isEmpty(value)) return false
  if (isEmpty(present)) return true
  return comparisonHolds({ field: field.key, op: OPERATORS[onlyIf], value }, field, { present, context })
}
