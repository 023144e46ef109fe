import { z } from 'zod'
import { Label } from '../field-types/common-settings.ts'
import { Instant, RunId, TableId, TableRowId } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { ObservableKind } from '../values/case-fields.ts'
import { TableKey } from '../values/table-key.ts'
import { PlaybookUse } from './playbook-use.ts'

/** Upper limits of a tenant’s reference tables. */
export const TABLE_LIMITS = {
  tables: 200,
  columns: 40,
  rows: 50_000,
  /** Characters of a key. */
  key: 500,
  /** Bytes of any other cell. */
  cell: 8_192,
  /** Rows and bytes of one import. */
  importRows: 20_000,
  importBytes: 20 * 1024 * 1024,
} as const

export const COLUMN_TYPES = ['text', 'number', 'boolean', 'instant'] as const
export const TableColumn = z.strictObject({
  key: TableKey,
  label: Label,
  type: z.enum(COLUMN_TYPES),
})
export type TableColumn = z.infer<typeof TableColumn>

/** What a table of observables says of them. */
export const LIST_PURPOSES = ['block', 'allow'] as const

/** Makes a table a block or allow list of observables: they are compared with one of its columns. */
export const ObservableListing = z.strictObject({
  purpose: z.enum(LIST_PURPOSES),
  /** The text column that holds the values. */
  column: TableKey,
  /** The types of observables that it lists. */
  kinds: z.array(ObservableKind).min(1).max(ObservableKind.options.length),
  /** Users who can edit records add and remove values at observables; otherwise only those who edit tables do. */
  editors: z.boolean().default(false),
})
export type ObservableListing = z.infer<typeof ObservableListing>

export const TableInput = z.strictObject({
  key: TableKey,
  name: Label,
  description: z.string().max(2_000).nullable().default(null),
  /** The first column holds the key of each row; it is a text. */
  columns: z.array(TableColumn).min(1).max(TABLE_LIMITS.columns),
  /** Whether keys that differ only in case are different rows. */
  caseSensitive: z.boolean().default(false),
  /** Rows expire this many days after they were last written; null for never. */
  expireDays: z.int().min(1).max(3_650).nullable().default(null),
  /** Null for a table that is no list of observables; absent: null for a new table, unchanged for others. */
  listing: ObservableListing.nullable().optional(),
})
export type TableInput = z.infer<typeof TableInput>

export const TableView = TableInput.extend({
  listing: ObservableListing.nullable(),
  id: TableId,
  /** Rows that have not expired. */
  rows: z.number().int(),
  revision: z.number().int(),
  updatedAt: Instant,
  can: z.object({ build: z.boolean() }),
})
export type TableView = z.infer<typeof TableView>

/** Values by the key of their column; an empty cell is null. */
export const RowValues = z.record(z.string(), JsonValue)
export type RowValues = z.infer<typeof RowValues>

export const TableRowView = z.object({
  id: TableRowId,
  /** Null when a run wrote the row from data that the reader has no access to. */
  values: RowValues.nullable(),
  revision: z.number().int(),
  writtenAt: Instant,
  writtenBy: z.object({
    name: z.string(),
    /** Null when a person wrote the row, or when the run is no longer retained. */
    run: z.object({ id: RunId, number: z.number().int() }).nullable(),
  }),
  expiresAt: Instant.nullable(),
})
export type TableRowView = z.infer<typeof TableRowView>

export const ImportedRows = z.object({ rows: z.number().int() })

const base = '/api/tenant/:tenantId/orchestration/api/tables' as const
const rows = `${base}/:tableId/rows` as const

export const listTables = route({
  method: 'GET',
  path: base,
  summary: 'Lists the reference tables of the tenant',
  needs: 'playbook:read',
  reply: z.object({ items: z.array(TableView) }),
})
export const createTable = route({
  method: 'POST',
  path: base,
  summary: 'Creates a reference table',
  needs: 'playbook:build',
  body: TableInput,
  reply: TableView,
  status: 201,
  fails: ['table.key_taken', 'table.invalid'],
})
export const saveTable = route({
  method: 'PUT',
  path: `${base}/:tableId`,
  summary: 'Updates a reference table. Values of removed columns are deleted.',
  needs: 'playbook:build',
  body: TableInput.extend({ revision: z.number().int() }),
  reply: TableView,
  fails: ['resource.version_conflict', 'table.key_taken', 'table.invalid'],
  on404: 'here',
})
export const deleteTable = route({
  method: 'DELETE',
  path: `${base}/:tableId`,
  summary: 'Deletes a reference table that no published playbook and no form logic uses, with all its rows',
  needs: 'playbook:build',
  fails: ['table.in_use'],
  on404: 'here',
})
export const tableUses = route({
  method: 'GET',
  path: `${base}/:tableId/uses`,
  summary: 'Lists the playbooks, published or as drafts, and the form logic that use a reference table',
  needs: 'playbook:read',
  reply: z.object({
    items: z.array(PlaybookUse),
    /** Apps and applets whose published form logic looks values up in the table. */
    logic: z.array(z.object({ kind: z.enum(['app', 'applet']), id: z.string(), name: z.string() })),
    /** How many of those aren’t shared with the reader. */
    others: z.number().int(),
  }),
  on404: 'here',
})
export const listTableRows = route({
  method: 'GET',
  path: rows,
  summary: 'Lists the rows of a reference table, newest first. `q` finds rows by any of their values.',
  needs: 'playbook:read',
  query: PageQuery.extend({ q: z.string().max(200).optional() }),
  reply: pageOf(TableRowView),
  on404: 'here',
})
export const createTableRow = route({
  method: 'POST',
  path: rows,
  summary: 'Adds a row to a reference table',
  needs: 'playbook:build',
  body: z.strictObject({ values: RowValues }),
  reply: TableRowView,
  status: 201,
  fails: ['table.row_invalid'],
  on404: 'here',
})
export const saveTableRow = route({
  method: 'PUT',
  path: `${rows}/:tableRowId`,
  summary: 'Updates a row of a reference table. Its key can’t be changed.',
  needs: 'playbook:build',
  body: z.strictObject({ values: RowValues, revision: z.number().int() }),
  reply: TableRowView,
  fails: ['resource.version_conflict', 'table.row_invalid'],
  on404: 'here',
})
export const deleteTableRow = route({
  method: 'DELETE',
  path: `${rows}/:tableRowId`,
  summary: 'Deletes a row of a reference table',
  needs: 'playbook:build',
  on404: 'here',
})
export const importTable = route({
  method: 'POST',
  path: `${base}/:tableId/import`,
  summary:
    'Adds and updates rows from a CSV file whose first line names the columns. Imports nothing if any line has an error.',
  needs: 'playbook:build',
  bodyKind: 'raw',
  bodyLimit: TABLE_LIMITS.importBytes,
  reply: ImportedRows,
  fails: ['resource.version_conflict', 'table.import_invalid'],
  on404: 'here',
})
export const exportTable = route({
  method: 'GET',
  path: `${base}/:tableId/export`,
  summary: 'Exports the rows of a reference table as CSV',
  needs: 'playbook:read',
  answers: 'file',
  on404: 'here',
})
