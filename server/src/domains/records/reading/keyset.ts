import type { SearchCursor } from './search-cursor.ts'
import type { Parameters } from '../model/parameters.ts'
import type { SortKey } from './sort.ts'

/**
 * A stretch of an order that one index serves from end to end: the rows with one option, those with a value, or those
 * without. The stretches follow each other, so a page reads the next one only when the one before did not fill it.
 */
export interface Stretch {
  /** Narrows the rows to the stretch; null when it is all of them. */
  where: string | null
  /** What orders the rows inside. */
  keys: readonly SortKey[]
  /** How many leading values of a cursor belong to the keys before these. */
  skip: number
  /** True for the range that contains rows with this first value. */
  holds(first: string | null): boolean
}

/** The stretches of an order, by its first key. */
function stretchesOf(keys: readonly SortKey[]): Stretch[] {
  const [first, ...rest] = keys
  if (first === undefined || !first.nullable) return [{ where: null, keys, skip: 0, holds: () => true }]
  const empty: Stretch = {
    where: `${first.sql} is null`,
    keys: rest,
    skip: 1,
    holds: (value) => value === null,
  }
  if (first.options === undefined) {
    const filled = [{ ...first, nullable: false }, ...rest]
    return [
      { where: `${first.sql} is not null`, keys: filled, skip: 0, holds: (value) => value !== null },
      empty,
    ]
  }
  const options = first.descending ? [...first.options].reverse() : first.options
  const byOption = options.map((option): Stretch => {
    // Option keys are checked where the order is read, so they may stand in the text.
    return { where: `${first.sql} = '${option}'`, keys: rest, skip: 1, holds: (value) => value === option }
  })
  return [...byOption, empty]
}

/** The stretches that a page after the cursor may need, the first of them with the cursor inside; null when it fits none. */
export function stretchesAfter(keys: readonly SortKey[], cursor: SearchCursor | null): Stretch[] | null {
  const all = stretchesOf(keys)
  if (cursor === null) return all
  const at = all.findIndex((stretch) => stretch.holds(cursor.values[0] ?? null))
  return at < 0 ? null : all.slice(at)
}

/** ORDER BY inside a stretch; the id makes the order total. */
export function orderSql(keys: readonly SortKey[]): string {
  const parts = keys.map(
    (key) => `${rankSql(key)} ${key.descending ? 'desc' : 'asc'}${key.nullable ? ' nulls last' : ''}`,
  )
  return [...parts, `t.id ${idDescending(keys) ? 'desc' : 'asc'}`].join(', ')
}

/** What a key compares by: options by their place in the list. */
function rankSql(key: SortKey): string {
  return key.options === undefined
    ? key.sql
    : `array_position('{${key.options.join(',')}}'::text[], ${key.sql})`
}

/** The id follows the last key, as it does in the indexes; alone it puts the newest first. */
function idDescending(keys: readonly SortKey[]): boolean {
  return keys.at(-1)?.descending ?? true
}

/** The condition for rows after the cursor inside its stretch: a row comparison where possible. */
export function afterSql(stretch: Stretch, cursor: SearchCursor, parameters: Parameters): string {
  const { keys, skip } = stretch
  const id = parameters.add(cursor.id, 'uuid')
  const descending = idDescending(keys)
  const values = cursor.values.slice(skip)
  const even = keys.every(
    (key) => !key.nullable && key.options === undefined && key.descending === descending,
  )
  if (even && values.every((value) => value !== null)) {
    const left = [...keys.map((key) => key.sql), 't.id']
    const right = [...keys.map((key, at) => parameters.add(values[at], key.type)), id]
    return `(${left.join(', ')}) ${descending ? '<' : '>'} (${right.join(', ')})`
  }
  let tail = `t.id ${descending ? '<' : '>'} ${id}`
  for (const [at, key] of [...keys.entries()].reverse())
    tail = keyAfter(key, values[at] ?? null, tail, parameters)
  return tail
}

function keyAfter(key: SortKey, value: string | null, tail: string, parameters: Parameters): string {
  // Empty values are last, so after an empty one only empty ones follow.
  if (value === null) return `(${key.sql} is null and ${tail})`
  const parameter = rankParameter(key, value, parameters)
  const rank = rankSql(key)
  const beyond = `${rank} ${key.descending ? '<' : '>'} ${parameter}`
  const later = key.nullable ? `(${beyond} or ${key.sql} is null)` : beyond
  return `(${later} or (${rank} = ${parameter} and ${tail}))`
}

function rankParameter(key: SortKey, value: string, parameters: Parameters): string {
  if (key.options === undefined) return parameters.add(value, key.type)
  return parameters.add(key.options.indexOf(value) + 1, 'int')
}
