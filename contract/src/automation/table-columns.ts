import { z } from 'zod'
import { Label } from '../field-types/common-settings.ts'
import { TableKey } from '../values/table-key.ts'

export const COLUMN_TYPES = ['text', 'number', 'boolean', 'instant', 'network', 'choice', 'user'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** Types that the first column can have, which holds the keys. */
export const KEY_TYPES = ['text', 'network'] as const satisfies readonly ColumnType[]

/** Types of columns that rows are found by without reading the whole table. */
export const LOOKUP_TYPES: ReadonlySet<string> = new Set<ColumnType>(['text', 'network', 'choice', 'user'])

/** Types of columns that form logic compares texts with. */
export const CONDITION_TYPES: ReadonlySet<string> = new Set<ColumnType>(['text', 'network', 'choice'])

export const MAX_OPTIONS = 200

export const TableColumn = z.strictObject({
  key: TableKey,
  label: Label,
  type: z.enum(COLUMN_TYPES),
  /** Of a selection: what its cells can hold, in this order. */
  options: z.array(z.string().trim().min(1).max(100)).max(MAX_OPTIONS).optional(),
})
export type TableColumn = z.infer<typeof TableColumn>
