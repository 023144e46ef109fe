// Block and allow lists: reference tables that observables are compared with.
import type { ListedRow, ObservableList } from '@caseloom/contract/automation/observable-lists'
import { TableId, TableRowId } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { canonicalObservable, defang } from '@caseloom/contract/values/observable-value'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { markOf } from './cell-marks.ts'
import { keyColumn, matchOf } from './cells.rules.ts'
import { deleteRow } from './put-rows.store.ts'
import { openRows } from './row-gate.ts'
import { addRow } from './save-row.ts'
import { lockedTable } from './save-table.ts'
import type { TableDeps } from './table-people.ts'
import { rowById, type RowRow, rowsByMarks, rowsByMatch } from './table-row.store.ts'
import { allTables, tableById, type TableRow } from './table.store.ts'

type ListRow = TableRow & { listing: NonNullable<TableRow['listing']> }

/** Rows of one list that name the observables of a request. */
const MAX_ROWS = 1_000

/** The tables that are lists of observables. */
export async function listObservableLists(scope: TenantScope, actor: Actor): Promise<ObservableList[]> {
  allow(actor, 'playbook:read')
  return (await scope.read(allTables)).filter(isList).map(({ id, name, listing }) => ({
    id: TableId.parse(id),
    name,
    purpose: listing.purpose,
    kinds: listing.kinds,
    can: { edit: mayEdit(actor, listing) },
  }))
}

export interface OnLists extends ObservableName {
  rows: ListedRow[]
}

/** Where observables are listed, as far as the actor may read the rows; those that are on no list are left out. */
export async function findOnLists(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  observables: readonly ObservableName[],
): Promise<OnLists[]> {
  allow(actor, 'playbook:read')
  const lists = (await scope.read(allTables)).filter(isList)
  const found = new Map<ObservableName, ListedRow[]>()
  for (const list of lists) {
    const wanted = observables.filter(({ kind }) => list.listing.kinds.includes(kind))
    const rows = await openRowsOf(deps, scope, actor, { list, observables: wanted })
    for (const one of wanted)
      for (const row of rows)
        if (names(list, row, one)) found.set(one, [...(found.get(one) ?? []), row.listed])
  }
  return [...found].map(([{ kind, value }, rows]) => ({ kind, value, rows }))
}

type OpenRow = RowRow & { listed: ListedRow }

async function openRowsOf(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { list, observables }: { list: ListRow; observables: readonly ObservableName[] },
): Promise<OpenRow[]> {
  const texts = [...new Set(observables.flatMap((one) => textsOf(list, one)))]
  if (texts.length === 0) return []
  const { column } = list.listing
  const rows = await scope.read((tx) =>
    column === keyColumn(list)
      ? rowsByMatch(tx, list.id, texts)
      : rowsByMarks(tx, {
          tableId: list.id,
          marks: texts.map((text) => markOf(list.id, column, text)),
          narrowest: null,
          limit: MAX_ROWS,
        }),
  )
  const isOpen = await openRows(deps, scope, actor, rows)
  return rows.filter(isOpen).map((row) => ({ ...row, listed: listedRow(list, row) }))
}

/** The forms in which a list may name a value: as observables are stored, and defanged. */
function textsOf(list: ListRow, { kind, value }: ObservableName): string[] {
  const canonical = canonicalObservable(kind, value)
  if (canonical === null) return []
  return [
    ...new Set([canonical, defang(kind, canonical)].map((text) => matchOf(list, text.normalize('NFC')))),
  ]
}

function names(list: ListRow, { match, cells }: RowRow, one: ObservableName): boolean {
  const { column } = list.listing
  const cell = cells[column]
  const text = typeof cell === 'string' ? matchOf(list, cell.trim().normalize('NFC')) : ''
  return textsOf(list, one).includes(column === keyColumn(list) ? match : text)
}

function listedRow(list: ListRow, row: RowRow): ListedRow {
  return {
    listId: TableId.parse(list.id),
    rowId: TableRowId.parse(row.id),
    since: row.written_at.toISOString(),
    by: row.written_by,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/**
 * Adds an observable to a list; one that is on it stays as it is. Throws resource.not_found, right.missing, and
 * table.row_invalid for a value that is none of its type, or of a type that the list doesn't take.
 */
export async function addToList(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { listId, kind, value }: ObservableName & { listId: string },
): Promise<ListedRow> {
  const list = await editableList(scope, actor, listId)
  const canonical = canonicalObservable(kind, value)
  if (!list.listing.kinds.includes(kind)) throw invalid('kind', 'The list doesn’t take this type')
  if (canonical === null) throw invalid('value', 'The value isn’t valid for its type')
  const [known] = await openRowsOf(deps, scope, actor, { list, observables: [{ kind, value: canonical }] })
  if (known !== undefined) return known.listed
  const values = { [keyColumn(list)]: canonical, [list.listing.column]: canonical }
  const row = await addRow(deps, scope, actor, { table: list, values })
  const { id: rowId, writtenAt: since, writtenBy, expiresAt } = row
  return { listId: TableId.parse(list.id), rowId, since, by: writtenBy.name, expiresAt }
}

/** Removes an observable from a list. Throws resource.not_found, for a row that the actor may not read too, right.missing. */
export async function removeFromList(
  deps: TableDeps,
  scope: TenantScope,
  actor: Actor,
  { listId, rowId }: { listId: string; rowId: string },
): Promise<void> {
  const list = await editableList(scope, actor, listId)
  const row = await scope.read((tx) => rowById(tx, list.id, rowId))
  if (row === null || !(await openRows(deps, scope, actor, [row]))(row)) throw fail('resource.not_found')
  await scope.tx(async (tx) => {
    await lockedTable(tx, list.id)
    if (!(await deleteRow(tx, list.id, rowId, { name: actor.name, runId: null })))
      throw fail('resource.not_found')
  })
}

async function editableList(scope: TenantScope, actor: Actor, listId: string): Promise<ListRow> {
  allow(actor, 'playbook:read')
  const table = await scope.read((tx) => tableById(tx, listId))
  if (table === null || !isList(table)) throw fail('resource.not_found')
  if (!mayEdit(actor, table.listing)) throw fail('right.missing')
  return table
}

/** Those who edit tables; those who edit records where the list is open to them. */
function mayEdit(actor: Actor, { editors }: ListRow['listing']): boolean {
  return may(actor, 'playbook:build') || (editors && may(actor, 'record:update'))
}

function isList(table: TableRow): table is ListRow {
  return table.listing !== null
}

function invalid(name: 'kind' | 'value', message: string) {
  return fail('table.row_invalid', { issues: [{ path: ['body', name], code: 'invalid_value', message }] })
}
