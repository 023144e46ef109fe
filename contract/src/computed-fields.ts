import { z } from 'zod'
import { Filter } from './filter.ts'

/** What a formula may give; it is kept, filtered, sorted and exported like a field of that type. */
export const FORMULA_RESULTS = ['text', 'number', 'boolean', 'date', 'datetime', 'duration'] as const
export type FormulaResult = (typeof FORMULA_RESULTS)[number]
export const MAX_EXPRESSION = 4_000

/** A value that follows from the record's other fields: always read-only, worked out at every change. */
export const formula = {
  type: z.literal('formula'),
  /**
   * JSONata over `record.<key>` (or `<key>` alone) and the facts `created_at`, `updated_at`, `created_by`,
   * `updated_by`. Empty fields are left out. Clock and random are refused: a formula is a function of the record.
   */
  expression: z.string().trim().min(1).max(MAX_EXPRESSION),
  result: z.enum(FORMULA_RESULTS),
}

export const SYSTEM_FACTS = [
  'tracking_id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'history',
] as const

/** A fact that every record has, placed on the layout like a field. */
export const system = { type: z.literal('system'), of: z.enum(SYSTEM_FACTS) }

/** MITRE ATT&CK enterprise techniques by id, such as `T1059.001`. */
export const technique = { type: z.literal('technique'), multiple: z.boolean().default(false) }

/** When a date-time field gets the moment in which the condition begins to hold: the first time only, or each time. */
export const Stamp = z.strictObject({ when: Filter, keep: z.enum(['first', 'last']) })
export type Stamp = z.infer<typeof Stamp>

/** The largest number of options of a selection. */
export const MAX_OPTIONS = 10_000
