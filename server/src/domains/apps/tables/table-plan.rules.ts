// The table behind an app: its columns and indexes, and how they follow the definition.
/** What an app's table should have, as names and types; made from the definition by the reconciler. */
export interface WantedTable {
  columns: readonly { name: string; type: string }[]
  indexes: readonly WantedIndex[]
}
export interface WantedIndex {
  name: string
  /** All after `create index name on table`. */
  on: string
  unique: boolean
}

/** What the catalog says. */
export interface FoundTable {
  exists: boolean
  columns: ReadonlyMap<string, string>
  indexes: ReadonlySet<string>
}

export type TableChange =
  | { kind: 'create-table' }
  | { kind: 'add-column'; name: string; type: string }
  | { kind: 'create-index'; index: WantedIndex }
  | { kind: 'drop-index'; name: string }

/** Prefixes of indexes that the reconciler owns: it drops those that are no longer wanted. */
const OWNED = /^(u|x)_[0-9a-f_a-z]+$/

/**
 * The changes that lead from the catalog to the wanted table; none when they agree. Columns are never dropped or
 * changed: a hidden field keeps its data.
 * @throws when a column has another type than its field, which no definition change can cause.
 */
export function tableChanges(wanted: WantedTable, found: FoundTable): TableChange[] {
  const changes: TableChange[] = found.exists ? [] : [{ kind: 'create-table' }]
  for (const { name, type } of wanted.columns) {
    const type0 = found.columns.get(name)
    if (type0 === undefined) changes.push({ kind: 'add-column', name, type })
    else if (type0 !== type) throw new Error(`Column ${name} is ${type0} instead of ${type}`)
  }
  const names = new Set(wanted.indexes.map((index) => index.name))
  for (const name of found.indexes) {
    if (OWNED.test(name) && !names.has(name)) changes.push({ kind: 'drop-index', name })
  }
  for (const index of wanted.indexes) {
    if (!found.indexes.has(index.name)) changes.push({ kind: 'create-index', index })
  }
  return changes
}
