import { z } from 'zod'
import { Key, Label } from '../field-types/common-settings.ts'
import { fieldTraits } from '../field-types/field-kind.ts'
import type { FieldInput } from '../field-types/fields.ts'
import { Filter } from '../values/filter.ts'

export const MAX_CORRELATION_RULES = 10
const MAX_FIELDS = 8
const YEAR_SECONDS = 366 * 24 * 3600

/** Which new records repeat one that is there: the same values in the same fields, again within a time. */
export const CorrelationRule = z.strictObject({
  key: Key,
  name: Label,
  /** All of these fields must have a value, and the same one. */
  fields: z.array(Key).min(1).max(MAX_FIELDS),
  /** Seconds since the last repetition, after which the next record is a new beginning. */
  within: z.number().int().min(60).max(YEAR_SECONDS),
  /** `open`: folded into the record that is open. `list`: it stays a record, and lists can show the group in one row. */
  into: z.enum(['open', 'list']),
  /** New records that the rule is for; all of them when absent. */
  condition: Filter.optional(),
})
export type CorrelationRule = z.infer<typeof CorrelationRule>

/** Whether the values of a field can be the same in two records: plain ones, not what lies beside the record. */
export function isComparable(field: FieldInput): boolean {
  const { column, files, thread, links, observables, tasks, clock, html, raw } = fieldTraits(field)
  return column && ![files, thread, links, observables, tasks, clock, html, raw].includes(true)
}

/** A rule as someone sees it who does not build the app: none that compares fields that they can’t read. */
export function readableRule(
  { condition: _condition, ...rule }: CorrelationRule,
  isShown: (key: string) => boolean,
): CorrelationRule[] {
  return rule.fields.every(isShown) ? [rule] : []
}
