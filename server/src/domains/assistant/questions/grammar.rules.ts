import type { Condition, Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Subject, SubjectField } from './subject.rules.ts'
import type { Token } from './tokens.rules.ts'
import type { Clock, TimePhrase } from './time-phrase.rules.ts'

export interface Named {
  id: string
  name: string
}

/** A value that records have in a text field, read as the asker. */
export interface KnownValue {
  field: string
  value: string
  lemmas: readonly string[]
}

/** A number of a dashboard as a question may name it: by its title, with what it counts. */
export interface NamedFigure {
  appId: string
  title: string
  names: readonly (readonly string[])[]
  filter: Filter
}

/** What the words of a question can be linked to: nothing that the asker may not see. */
export interface World {
  subjects: readonly Subject[]
  people: readonly Named[]
  groups: readonly Named[]
  clock: Clock
  figures: readonly NamedFigure[]
  /** By id of the subject. */
  values: ReadonlyMap<string, readonly KnownValue[]>
}

/** A question on its way through the grammar, read as one about a subject. */
export interface Parse {
  tokens: readonly Token[]
  subject: Subject
  world: World
}

export interface Picked {
  filter: Filter
  /** What the filter says: `Severity is Critical or High`. */
  label: string
  field: string
  /** Options of one field that may be joined with more of them. */
  options?: { keys: readonly string[]; negative: boolean }
}

export type MeasureOf = 'average' | 'median' | 'p95' | 'max' | 'min' | 'sum'
export type Unit = 'hour' | 'day' | 'week' | 'month'

/** What a condition leaves unclear of the words that follow it directly. */
export type Tail =
  /** Records that are linked: "in cases assigned to Bob" says whose the cases are. */
  | 'linked'
  /** A field that holds something: "with tasks of Bob". */
  | 'held'
  /** An exception: "except high ones assigned to Bob". */
  | 'excluded'
  /** A deed whose moment isn't recorded: "assigned to Bob yesterday". */
  | 'done'
  /** A state after its noun: "in triage since Monday". */
  | 'state'

/** What a stretch of the question means. */
export type Item =
  /** `negated`: a word denied it; `tail`: what may be meant of it when it follows directly. */
  | { kind: 'condition'; picked: Picked; negated?: boolean; tail?: Tail }
  | { kind: 'text'; text: string }
  | { kind: 'time'; phrase: TimePhrase }
  | { kind: 'or' }
  | { kind: 'and' }
  /** What follows is said of the whole again: `but`, a comma. */
  | { kind: 'break' }
  /** `that`, `which`: conditions of a clause of its own follow. */
  | { kind: 'relative' }
  | { kind: 'noun'; plural: boolean }
  | { kind: 'count' }
  | { kind: 'measure'; of: MeasureOf; field: SubjectField }
  | { kind: 'group'; field: SubjectField }
  | { kind: 'step'; unit: Unit }
  | { kind: 'most'; direction: 'asc' | 'desc' }
  | { kind: 'sort'; field: SubjectField; direction: 'asc' | 'desc' }
  | { kind: 'limit'; count: number }
  /** Turns the order that is said, or puts the groups in one: `longest on top`. */
  | { kind: 'turn'; direction: 'asc' | 'desc' }
  | { kind: 'versus'; phrase: TimePhrase | null }
  /** Only says something together with a group or a step: `breakdown`. */
  | { kind: 'split' }
  /** Only says something together with what is compared: `are we getting more`. */
  | { kind: 'comparing' }
  /** Words that are understood and cannot be done. */
  | { kind: 'blocked' }

export interface Match {
  length: number
  items: readonly Item[]
}

/** Reads one stretch of a question; null where it does not begin at that place. */
export type Rule = (parse: Parse, at: number) => Match | null

export function matched(length: number, ...items: readonly Item[]): Match | null {
  return length === 0 ? null : { length, items }
}

export function condition(field: string, op: Condition['op'], value?: JsonValue): Condition {
  return value === undefined ? { field, op } : { field, op, value }
}

export function conditionItem(picked: Picked, tail?: Tail): Item {
  return { kind: 'condition', picked, ...(tail === undefined ? {} : { tail }) }
}

/** The filter of a time on a field. */
export function timeFilter(field: string, phrase: TimePhrase): Filter {
  const tests = phrase.tests.map(({ op, value }) => condition(field, op, value))
  const [only] = tests
  return tests.length === 1 && only !== undefined ? only : { all: tests }
}
