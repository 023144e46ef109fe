import type {
  RowValues,
  TableChangeView,
  TableRowView,
  TableView,
} from '@caseloom/contract/automation/tables'
import { RunId, TableChangeId, TableId, TableRowId } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { Shape } from './cells.rules.ts'
import type { ChangeRow } from './table-change.store.ts'
import type { TablePeople } from './table-people.ts'
import type { RowCounts, RowRow } from './table-row.store.ts'
import type { TableRow } from './table.store.ts'

export function tableView(row: TableRow, { live, expired }: RowCounts, actor: Actor): TableView {
  return {
    id: TableId.parse(row.id),
    key: row.key,
    name: row.name,
    description: row.description,
    columns: row.columns,
    caseSensitive: row.case_sensitive,
    expireDays: row.expire_days,
    listing: row.listing,
    rows: live,
    expired,
    revision: row.revision,
    updatedAt: row.updated_at.toISOString(),
    can: { build: may(actor, 'playbook:build') },
  }
}

interface Shown {
  isOpen: boolean
  people: TablePeople
}

export function rowView(table: Shape, row: RowRow, { isOpen, people }: Shown): TableRowView {
  const values = isOpen ? valuesOf(table, row.cells) : null
  return {
    id: TableRowId.parse(row.id),
    values,
    revision: row.revision,
    writtenAt: row.written_at.toISOString(),
    writtenBy: writtenBy({ ...row, by_name: row.written_by }),
    expiresAt: row.expires_at?.toISOString() ?? null,
    ownExpiresAt: row.own_expires_at?.toISOString() ?? null,
    expired: row.expired,
    people: people.namesIn([values]),
  }
}

/** A change that the reader may see. */
export function changeView(table: Shape, change: ChangeRow, people: TablePeople): TableChangeView {
  const before = change.before === null ? null : valuesOf(table, change.before)
  const after = change.after === null ? null : valuesOf(table, change.after)
  return {
    id: TableChangeId.parse(change.id),
    rowId: TableRowId.parse(change.row_id),
    kind: change.kind,
    at: change.at.toISOString(),
    by: writtenBy(change),
    before,
    after,
    expiry: {
      before: change.expires_before?.toISOString() ?? null,
      after: change.expires_after?.toISOString() ?? null,
    },
    gone: change.gone,
    people: people.namesIn([before, after]),
  }
}

function writtenBy({
  by_name: name,
  run_id: runId,
  run_number: number,
}: Pick<ChangeRow, 'by_name' | 'run_id' | 'run_number'>): TableRowView['writtenBy'] {
  return {
    name,
    run: runId === null || number === null ? null : { id: RunId.parse(runId), number: Number(number) },
  }
}

/** The cells of all columns; those that were never filled are null. */
export function valuesOf({ columns }: Pick<Shape, 'columns'>, cells: RowValues): RowValues {
  return Object.fromEntries(columns.map(({ key }) => [key, cells[key] ?? null]))
}
