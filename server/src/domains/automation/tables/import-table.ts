import { TABLE_LIMITS, type RowValues } from '@caseloom/contract/automation/tables'
import { fileIssue, readTableFile } from './read-table-file.ts'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import { openRows } from './row-gate.ts'
import { readTable, rowOf } from './save-row.ts'
import { type By, lockedTable } from './save-table.ts'
import { type NewRow, putRows, rowCount, rowsByMatch, type RowRow } from './table-row.store.ts'

interface ImportTable {
  tableId: string
  bytes: Buffer
}

/**
 * Adds and changes rows from a CSV file, all or none; throws resource.not_found, table.import_invalid with all faults.
 * Columns that the file doesn't have keep their values.
 */
export async function importTable(
  deps: GateDeps,
  scope: TenantScope,
  { actor, ip }: By,
  { tableId, bytes }: ImportTable,
): Promise<{ rows: number }> {
  allow(actor, 'playbook:build')
  const table = await readTable(scope, tableId)
  const { rows: read, issues } = readTableFile(table, bytes)
  if (issues.length > 0) throw invalid(issues)
  const matches = [...read.keys()]
  const seen = await scope.read((tx) => rowsByMatch(tx, tableId, matches))
  const isOpen = await openRows(deps, scope, actor, seen)
  return scope.tx(async (tx) => {
    const now = await lockedTable(tx, tableId)
    if (now.revision !== table.revision)
      throw fail('resource.version_conflict', { extra: { revision: now.revision } })
    const known = new Map((await rowsByMatch(tx, tableId, matches)).map((row) => [row.match, row]))
    const added = matches.filter((match) => !known.has(match)).length
    if (added > 0 && added + (await rowCount(tx, tableId)) > TABLE_LIMITS.rows)
      throw invalid([fileIssue(1, null, 'limit', `A table can have at most ${TABLE_LIMITS.rows} rows`)])
    const rows = matches.map((match) => mergedRow(match, read.get(match) ?? {}, known.get(match), isOpen))
    await putRows(tx, tableId, rows, { name: actor.name, runId: null })
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'table.imported',
      object: { kind: 'table', id: table.id, name: table.name },
      after: { rows: rows.length },
      ip,
    })
    return { rows: rows.length }
  })
}

/** A closed row is replaced whole, as when a person adds it. */
function mergedRow(
  match: string,
  cells: RowValues,
  old: RowRow | undefined,
  isOpen: (row: RowRow) => boolean,
): NewRow {
  if (old === undefined || !isOpen(old)) return { id: newId(), match, cells, touches: null }
  return { ...rowOf(old), cells: { ...old.cells, ...cells } }
}

function invalid(issues: Issue[]) {
  return fail('table.import_invalid', { issues })
}
