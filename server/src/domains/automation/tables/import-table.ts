import { type ImportedRows, TABLE_LIMITS } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { deleteRow, isSameRow, type NewRow, putRows, ROW_BATCH } from './put-rows.store.ts'
import { type FileFaults, fileIssue, type FileReading, type FileRow, rowsOfFile } from './read-table-file.ts'
import { openRows } from './row-gate.ts'
import { dateOf, readTable, rowOf } from './save-row.ts'
import { type By, lockedTable } from './save-table.ts'
import { peopleOfTable, type TableDeps } from './table-people.ts'
import { rowCounts, rowsByMatch, type RowRow } from './table-row.store.ts'
import type { TableRow } from './table.store.ts'

interface ImportTable {
  tableId: string
  /** A CSV file or an XLSX workbook. */
  bytes: Buffer
  /** Only says what an import would do. */
  dryRun?: boolean
}

/**
 * Adds and changes rows from a file; throws resource.not_found, table.import_invalid with the faults, and then nothing is
 * imported. Columns that the file doesn't have keep their values. The file is read twice, first to check it, then to
 * write it batch by batch: a machine that fails in between has imported part of it, and the same file completes it.
 */
export async function importTable(
  deps: TableDeps,
  scope: TenantScope,
  by: By,
  { tableId, bytes, dryRun = false }: ImportTable,
): Promise<ImportedRows> {
  allow(by.actor, 'playbook:build')
  const table = await readTable(scope, tableId)
  const { find: findPerson } = await peopleOfTable(deps, scope, table)
  const faults: FileFaults = { issues: [], lines: new Set() }
  const reading = { table, bytes, findPerson, faults }
  const plan = await planned(deps, scope, by, reading)
  if (faults.issues.length > 0) throw invalid(faults.issues, faults.lines.size)
  const { live } = await scope.read((tx) => rowCounts(tx, tableId))
  if (plan.added > 0 && plan.added + live > TABLE_LIMITS.rows)
    throw invalid([fileIssue(1, null, 'limit', `A table can have at most ${TABLE_LIMITS.rows} rows`)], 1)
  if (!dryRun) await write(deps, scope, by, { ...reading, plan })
  return plan
}

interface Reading extends FileReading {
  table: TableRow
}

/** What the faultless rows would do. */
async function planned(
  deps: TableDeps,
  scope: TenantScope,
  { actor }: By,
  reading: Reading,
): Promise<ImportedRows> {
  const plan = { rows: 0, added: 0, changed: 0, unchanged: 0 }
  for await (const batch of rowsOfFile(reading, ROW_BATCH)) {
    // A file with faults is not imported: its other rows are only read for theirs.
    if (reading.faults.issues.length > 0) continue
    const matches = batch.map(({ match }) => match)
    const known = await scope.read((tx) => rowsByMatch(tx, reading.table.id, matches))
    const isOpen = await openRows(deps, scope, actor, known)
    const open = new Map(known.filter(isOpen).map((row) => [row.match, row]))
    for (const row of batch) {
      const old = open.get(row.match)
      plan.rows += 1
      if (old === undefined) plan.added += 1
      else if (isSameRow(rowOf(old), mergedRow(row, old, isOpen))) plan.unchanged += 1
      else plan.changed += 1
    }
  }
  return plan
}

/** Each batch has a short transaction of its own; the first one also says in the audit log what begins. */
async function write(
  deps: TableDeps,
  scope: TenantScope,
  { actor, ip }: By,
  { plan, ...reading }: Reading & { plan: ImportedRows },
): Promise<void> {
  let isFirst = true
  const { table } = reading
  const faults: FileFaults = { issues: [], lines: new Set() }
  for await (const batch of rowsOfFile({ ...reading, faults }, ROW_BATCH)) {
    const matches = batch.map(({ match }) => match)
    const seen = await scope.read((tx) => rowsByMatch(tx, table.id, matches))
    const isOpen = await openRows(deps, scope, actor, seen)
    const after = isFirst ? plan : null
    await scope.tx(async (tx) => {
      await writeBatch(tx, { table, batch, isOpen }, actor.name)
      if (after === null) return
      const object = { kind: 'table', id: table.id, name: table.name }
      const { accountId, tenantId } = tx
      await audit(tx, {
        accountId,
        tenantId,
        actor,
        action: 'table.imported',
        object,
        after: { ...after },
        ip,
      })
    })
    isFirst = false
  }
  // Someone left, or the like, since the file was checked.
  if (faults.issues.length > 0) throw invalid(faults.issues, faults.lines.size)
}

interface Batch {
  table: TableRow
  batch: readonly FileRow[]
  isOpen: (row: RowRow) => boolean
}

async function writeBatch(tx: TenantTx, { table, batch, isOpen }: Batch, name: string): Promise<void> {
  const now = await lockedTable(tx, table.id)
  if (now.revision !== table.revision)
    throw fail('resource.version_conflict', { extra: { revision: now.revision } })
  const matches = batch.map(({ match }) => match)
  const known = new Map((await rowsByMatch(tx, table.id, matches)).map((row) => [row.match, row]))
  const by = { name, runId: null }
  // As when a person adds a row: what was closed leaves nothing behind that the new row shows.
  for (const row of known.values()) if (!isOpen(row)) await deleteRow(tx, now.id, row.id, by)
  const rows = batch.map((row) => mergedRow(row, known.get(row.match), isOpen))
  await putRows(tx, now, rows, { by })
}

/** A closed row is replaced whole. */
function mergedRow(
  { match, cells, expiresAt }: FileRow,
  old: RowRow | undefined,
  isOpen: (row: RowRow) => boolean,
): NewRow {
  if (old === undefined || !isOpen(old))
    return { id: newId(), match, cells, touches: null, expires: dateOf(expiresAt) }
  const expires = expiresAt === undefined ? old.own_expires_at : dateOf(expiresAt)
  return { ...rowOf(old), cells: { ...old.cells, ...cells }, expires }
}

/** Says how many lines are faulty when not all can be listed. */
function invalid(issues: Issue[], lines: number) {
  const detail = `${lines} lines of the file have errors. The first ${issues.length} errors are listed.`
  return fail('table.import_invalid', { issues, ...(lines > issues.length ? { detail } : {}) })
}
