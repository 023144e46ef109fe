import type { FieldKind } from '@caseloom/contract/field-types/registry'
import type { JsonValue } from '@caseloom/contract/json'

/** A fact of every record that filters and sorts may name beside the app's fields. */
export type SystemKind = 'tracking' | 'instant' | 'actor'

/** What can be compared: a field of the app or a system field, by key. */
export interface FilterTarget {
  key: string
  kind: FieldKind | SystemKind
  /** The member of a clock that is looked at. */
  part?: 'state' | 'dueAt' | 'warningAt' | 'breachedAt'
}

/** Operators that remain when negations, spans, pairs and orders of options have been rewritten. */
export type PlainOperator =
  | 'eq'
  | 'in'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'empty'

/** A checked condition: values are canonical texts, one for most operators, several for lists. */
export interface PlainCondition {
  target: FilterTarget
  op: PlainOperator
  values: readonly string[]
}

/** A condition that a kind of field puts together from others on the same field. */
export type FieldCondition =
  | { all: readonly FieldCondition[] }
  | { any: readonly FieldCondition[] }
  | { not: FieldCondition }
  | PlainCondition

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
