import type { FieldKind } from '@caseloom/contract/field-kind'
import type { AppTable } from '../model/record-shape.ts'

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

/** Holds when a linked record that the asker may see is there: any, the one with this id, or one with `where`. */
export interface LinkTest {
  /** The key as it was asked for. */
  key: string
  fieldId: string
  /** `out` from the record to others, `in` from others to it. */
  direction: 'out' | 'in'
  other: AppTable
  /** Whoever asks; null when the other app is not theirs to see. */
  principals: readonly string[] | null
  id?: string
  where?: PlainFilter
}

/** A checked filter, compiled to SQL and evaluated in memory alike. */
export type PlainFilter =
  | { all: readonly PlainFilter[] }
  | { any: readonly PlainFilter[] }
  | { not: PlainFilter }
  | { has: LinkTest }
  | PlainCondition
