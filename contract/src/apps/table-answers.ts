import { z } from 'zod'
import { TableKey } from '../values/table-key.ts'

/** Questions to the reference tables in one evaluation of a workflow. */
export const MAX_TABLE_QUESTIONS = 50
/** Characters of a value that may be in a table; no cell holds more. */
export const MAX_TABLE_VALUE = 8_192

/** Whether a value is in a column of a reference table: in its key column when absent. */
export const TableQuestion = z.strictObject({
  table: TableKey,
  column: TableKey.optional(),
  value: z.string().max(MAX_TABLE_VALUE),
})
export type TableQuestion = z.infer<typeof TableQuestion>

/** Null for a table or column that doesn't exist, or that the asker may not read. */
export const TableAnswer = TableQuestion.extend({ found: z.boolean().nullable() })
export type TableAnswer = z.infer<typeof TableAnswer>
