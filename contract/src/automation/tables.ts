import { z } from 'zod'
import { Label } from '../field-types/common-settings.ts'
import { Instant, RunId, TableChangeId, TableId, TableRowId } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { TableKey } from '../values/table-key.ts'
import { PlaybookUse } from './playbook-use.ts'
import { TableColumn } from './table-columns.ts'

/** Upper limits of a tenant’s reference tables. */
export const TABLE_LIMITS = {
  tables: 200,
  columns: 40,
  rows: 200_000,
  /** Characters of a key. */
  key: 500,
  /** Bytes of any other cell. */
  cell: 8_192,
  /** Rows and bytes of one import. */
  importRows: 100_000,
  importBytes: 32 * 1024 * 1024,
  /** Days that an expired row is shown and can be renewed before it is deleted. */
  graceDays: 30,
  /** Days that changes of rows, and with them deleted rows, can be restored. */
  historyDays: 90,
} as const

export const TableInput = z.strictObject({
  key: TableKey,
  name: Label,
  description: z.string().max(2_000).nullable().default(null),
  /** The first column holds the key of each row; it is a text or a network. */
  columns: z.array(TableColumn).min(1).max(TABLE_LIMITS.columns),
  /** Whether keys that differ only in case are different rows. */
  caseSensitive: z.boolean().default(false),
  /** Rows expire this many days after they were last written; null for never. */
  expireDays: z.int().min(1).max(3_650).nullable().default(null),
})
export type TableInput = z.infer<typeof TableInput>

export const TableView = TableInput.extend({
  id: TableId,
  /** Rows that have not expired. */
  rows: z.number().int(),
  /** Rows that have expired and are not deleted yet. */
  expired: z.number().int(),
  revision: z.number().int(),
  updatedAt: Instant,
  can: z.object({ build: z.boolean() }),
})
export type TableView = z.infer<typeof TableView>

/** Values by the key of their column; an empty cell is null. */
export const RowValues = z.record(z.string(), JsonValue)
export type RowValues = z.infer<typeof RowValues>

const WrittenBy = z.object({
  name: z.string(),
  /** Null when a person wrote the row, or when the run is no longer retained. */
  run: z.object({ id: RunId, number: z.number().int() }).nullable(),
})

/** Names by ID of the people that the values name and who still have access to the tenant. */
const PeopleNames = z.record(z.string(), z.string())

export const TableRowView = z.object({
  id: TableRowId,
  /** Null when a run wrote the row from data that the reader has no access to. */
  values: RowValues.nullable(),
  revision: z.number().int(),
  writtenAt: Instant,
  writtenBy: WrittenBy,
  /** When lookups stop finding the row, by its own expiry or else by the rule of the table. */
  expiresAt: Instant.nullable(),
  /** The row’s own expiry; null when the rule of the table decides. */
  ownExpiresAt: Instant.nullable(),
  expired: z.boolean(),
  people: PeopleNames,
})
export type TableRowView = z.infer<typeof TableRowView>

export const CHANGE_KINDS = ['added', 'changed', 'restored', 'deleted', 'expired'] as const

/** One change of a row. */
export const TableChangeView = z.object({
  id: TableChangeId,
  rowId: TableRowId,
  kind: z.enum(CHANGE_KINDS),
  at: Instant,
  by: WrittenBy,
  /** Null when the row did not exist. */
  before: RowValues.nullable(),
  /** Null when the row was deleted. */
  after: RowValues.nullable(),
  /** The row’s own expiry before and after. */
  expiry: z.object({ before: Instant.nullable(), after: Instant.nullable() }),
  /** Whether the row no longer exists. */
  gone: z.boolean(),
  people: PeopleNames,
})
export type TableChangeView = z.infer<typeof TableChangeView>

/** What an import did, or would do. */
export const ImportedRows = z.object({
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
})
export type ImportedRows = z.infer<typeof ImportedRows>

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
  summary:
    'Lists the rows of a reference table, newest first, including expired ones. `q` finds rows by any of their values.',
  needs: 'playbook:read',
  query: PageQuery.extend({
    q: z.string().max(200).optional(),
    state: z.enum(['live', 'expired']).optional(),
  }),
  reply: pageOf(TableRowView),
  on404: 'here',
})
export const createTableRow = route({
  method: 'POST',
  path: rows,
  summary: 'Adds a row to a reference table',
  needs: 'playbook:build',
  body: z.strictObject({ values: RowValues, expiresAt: Instant.nullable().optional() }),
  reply: TableRowView,
  status: 201,
  fails: ['table.row_invalid'],
  on404: 'here',
})
export const saveTableRow = route({
  method: 'PUT',
  path: `${rows}/:tableRowId`,
  summary:
    'Updates a row of a reference table. Its key can’t be changed. `expiresAt` sets its own expiry; null leaves it to the table.',
  needs: 'playbook:build',
  body: z.strictObject({
    values: RowValues,
    revision: z.number().int(),
    expiresAt: Instant.nullable().optional(),
  }),
  reply: TableRowView,
  fails: ['resource.version_conflict', 'table.row_invalid'],
  on404: 'here',
})
export const getTableRow = route({
  method: 'GET',
  path: `${rows}/:tableRowId`,
  summary: 'Returns a row of a reference table',
  needs: 'playbook:read',
  reply: TableRowView,
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
    'Adds and updates rows from a CSV file or an XLSX workbook whose first line names the columns. Imports nothing if any line has an error. With `dryRun=true`, returns what an import would do.',
  needs: 'playbook:build',
  query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
  bodyKind: 'raw',
  bodyLimit: TABLE_LIMITS.importBytes,
  reply: ImportedRows,
  fails: ['resource.version_conflict', 'table.import_invalid'],
  on404: 'here',
})
export const listTableChanges = route({
  method: 'GET',
  path: `${base}/:tableId/changes`,
  summary: 'Lists changes of the rows of a reference table, newest first; with `row`, those of one row',
  needs: 'playbook:read',
  query: PageQuery.extend({ row: TableRowId.optional() }),
  reply: pageOf(TableChangeView),
  on404: 'here',
})
export const restoreTableRow = route({
  method: 'POST',
  path: `${base}/:tableId/changes/:tableChangeId/restore`,
  summary: 'Restores the values that a row had after a change, or a deleted row with its last values',
  needs: 'playbook:build',
  /** Of the row as it is now; null when it no longer exists. */
  body: z.strictObject({ revision: z.number().int().nullable() }),
  reply: TableRowView,
  fails: ['resource.version_conflict', 'table.row_invalid'],
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
