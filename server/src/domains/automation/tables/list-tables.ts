// Reference tables: data that playbooks read and write, and that people maintain.
import type { TableRowView, TableView } from '@caseloom/contract/automation/tables'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { tableUses } from '@caseloom/contract/automation/tables'
import { type Actor } from '@caseloom/contract/kernel/permissions'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { csvText } from '../../records/table-writing.door.ts'
import { tableUsesOf } from '../assets/asset-uses.read.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import { cellText } from './cells.rules.ts'
import { shownUses, type TableUsesDeps } from './logic-uses.ts'
import { openRows } from './row-gate.ts'
import { countRows, pageOfRows, type RowRow } from './table-row.store.ts'
import { allTables, tableById, type TableRow } from './table.store.ts'
import { rowView, tableView, valuesOf } from './table-view.ts'

/** All tables of the tenant with how many rows they have. */
export async function listTables(scope: TenantScope, actor: Actor): Promise<TableView[]> {
  allow(actor, 'playbook:read')
  return scope.read(async (tx) => {
    const counts = await countRows(tx)
    return (await allTables(tx)).map((row) => tableView(row, counts.get(row.id) ?? 0, actor))
  })
}

/** Playbooks and form logic that name a table. Throws resource.not_found. */
export async function usesOfTable(
  { apps }: TableUsesDeps,
  scope: TenantScope,
  actor: Actor,
  tableId: string,
): Promise<TableUses> {
  const table = await readTable(scope, actor, tableId)
  return scope.read(async (tx) => {
    const { shown, others } = shownUses(actor, await apps.tables.uses(tx, table.key))
    const logic = shown.map(({ kind, id, name }) => ({ kind, id, name }))
    return { items: await tableUsesOf(tx, table.key), logic, others }
  })
}

type TableUses = RouteReply<typeof tableUses>

interface RowQuery {
  tableId: string
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** Rows of a search are read in bulk: those that are closed to the reader are passed over. */
const SEARCHED = 500

/** One page of rows. Closed ones show no values, and no search finds them. Throws resource.not_found. */
export async function listTableRows(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  { tableId, q, limit, cursor }: RowQuery,
): Promise<{ items: TableRowView[]; next: string | null }> {
  const table = await readTable(scope, actor, tableId)
  const words = q === undefined || q.trim() === '' ? null : q.trim()
  const size = words === null ? limit + 1 : Math.max(limit + 1, SEARCHED)
  const items: TableRowView[] = []
  let after = readCursor(cursor, [CURSOR_PARTS.id])?.[0] ?? null
  for (;;) {
    const from = after
    const rows = await scope.read((tx) => pageOfRows(tx, { tableId, after: from, q: words, limit: size }))
    const isOpen = await openRows(deps, scope, actor, rows)
    for (const row of rows) if (words === null || isOpen(row)) items.push(rowView(table, row, isOpen(row)))
    if (items.length > limit) {
      const shown = items.slice(0, limit)
      return { items: shown, next: cursorOf([shown.at(-1)?.id ?? null]) }
    }
    after = rows.at(-1)?.id ?? null
    if (rows.length < size) return { items, next: null }
  }
}

const PAGE = 1_000

/** The rows that the actor may read, as CSV. Throws resource.not_found. */
export async function exportTable(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  tableId: string,
): Promise<{ name: string; text: string }> {
  const table = await readTable(scope, actor, tableId)
  const parts = [csvText([table.columns.map(({ key }) => key)], ',', true)]
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const rows: RowRow[] = await scope.read((tx) =>
      pageOfRows(tx, { tableId, after: from, q: null, limit: PAGE }),
    )
    const isOpen = await openRows(deps, scope, actor, rows)
    const lines = rows.filter(isOpen).map((row) => Object.values(valuesOf(table, row)).map(cellText))
    if (lines.length > 0) parts.push(csvText(lines, ',', false))
    if (rows.length < PAGE) return { name: table.key, text: parts.join('') }
    after = rows.at(-1)?.id ?? null
  }
}

async function readTable(scope: TenantScope, actor: Actor, tableId: string): Promise<TableRow> {
  allow(actor, 'playbook:read')
  const table = await scope.read((tx) => tableById(tx, tableId))
  if (table === null) throw fail('resource.not_found')
  return table
}
