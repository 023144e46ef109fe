import type { ListedRow, ObservableList } from '@caseloom/contract/automation/observable-lists'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import type { ObservableKind } from '@caseloom/contract/values/case-fields'
import { progressKey } from './enrich-progress.ts'

export type Purpose = ObservableList['purpose']

/** An observable on a block or allow list. */
export interface Listing {
  list: ObservableList
  row: ListedRow
}

export type ListingMap = ReadonlyMap<string, readonly Listing[]>

/** By kind and value: block lists first. */
export function listingsOf(
  lists: readonly ObservableList[],
  found: readonly (ObservableName & { rows: readonly ListedRow[] })[],
): ListingMap {
  const byId = new Map<string, ObservableList>(lists.map((list) => [list.id, list]))
  return new Map(
    found.map((one) => [
      progressKey(one),
      one.rows
        .flatMap((row) => {
          const list = byId.get(row.listId)
          return list === undefined ? [] : [{ list, row }]
        })
        .toSorted(
          (a, b) => b.list.purpose.localeCompare(a.list.purpose) || a.list.name.localeCompare(b.list.name),
        ),
    ]),
  )
}

/** The lists that a value can still be added to. */
export function openLists(
  lists: readonly ObservableList[],
  listings: readonly Listing[],
  kind: ObservableKind,
): Record<Purpose, ObservableList[]> {
  const on = new Set(listings.map(({ list }) => list.id))
  const open = lists.filter(({ id, kinds, can }) => can.edit && kinds.includes(kind) && !on.has(id))
  return {
    block: open.filter(({ purpose }) => purpose === 'block'),
    allow: open.filter(({ purpose }) => purpose === 'allow'),
  }
}
