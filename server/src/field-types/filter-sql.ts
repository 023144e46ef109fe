import type { JsonValue } from '@caseloom/contract/kernel/json'

/** Collects the values of a statement; answers the placeholder. */
export interface SqlParameters {
  add(value: JsonValue | readonly string[] | undefined, type: string): string
}

/** A pattern of LIKE for one of the text operators; compared with the lowered text. */
export function likeSql(
  sql: string,
  op: 'contains' | 'startsWith' | 'endsWith',
  value: string,
  parameters: SqlParameters,
): string {
  // ICU's root locale lowers letters as JavaScript does, whatever the database's locale is.
  return `lower(${sql} collate "und-x-icu") like ${parameters.add(patternOf(op, value), 'text')}`
}

export function patternOf(op: 'contains' | 'startsWith' | 'endsWith', value: string): string {
  const escaped = value.toLowerCase().replace(/[\\%_]/g, '\\$&')
  return `${op === 'startsWith' ? '' : '%'}${escaped}${op === 'endsWith' ? '' : '%'}`
}
