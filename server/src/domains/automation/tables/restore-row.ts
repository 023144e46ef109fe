// The history of rows: who changed what, and the way back.
import type { RowValues, TableChangeView, TableRowView } from '@caseloom/contract/automation/tables'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { mergedTouches, storedTouches } from '@caseloom/contract/records/touches'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { keyColumn, matchOf } from './cells.rules.ts'
import { readTable } from './list-tables.ts'
import { type NewRow, putRows } from './put-rows.store.ts'
import { openRows } from './row-gate.ts'
import { putNewRow, readRow, storedById } from './save-row.ts'
import { lockedTable } from './save-table.ts'
import { type ChangeRow, changeById, pageOfChanges } from './table-change.store.ts'
import { peopleOfTable, type TableDeps, type TablePeople } from './table-people.ts'
import { rowById, rowsByMatch, type RowRow } from './table-row.store.ts'
import type { TableRow } from './table.store.ts'
import { changeView, valuesOf } from './table-view.ts'

interface ChangeQuery {
  tableId: string
  /** Absent for all rows. */
  row?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** Changes are read in bulk: those that are closed to the reader are passed over. */
const READ = 100

/** One page of changes; those made of data that the actor can't read are left out. Throws resource.not_found. */
export async function listTableChanges(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { tableId, row, limit, cursor }: ChangeQuery,
): Promise<{ items: TableChangeView[]; next: string | null }> {
  const table = await readTable(scope, actor, tableId)
  const people = await peopleOfTable(deps, scope, table)
  const items: TableChangeView[] = []
  let after = readCursor(cursor, [CURSOR_PARTS.id])?.[0] ?? null
  for (;;) {
    const page = { tableId, rowId: row ?? null, after, limit: Math.max(limit + 1, READ) }
    const changes = await scope.read((tx) => pageOfChanges(tx, page))
    const isOpen = await openRows(deps, scope, actor, changes)
    items.push(...changes.filter(isOpen).map((change) => changeView(table, change, people)))
    if (items.length > limit) {
      const shown = items.slice(0, limit)
      return { items: shown, next: cursorOf([shown.at(-1)?.id ?? null]) }
    }
    after = changes.at(-1)?.id ?? null
    if (changes.length < page.limit) return { items, next: null }
  }
}

interface RestoreRow {
  tableId: string
  changeId: string
  /** Of the row as it was seen; null when there was none. */
  revision: number | null
}

/**
 * Gives a row the values that it had after a change, or adds a deleted row again with its last ones. Throws
 * resource.not_found for what is missing or closed, resource.version_conflict, table.row_invalid with all faults.
 */
export async function restoreTableRow(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { tableId, changeId, revision }: RestoreRow,
): Promise<TableRowView> {
  allow(actor, 'playbook:build')
  const table = await readTable(scope, actor, tableId)
  const {
    change,
    row,
    sameKey,
    now: at,
  } = await scope.read(async (tx) => {
    const found = await changeById(tx, tableId, changeId)
    if (found === null) throw fail('resource.not_found')
    const key = lastValues(found)[keyColumn(table)]
    const keyed = typeof key === 'string' ? await rowsByMatch(tx, tableId, [matchOf(table, key)]) : []
    return { change: found, row: await rowById(tx, tableId, found.row_id), sameKey: keyed, now: tx.now }
  })
  const isOpen = await openRows(deps, scope, actor, [change, ...(row === null ? [] : [row]), ...sameKey])
  if (!isOpen(change) || (row !== null && !isOpen(row))) throw fail('resource.not_found')
  const people = await peopleOfTable(deps, scope, table)
  const restored = restoredRow(table, { change, row, people, now: at })
  return scope.tx(async (tx) => {
    const now = await lockedTable(tx, tableId)
    if (now.revision !== table.revision)
      throw fail('resource.version_conflict', { extra: { revision: now.revision } })
    const current = await rowById(tx, tableId, change.row_id)
    if ((current?.revision ?? null) !== revision)
      throw fail('resource.version_conflict', { extra: { revision: current?.revision ?? null } })
    if (current === null) await putNewRow(tx, now, restored, { actor, isOpen, as: 'restored' })
    else await putRows(tx, now, [restored], { by: { name: actor.name, runId: null }, as: 'restored' })
    return storedById(tx, now, change.row_id, people)
  })
}

/** The values after a change; of a deletion, the last ones. */
function lastValues({ before, after }: ChangeRow) {
  return after ?? before ?? {}
}

interface Restoring {
  change: ChangeRow
  row: RowRow | null
  people: TablePeople
  now: Date
}

/** What it may come from is what both the old and the present values may come from. */
function restoredRow(table: TableRow, { change, row, people, now }: Restoring): NewRow {
  const values = valuesOf(table, lastValues(change))
  const { match, cells } = readRow(table, values, people, closedChoices(table, values))
  const expires = change.after === null ? change.expires_before : change.expires_after
  const sides = [change.touches, row?.touches ?? null].filter((touches) => touches !== null)
  return {
    id: change.row_id,
    match,
    cells,
    touches: sides.length === 0 ? null : mergedTouches(sides.flatMap(storedTouches)),
    // A row that has expired would be skipped immediately.
    expires: expires !== null && expires > now ? expires : null,
  }
}

/** What a cell holds of a closed choice stays, although someone has left or an option was removed. */
function closedChoices({ columns }: TableRow, values: RowValues): RowValues {
  const closed = columns.filter(({ type }) => type === 'user' || type === 'selection').map(({ key }) => key)
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => closed.includes(key) && typeof value === 'string'),
  )
}
