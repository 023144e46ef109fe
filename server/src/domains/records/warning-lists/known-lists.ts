import type { WarningListSummary, WarningListView } from '@caseloom/contract/records/warning-lists'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { BUILT_IN_LISTS, type BuiltInList } from '@caseloom/contract/values/built-in-warning-lists'
import type { TenantTx } from '../../../platform/database/types.ts'
import { type ListRow, listSummaries, storedList, type SummaryRow, wholeLists } from './warning-list.store.ts'

/** A list as it applies in the tenant: a shipped one with what the tenant changed about it, or one of its own. */
export type KnownList<Row extends SummaryRow = ListRow> = Omit<Row, 'updated_at'> & {
  /** Null while it is as it was shipped. */
  updated_at: Date | null
  shipped: BuiltInList | null
}

/** Shipped lists first, then those of the tenant by name, without entries. */
export async function knownSummaries(tx: TenantTx): Promise<KnownList<SummaryRow>[]> {
  return merged(await listSummaries(tx))
}

/** All lists with their entries. */
export async function knownLists(tx: TenantTx): Promise<KnownList[]> {
  return merged(await wholeLists(tx))
}

/** One list with its entries; null when the tenant has none with this ID. */
export async function knownList(tx: TenantTx, id: string): Promise<KnownList | null> {
  const row = await storedList(tx, id)
  const shipped = BUILT_IN_LISTS.find((one) => one.id === id)
  if (shipped !== undefined) return withRow(shipped, row ?? undefined)
  return row === null ? null : { ...row, shipped: null }
}

function merged<Row extends SummaryRow>(rows: readonly Row[]): (KnownList<Row> | KnownList)[] {
  const shipped = BUILT_IN_LISTS.map((list) =>
    withRow(
      list,
      rows.find(({ id }) => id === list.id),
    ),
  )
  const isShipped = new Set(BUILT_IN_LISTS.map(({ id }) => id))
  return [
    ...shipped,
    ...rows.filter(({ id }) => !isShipped.has(id)).map((row) => ({ ...row, shipped: null })),
  ]
}

/** What a shipped list contains changes with the product, so only its switch is taken from the row. */
function withRow<Row extends SummaryRow>(
  list: BuiltInList,
  row: Row | undefined,
): KnownList<Row> | KnownList {
  const { id, name, description, type, kinds, entries } = list
  if (row !== undefined && list.isOwn) return { ...row, shipped: list }
  return {
    id,
    name,
    description,
    type,
    kinds: [...kinds],
    entries: [...entries],
    entry_count: entries.length,
    enabled: row?.enabled ?? true,
    version: row?.version ?? 1,
    updated_at: row?.updated_at ?? null,
    shipped: list,
  }
}

/** Whether its entries are the tenant’s own. */
export function isEditable({ shipped }: Pick<KnownList, 'shipped'>): boolean {
  return shipped === null || shipped.isOwn
}

export function summaryOf(list: KnownList<SummaryRow>, actor: Actor): WarningListSummary {
  const { name, description, type, kinds, enabled, version, updated_at, entry_count, shipped } = list
  const builds = may(actor, 'app:build')
  return {
    // IDs of stored and shipped lists are GUIDs.
    id: list.id as WarningListSummary['id'],
    name,
    description,
    type,
    kinds,
    enabled,
    builtIn: shipped !== null,
    entryCount: entry_count,
    version,
    updatedAt: updated_at?.toISOString() ?? null,
    can: { edit: builds && isEditable(list), turn: builds, delete: builds && shipped === null },
  }
}

export function viewOf(list: KnownList, actor: Actor): WarningListView {
  return { ...summaryOf(list, actor), entries: list.entries }
}
