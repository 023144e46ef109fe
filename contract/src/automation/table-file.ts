import { z } from 'zod'
import { TableInput } from './tables.ts'

/** A reference table in a file: its definition without its rows. */
export const TableFile = z.strictObject({ format: z.literal('caseloom.table/1'), table: TableInput })
export type TableFile = z.infer<typeof TableFile>
