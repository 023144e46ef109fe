// Checked filters: what conditions are after their operators and values were read. They are evaluated in memory here, and
// compiled to SQL by the server.
import type { FieldKind } from '../../field-types/registry.ts'
import type { FilterOperator } from '../../values/filter.ts'
import type { JsonValue } from '../../kernel/json.ts'

/** A fact of every record that filters and sorts may name beside the app's fields. */
export type SystemKind = 'tracking' | 'instant' | 'actor'

/** What can be compared: a field of the app or a system field, by key. */
export interface FilterTarget {
  key: string
  kind: FieldKind | SystemKind
  /** The member of a clock that is compared. */
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

/** Conditions on one record alone, put together. */
export type FieldCondition =
  | { all: readonly FieldCondition[] }
  | { any: readonly FieldCondition[] }
  | { not: FieldCondition }
  | PlainCondition

/** What a filter is read with. */
export interface FilterLook {
  /** The value as the field keeps it, as text; null when it is none. */
  stored(raw: JsonValue): string | null
  /** The day that a moving date such as `today+7d` falls on; null when it is none. */
  day(raw: JsonValue): string | null
  /** ID of the actor. */
  me: string
  now: Date
}

/** How conditions on values of a kind are read and compared. */
export interface FilterRules {
  operators: readonly FilterOperator[]
  /** What a condition is compared with, in words. */
  expected: string
  /** The text that a value is compared by; null when it is none of the kind. */
  canonical(raw: JsonValue, look: FilterLook): string | null
  /** Values that a text operator means, in place of a search in the text. */
  matches?(text: string): string[]
  /** Reads a condition as others, for kinds with conditions of their own; null when its value is none. */
  conditions?(
    target: FilterTarget,
    asked: { op: FilterOperator; value: JsonValue },
    look: FilterLook,
  ): FieldCondition | null
  /** Whether a value that is not empty satisfies a condition; agrees with the server's SQL. */
  holds?(condition: PlainCondition, value: JsonValue): boolean
  /** A value as it is compared in memory. */
  text?(value: JsonValue): string
  /** The order of two values; of their texts when absent. */
  compare?(a: string, b: string): number
}
