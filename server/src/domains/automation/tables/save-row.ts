import { TABLE_LIMITS, type RowValues, type TableRowView } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import { keyColumn, matchOf, readCells, readKey } from './cells.rules.ts'
import { openRows } from './row-gate.ts'
import { lockedTable } from './save-table.ts'
import { deleteRow, putRows, rowById, rowCount, rowsByMatch, type RowRow } from './table-row.store.ts'
import { tableById, type TableRow } from './table.store.ts'
import { rowView } from './table-view.ts'

interface NewRow {
  tableId: string
  values: RowValues
}

/**
 * Adds a row; throws resource.not_found, table.row_invalid with all faults. A row with the same key that is closed to the
 * actor is replaced: refusing would show that it exists.
 */
export async function createTableRow(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  { tableId, values }: NewRow,
): Promise<TableRowView> {
  allow(actor, 'playbook:build')
  return addRow(deps, scope, actor, { table: await readTable(scope, tableId), values })
}

/** Adds a row for someone who was allowed to. Throws as createTableRow does. */
export async function addRow(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  { table, values }: { table: TableRow; values: RowValues },
): Promise<TableRowView> {
  const { id: tableId } = table
  const { match, cells } = readRow(table, values)
  const known = await scope.read((tx) => rowsByMatch(tx, tableId, [match]))
  const isOpen = await openRows(deps, scope, actor, known)
  return scope.tx(async (tx) => {
    await lockedTable(tx, tableId)
    const [old] = await rowsByMatch(tx, tableId, [match])
    if (old !== undefined && isOpen(old))
      throw invalid([issueAt(table, 'taken', 'The table already has a row with this key')])
    if (old === undefined && (await rowCount(tx, tableId)) >= TABLE_LIMITS.rows) throw invalid([full(table)])
    // Closed rows leave nothing behind, not even their revision.
    if (old !== undefined) await deleteRow(tx, tableId, old.id)
    const row = { id: newId(), match, cells, touches: null }
    await putRows(tx, tableId, [row], { name: actor.name, runId: null })
    return stored(tx, table, match)
  })
}

interface ChangedRow extends NewRow {
  rowId: string
  revision: number
}

/**
 * Changes values of a row; throws resource.not_found for a missing or closed one, resource.version_conflict,
 * table.row_invalid with all faults. What its values may come from stays with the row.
 */
export async function saveTableRow(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  { tableId, rowId, values, revision }: ChangedRow,
): Promise<TableRowView> {
  allow(actor, 'playbook:build')
  const table = await readTable(scope, tableId)
  const seen = await scope.read((tx) => rowById(tx, tableId, rowId))
  if (seen === null || !(await openRows(deps, scope, actor, [seen]))(seen)) throw fail('resource.not_found')
  const { [keyColumn(table)]: key, ...others } = values
  const { cells, issues } = readCells(table, others, ['body', 'values'])
  if (key !== undefined && key !== seen.cells[keyColumn(table)])
    issues.push(issueAt(table, 'locked', 'The key of a row can’t be changed'))
  if (issues.length > 0) throw invalid(issues)
  return scope.tx(async (tx) => {
    await lockedTable(tx, tableId)
    const old = await rowById(tx, tableId, rowId)
    if (old === null) throw fail('resource.not_found')
    if (old.revision !== revision)
      throw fail('resource.version_conflict', { extra: { revision: old.revision } })
    await putRows(tx, tableId, [{ ...rowOf(old), cells: { ...old.cells, ...cells } }], {
      name: actor.name,
      runId: null,
    })
    return stored(tx, table, old.match)
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
    if (!(await deleteRow(tx, tableId, rowId))) throw fail('resource.not_found')
  })
}

/** A stored row to be written again. */
export function rowOf({ id, match, cells, touches }: RowRow) {
  return { id, match, cells, touches }
}

export async function readTable(scope: TenantScope, tableId: string): Promise<TableRow> {
  const table = await scope.read((tx) => tableById(tx, tableId))
  if (table === null) throw fail('resource.not_found')
  return table
}

/** A whole row as given; throws table.row_invalid with all faults. */
function readRow(table: TableRow, values: RowValues): { match: string; cells: RowValues } {
  const { [keyColumn(table)]: given, ...others } = values
  const { cells, issues } = readCells(table, others, ['body', 'values'])
  const key = readKey(given)
  if ('fault' in key) throw invalid([issueAt(table, 'missing', key.fault), ...issues])
  if (issues.length > 0) throw invalid(issues)
  return { match: matchOf(table, key.value), cells: { ...cells, [keyColumn(table)]: key.value } }
}

async function stored(tx: TenantTx, table: TableRow, match: string): Promise<TableRowView> {
  const [row] = await rowsByMatch(tx, table.id, [match])
  if (row === undefined) throw fail('resource.not_found')
  return rowView(table, row, true)
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
