import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { isObject } from './places.ts'

/** A value changed differently on both sides; undefined where a side removed it. */
export interface MergeConflict {
  /** Slash-separated path: `steps/create/with/title`. */
  id: string
  mine: JsonValue | undefined
  theirs: JsonValue | undefined
}

export interface Merged {
  /** Both sides' changes; conflicts resolve to mine unless theirs is chosen. */
  document: JsonObject
  conflicts: MergeConflict[]
}

interface Side {
  base: JsonValue | undefined
  mine: JsonValue | undefined
  theirs: JsonValue | undefined
}

interface Merging {
  chosen: ReadonlySet<string>
  conflicts: MergeConflict[]
}

/** Merges two edits of one document part by part: triggers and steps by key, everything else by name. */
export function mergeDocuments(
  side: { base: JsonObject; mine: JsonObject; theirs: JsonObject },
  theirsChosen: ReadonlySet<string> = new Set(),
): Merged {
  const merging: Merging = { chosen: theirsChosen, conflicts: [] }
  const document = merge(side, '', merging)
  return { document: isObject(document) ? document : side.mine, conflicts: merging.conflicts }
}

export function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && canonical(a) === canonical(b))
}

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: JsonValue) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

function merge(side: Side, id: string, merging: Merging): JsonValue | undefined {
  const { base, mine, theirs } = side
  if (same(mine, theirs) || same(base, theirs)) return mine
  if (same(base, mine)) return theirs
  if (isObject(mine) && isObject(theirs)) return mergeObjects({ ...side, mine, theirs }, id, merging)
  if (isKeyed(mine) && isKeyed(theirs) && (base === undefined || isKeyed(base)))
    return mergeLists({ base: base ?? [], mine, theirs }, id, merging)
  merging.conflicts.push({ id, mine, theirs })
  return merging.chosen.has(id) ? theirs : mine
}

function mergeObjects(
  { base, mine, theirs }: Side & { mine: JsonObject; theirs: JsonObject },
  id: string,
  merging: Merging,
): JsonObject {
  const before = isObject(base) ? base : {}
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const entries = names.flatMap((name): [string, JsonValue][] => {
    const value = merge(
      { base: before[name], mine: mine[name], theirs: theirs[name] },
      id === '' ? name : `${id}/${name}`,
      merging,
    )
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

type Keyed = (JsonObject & { key: string })[]

function isKeyed(value: JsonValue | undefined): value is Keyed {
  if (!Array.isArray(value)) return false
  const keys = value.map((item) => (isObject(item) ? item['key'] : undefined))
  return keys.every((key) => typeof key === 'string') && new Set(keys).size === keys.length
}

function mergeLists(
  { base, mine, theirs }: { base: Keyed; mine: Keyed; theirs: Keyed },
  id: string,
  merging: Merging,
): JsonValue[] {
  const of = (list: Keyed) => new Map(list.map((item) => [item.key, item]))
  const [before, ours, others] = [of(base), of(mine), of(theirs)]
  return inBothOrders([...ours.keys()], [...others.keys()]).flatMap((key) => {
    const value = merge(
      { base: before.get(key), mine: ours.get(key), theirs: others.get(key) },
      `${id}/${key}`,
      merging,
    )
    return value === undefined ? [] : [value]
  })
}

/** My order; items only they have follow their predecessor. */
function inBothOrders(mine: readonly string[], theirs: readonly string[]): string[] {
  const order = [...mine]
  for (const [index, key] of theirs.entries()) {
    if (order.includes(key)) continue
    const before = theirs.slice(0, index).findLast((one) => order.includes(one))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  }
  return order
}
