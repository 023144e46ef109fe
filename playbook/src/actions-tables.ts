import { z } from 'zod'
import { type ActionSpec, AnyJson, objectSchema } from './action-spec.ts'

const table = z.string().min(1).max(63)
const key = z.string().min(1).max(500)

/** What the steps of reference tables take, as the product parses it again. */
export const TableLookup = z.strictObject({ table, key, column: z.string().min(1).max(63).optional() })
export const TableUpsert = z.strictObject({
  table,
  key,
  values: z.record(z.string().max(63), AnyJson).optional(),
  expiresAt: z.string().max(40).nullable().optional(),
})
export const TableDelete = z.strictObject({ table, key })

/** Reading and changing the reference tables of the tenant. */
export const tableActions: readonly ActionSpec[] = [
  {
    name: 'table.lookup',
    title: 'Look up a table row',
    description:
      'Returns the row of a reference table that has the given key, or the given value in another column, or null if there is none. Addresses find the narrowest network that contains them.',
    kind: 'effect',
    input: TableLookup,
    required: ['table', 'key'],
    output: objectSchema({ found: { type: 'boolean' }, row: { type: ['object', 'null'] } }),
  },
  {
    name: 'table.upsert',
    title: 'Add or update a table row',
    description: 'Adds a row to a reference table, or updates the row that has the given key.',
    kind: 'effect',
    input: TableUpsert,
    required: ['table', 'key'],
    output: objectSchema({ key: { type: 'string' } }),
  },
  {
    name: 'table.delete',
    title: 'Delete a table row',
    description: 'Deletes the row of a reference table that has the given key.',
    kind: 'effect',
    input: TableDelete,
    required: ['table', 'key'],
    output: objectSchema({ deleted: { type: 'boolean' } }),
  },
]
