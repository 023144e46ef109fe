import type { Cursor } from './cursor.rules.ts'
import type { Parameters } from './filter-sql.ts'
import type { SortKey } from './sort.ts'

/** ORDER BY of a search; the id follows the direction of the first key and makes the order total. */
export function orderSql(keys: readonly SortKey[]): string {
  const parts = keys.map(
    (key) => `${key.sql} ${key.descending ? 'desc' : 'asc'}${key.nullable ? ' nulls last' : ''}`,
  )
  return [...parts, `t.id ${idDescending(keys) ? 'desc' : 'asc'}`].join(', ')
}

function idDescending(keys: readonly SortKey[]): boolean {
  return keys[0]?.descending ?? true
}

/** The condition for rows after the cursor: one row comparison where possible, which an index can start from. */
export function afterSql(keys: readonly SortKey[], cursor: Cursor, parameters: Parameters): string {
  const id = parameters.add(cursor.id, 'uuid')
  const idAfter = `t.id ${idDescending(keys) ? '<' : '>'} ${id}`
  const [first] = keys
  if (keys.length === 1 && first !== undefined && !first.nullable) {
    const value = parameters.add(cursor.values[0], first.type)
    return `(${first.sql}, t.id) ${first.descending ? '<' : '>'} (${value}, ${id})`
  }
  let tail = idAfter
  for (const [at, key] of [...keys.entries()].reverse())
    tail = keyAfter(key, cursor.values[at] ?? null, tail, parameters)
  return tail
}

function keyAfter(key: SortKey, value: string | null, tail: string, parameters: Parameters): string {
  // Empty values are last, so after an empty one only empty ones follow.
  if (value === null) return `(${key.sql} is null and ${tail})`
  const parameter = parameters.add(value, key.type)
  const beyond = `${key.sql} ${key.descending ? '<' : '>'} ${parameter}`
  const later = key.nullable ? `(${beyond} or ${key.sql} is null)` : beyond
  return `(${later} or (${key.sql} = ${parameter} and ${tail}))`
}
