// Reference tables: data that playbooks read and write, and that people maintain.
import type { TableColumn } from '@caseloom/contract/automation/table-columns'
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
import { cellText, EXPIRY_COLUMN } from './cells.rules.ts'
import { shownUses, type TableUsesDeps } from './logic-uses.ts'
import { containingNetworks, readNetwork } from './network-cells.rules.ts'
import { openRows } from './row-gate.ts'
import { peopleOfTable, type TableDeps, type TablePeople } from './table-people.ts'
import { countRows, pageOfRows, rowById, type RowRow } from './table-row.store.ts'
import { allTables, tableById, type TableRow } from './table.store.ts'
import { rowView, tableView } from './table-view.ts'

const NO_ROWS = { live: 0, expired: 0 }

/** All tables of the tenant with how many rows they have. */
export async function listTables(scope: TenantScope, actor: Actor): Promise<TableView[]> {
  allow(actor, 'playbook:read')
  return scope.read(async (tx) => {
    const counts = await countRows(tx)
    return (await allTables(tx)).map((row) => tableView(row, counts.get(row.id) ?? NO_ROWS, actor))
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
  state?: 'live' | 'expired' | undefined
  limit: number
  cursor?: string | undefined
}

/** Rows of a search are read in bulk: those that are closed to the reader are passed over. */
const SEARCHED = 500

/** One page of rows. Closed ones show no values, and no search finds them. Throws resource.not_found. */
export async function listTableRows(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { tableId, q, state, limit, cursor }: RowQuery,
): Promise<{ items: TableRowView[]; next: string | null }> {
  const table = await readTable(scope, actor, tableId)
  const words = q === undefined || q.trim() === '' ? null : q.trim()
  const people = await peopleOfTable(deps, scope, table)
  const meant = words === null ? [] : meantBy(table, people, words)
  const size = words === null ? limit + 1 : Math.max(limit + 1, SEARCHED)
  const items: TableRowView[] = []
  let after = readCursor(cursor, [CURSOR_PARTS.id])?.[0] ?? null
  for (;;) {
    const from = after
    const page = { tableId, after: from, q: words, meant, state: state ?? null, limit: size }
    const rows = await scope.read((tx) => pageOfRows(tx, page))
    const isOpen = await openRows(deps, scope, actor, rows)
    for (const row of rows)
      if (words === null || isOpen(row)) items.push(rowView(table, row, { isOpen: isOpen(row), people }))
    if (items.length > limit) {
      const shown = items.slice(0, limit)
      return { items: shown, next: cursorOf([shown.at(-1)?.id ?? null]) }
    }
    after = rows.at(-1)?.id ?? null
    if (rows.length < size) return { items, next: null }
  }
}

/** Values that a searched text means although they don't contain it: people by name, networks by an address in them. */
function meantBy({ columns }: TableRow, people: TablePeople, words: string): string[] {
  const has = (wanted: TableColumn['type']) => columns.some(({ type }) => type === wanted)
  const network = has('network') ? readNetwork(words) : null
  return [
    ...(has('user') ? people.called(words) : []),
    ...(network === null ? [] : containingNetworks(network)),
  ]
}

/** A row by its ID; closed ones show no values. Throws resource.not_found. */
export async function getTableRow(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { tableId, rowId }: { tableId: string; rowId: string },
): Promise<TableRowView> {
  const table = await readTable(scope, actor, tableId)
  const row = await scope.read((tx) => rowById(tx, tableId, rowId))
  if (row === null) throw fail('resource.not_found')
  const isOpen = (await openRows(deps, scope, actor, [row]))(row)
  return rowView(table, row, { isOpen, people: await peopleOfTable(deps, scope, table) })
}

const PAGE = 1_000

/** The rows that the actor may read and that have not expired, as CSV. Throws resource.not_found. */
export async function exportTable(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  tableId: string,
): Promise<{ name: string; text: string }> {
  const table = await readTable(scope, actor, tableId)
  const people = await peopleOfTable(deps, scope, table)
  const hasExpiry = !table.columns.some(({ key }) => key === EXPIRY_COLUMN)
  const header = [...table.columns.map(({ key }) => key), ...(hasExpiry ? [EXPIRY_COLUMN] : [])]
  const parts = [csvText([header], ',', true)]
  for (let after: string | null = null; ; ) {
    const page = { tableId, after, q: null, meant: [], state: 'live' as const, limit: PAGE }
    const rows: RowRow[] = await scope.read((tx) => pageOfRows(tx, page))
    const isOpen = await openRows(deps, scope, actor, rows)
    const lines = rows.filter(isOpen).map((row) => [
      ...table.columns.map(({ key, type }) => {
        const text = cellText(row.cells[key])
        return type === 'user' && text !== '' ? people.inFiles(text) : text
      }),
      ...(hasExpiry ? [row.own_expires_at?.toISOString() ?? ''] : []),
    ])
    if (lines.length > 0) parts.push(csvText(lines, ',', false))
    if (rows.length < PAGE) return { name: table.key, text: parts.join('') }
    after = rows.at(-1)?.id ?? null
  }
}

export async function readTable(scope: TenantScope, actor: Actor, tableId: string): Promise<TableRow> {
  allow(actor, 'playbook:read')
  const table = await scope.read((tx) => tableById(tx, tableId))
  if (table === null) throw fail('resource.not_found')
  return table
}
