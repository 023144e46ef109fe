import { z } from 'zod'
import { FORMULA_RESULTS, MAX_EXPRESSION } from '../values/computed-fields.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** A value that follows from the record's other fields: always read-only, worked out at every change. */
export const formulaSettings = {
  type: z.literal('formula'),
  /**
   * JSONata over `record.<key>` (or `<key>` alone) and the facts `created_at`, `updated_at`, `created_by`,
   * `updated_by`. Empty fields are left out. Clock and random are refused: a formula is a function of the record.
   */
  expression: z.string().trim().min(1).max(MAX_EXPRESSION),
  result: z.enum(FORMULA_RESULTS),
}

export const formulaType: FieldTypeRules<
  SettingsOf<typeof formulaSettings>,
  'text' | 'number' | 'date' | 'instant' | 'duration' | keyof typeof formulaKinds
> = {
  // Stored and compared like a field of its result type; only booleans have no such field.
  kind: ({ result }) => (result === 'datetime' ? 'instant' : result),
  derived: true,
  unwritten: true,
}

export const formulaKinds = { boolean: traits({ truth: true }) }
