import { TABLE_LIMITS, type RowValues, type TableRowView } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { keyColumn, matchOf, readCells, readKey } from './cells.rules.ts'
import { deleteRow, type NewRow, putRows } from './put-rows.store.ts'
import { openRows } from './row-gate.ts'
import { lockedTable } from './save-table.ts'
import { peopleOfTable, type TableDeps, type TablePeople } from './table-people.ts'
import { rowById, rowByKey, rowCounts, rowsByMatch, type RowRow } from './table-row.store.ts'
import { tableById, type TableRow } from './table.store.ts'
import { rowView } from './table-view.ts'

interface AddedRow {
  tableId: string
  values: RowValues
  expiresAt?: string | null | undefined
}

/**
 * Adds a row; throws resource.not_found, table.row_invalid with all faults. A row with the same key that is closed to the
 * actor is replaced: refusing would show that it exists.
 */
export async function createTableRow(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { tableId, values, expiresAt }: AddedRow,
): Promise<TableRowView> {
  allow(actor, 'playbook:build')
  const table = await readTable(scope, tableId)
  return addRow(deps, scope, actor, { table, values, expiresAt })
}

/** Adds a row for someone who was allowed to. Throws as createTableRow does. */
export async function addRow(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { table, values, expiresAt }: Omit<AddedRow, 'tableId'> & { table: TableRow },
): Promise<TableRowView> {
  const { id: tableId } = table
  const people = await peopleOfTable(deps, scope, table)
  const { match, cells } = readRow(table, values, people)
  const known = await scope.read((tx) => rowsByMatch(tx, tableId, [match]))
  const isOpen = await openRows(deps, scope, actor, known)
  return scope.tx(async (tx) => {
    const now = await lockedTable(tx, tableId)
    const row = { id: newId(), match, cells, touches: null, expires: dateOf(expiresAt) }
    await putNewRow(tx, now, row, { actor, isOpen })
    return stored(tx, now, match, people)
  })
}

interface Adding {
  actor: Actor
  isOpen: (row: RowRow) => boolean
  as?: 'restored'
}

/** Writes a row whose key no open row has; throws table.row_invalid. */
export async function putNewRow(tx: TenantTx, table: TableRow, row: NewRow, adding: Adding): Promise<void> {
  const { actor, isOpen, ...how } = adding
  const by = { name: actor.name, runId: null }
  const [old] = await rowsByMatch(tx, table.id, [row.match])
  if (old !== undefined && isOpen(old))
    throw invalid([issueAt(table, 'taken', 'The table already has a row with this key')])
  if (old === undefined && (await rowCounts(tx, table.id)).live >= TABLE_LIMITS.rows)
    throw invalid([full(table)])
  // Closed rows leave nothing behind, not even their revision.
  if (old !== undefined) await deleteRow(tx, table.id, old.id, by)
  await putRows(tx, table, [row], { by, ...how })
}

interface ChangedRow extends AddedRow {
  rowId: string
  revision: number
}

/**
 * Changes values of a row; throws resource.not_found for a missing or closed one, resource.version_conflict,
 * table.row_invalid with all faults. What its values may come from stays with the row.
 */
export async function saveTableRow(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { tableId, rowId, values, revision, expiresAt }: ChangedRow,
): Promise<TableRowView> {
  allow(actor, 'playbook:build')
  const table = await readTable(scope, tableId)
  const seen = await scope.read((tx) => rowById(tx, tableId, rowId))
  if (seen === null || !(await openRows(deps, scope, actor, [seen]))(seen)) throw fail('resource.not_found')
  const people = await peopleOfTable(deps, scope, table)
  const { [keyColumn(table)]: key, ...others } = values
  const reader = { path: ['body', 'values'], findPerson: people.find, before: seen.cells }
  const { cells, issues } = readCells(table, others, reader)
  if (key !== undefined && key !== seen.cells[keyColumn(table)])
    issues.push(issueAt(table, 'locked', 'The key of a row can’t be changed'))
  if (issues.length > 0) throw invalid(issues)
  return scope.tx(async (tx) => {
    const now = await lockedTable(tx, tableId)
    const old = await rowById(tx, tableId, rowId)
    if (old === null) throw fail('resource.not_found')
    if (old.revision !== revision)
      throw fail('resource.version_conflict', { extra: { revision: old.revision } })
    const expires = expiresAt === undefined ? old.own_expires_at : dateOf(expiresAt)
    const row = { ...rowOf(old), cells: { ...old.cells, ...cells }, expires }
    await putRows(tx, now, [row], { by: { name: actor.name, runId: null }, as: 'changed' })
    return storedById(tx, now, rowId, people)
  })
}

/** Deletes a row, closed ones too; throws resource.not_found. */
export async function deleteTableRow(
  scope: TenantScope,
  actor: Actor,
  { tableId, rowId }: { tableId: string; rowId: string },
): Promise<void> {
  allow(actor, 'playbook:build')
  await scope.tx(async (tx) => {
    await lockedTable(tx, tableId)
    if (!(await deleteRow(tx, tableId, rowId, { name: actor.name, runId: null })))
      throw fail('resource.not_found')
  })
}

/** A stored row to be written again. */
export function rowOf({ id, match, cells, touches, own_expires_at: expires }: RowRow): NewRow {
  return { id, match, cells, touches, expires }
}

export async function readTable(scope: TenantScope, tableId: string): Promise<TableRow> {
  const table = await scope.read((tx) => tableById(tx, tableId))
  if (table === null) throw fail('resource.not_found')
  return table
}

/** A whole row as given; throws table.row_invalid with all faults. */
export function readRow(
  table: TableRow,
  values: RowValues,
  people: TablePeople,
  before: RowValues = {},
): { match: string; cells: RowValues } {
  const { [keyColumn(table)]: given, ...others } = values
  const reader = { path: ['body', 'values'], findPerson: people.find, before }
  const { cells, issues } = readCells(table, others, reader)
  const key = readKey(table, given)
  if ('fault' in key) throw invalid([issueAt(table, 'missing', key.fault), ...issues])
  if (issues.length > 0) throw invalid(issues)
  return { match: matchOf(table, key.value), cells: { ...cells, [keyColumn(table)]: key.value } }
}

async function stored(
  tx: TenantTx,
  table: TableRow,
  match: string,
  people: TablePeople,
): Promise<TableRowView> {
  // A row that is added with an expiry in the past is there all the same.
  const row = await rowByKey(tx, table.id, match)
  if (row === null) throw fail('resource.not_found')
  return rowView(table, row, { isOpen: true, people })
}

export async function storedById(
  tx: TenantTx,
  table: TableRow,
  rowId: string,
  people: TablePeople,
): Promise<TableRowView> {
  const row = await rowById(tx, table.id, rowId)
  if (row === null) throw fail('resource.not_found')
  return rowView(table, row, { isOpen: true, people })
}

export function dateOf(text: string | null | undefined): Date | null {
  return text === undefined || text === null ? null : new Date(text)
}

function issueAt(table: TableRow, code: string, message: string): Issue {
  return { path: ['body', 'values', keyColumn(table)], code, message }
}

function full(table: TableRow): Issue {
  return issueAt(table, 'limit', `A table can have at most ${TABLE_LIMITS.rows} rows`)
}

function invalid(issues: Issue[]) {
  return fail('table.row_invalid', { issues })
}
