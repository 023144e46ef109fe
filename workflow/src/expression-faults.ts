import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { type ExpressionFault, fieldPlaces, LINKED_INSTEAD } from './expression.ts'
import { expressionTest, type FormFields } from './tests.ts'

/**
 * What is wrong with an expression that is being written. Reading a reference field is one of these only here: it gives
 * nothing, and rules that were published with it continue to run.
 */
export function expressionFaults(source: string, fields: FormFields): readonly ExpressionFault[] {
  const links = fieldPlaces(source).flatMap(({ key, position }): ExpressionFault[] => {
    const field = fields.own.get(key)
    if (field === undefined || !fieldTraits(field).links) return []
    return [{ code: 'not_allowed', message: LINKED_INSTEAD, position }]
  })
  return [...expressionTest(source, fields).reading.faults, ...links]
}
