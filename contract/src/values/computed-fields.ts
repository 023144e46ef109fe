import { z } from 'zod'
import { Filter } from './filter.ts'

/** Result types of a formula; the result is stored, filtered, sorted, and exported like a field of that type. */
export const FORMULA_RESULTS = ['text', 'number', 'boolean', 'date', 'datetime', 'duration'] as const
export type FormulaResult = (typeof FORMULA_RESULTS)[number]
export const MAX_EXPRESSION = 4_000

export const SYSTEM_FACTS = [
  'tracking_id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'history',
] as const

/** When a date-time field gets the moment in which the condition begins to hold: the first time only, or each time. */
export const Stamp = z.strictObject({ when: Filter, keep: z.enum(['first', 'last']) })
export type Stamp = z.infer<typeof Stamp>
