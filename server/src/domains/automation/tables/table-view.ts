import type { RowValues, TableRowView, TableView } from '@caseloom/contract/automation/tables'
import { RunId, TableId, TableRowId } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { Shape } from './cells.rules.ts'
import type { RowRow } from './table-row.store.ts'
import type { TableRow } from './table.store.ts'

export function tableView(row: TableRow, rows: number, actor: Actor): TableView {
  return {
    id: TableId.parse(row.id),
    key: row.key,
    name: row.name,
    description: row.description,
    columns: row.columns,
    caseSensitive: row.case_sensitive,
    expireDays: row.expire_days,
    listing: row.listing,
    rows,
    revision: row.revision,
    updatedAt: row.updated_at.toISOString(),
    can: { build: may(actor, 'playbook:build') },
  }
}

export function rowView(table: Shape, row: RowRow, isOpen: boolean): TableRowView {
  const { run_id: runId, run_number: number } = row
  return {
    id: TableRowId.parse(row.id),
    values: isOpen ? valuesOf(table, row) : null,
    revision: row.revision,
    writtenAt: row.written_at.toISOString(),
    writtenBy: {
      name: row.written_by,
      run: runId === null || number === null ? null : { id: RunId.parse(runId), number: Number(number) },
    },
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/** The cells of all columns; those that were never filled are null. */
export function valuesOf({ columns }: Pick<Shape, 'columns'>, { cells }: Pick<RowRow, 'cells'>): RowValues {
  return Object.fromEntries(columns.map(({ key }) => [key, cells[key] ?? null]))
}
