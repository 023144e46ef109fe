import {
  CLOCK_WORDS,
  type ClockWord,
  OBSERVABLE_KINDS,
  OPEN_TASK_STATES,
} from '@caseloom/contract/case-fields'
import type { FilterOperator } from '@caseloom/contract/filter'
import { normaliseGuid } from '@caseloom/contract/ids'
import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { canonicalObservable } from '@caseloom/contract/observable-value'
import type { Parameters } from '../model/parameters.ts'
import type { FilterTarget, PlainCondition, PlainFilter } from './filter-shape.ts'

export type CaseKind = 'observables' | 'tasks' | 'clock'

export function isCaseKind(kind: string): kind is CaseKind {
  return kind === 'observables' || kind === 'tasks' || kind === 'clock'
}

/** Operators of the fields of cases: a value among observables, whose open tasks, what a clock is doing. */
export const CASE_OPERATORS: Record<CaseKind, readonly FilterOperator[]> = {
  observables: ['empty', 'notEmpty', 'contains', 'notContains'],
  tasks: ['empty', 'notEmpty', 'contains', 'notContains'],
  clock: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty'],
}

export const CASE_EXPECTED: Record<CaseKind, string> = {
  observables: 'the value of an observable',
  tasks: 'the ID of a user who has an open task, or "me"',
  clock: `one of ${CLOCK_WORDS.join(', ')}`,
}

interface Asked {
  op: FilterOperator
  value: JsonValue
  /** Id of who asks, for "me". */
  me: string
  now: Date
}

/** A condition on a field of a case as plain ones; null when its value is none. */
export function caseCondition(target: FilterTarget, { op, value, me, now }: Asked): PlainFilter | null {
  const empty: PlainFilter = { target, op: 'empty', values: [] }
  if (op === 'empty') return empty
  if (op === 'notEmpty') return { not: empty }
  const negated = op === 'ne' || op === 'notIn' || op === 'notContains'
  const plain = positive(target, { op, value, me, now })
  return plain === null || !negated ? plain : { not: plain }
}

function positive(target: FilterTarget, { op, value, me, now }: Asked): PlainFilter | null {
  if (target.kind === 'observables') {
    const values = typeof value === 'string' ? formsOf(value) : []
    return values.length === 0 ? null : { target, op: 'in', values }
  }
  if (target.kind === 'tasks') {
    const user = value === 'me' ? me : typeof value === 'string' ? normaliseGuid(value) : null
    return user === null ? null : { target, op: 'contains', values: [user] }
  }
  const isList = op === 'in' || op === 'notIn'
  if (isList !== Array.isArray(value)) return null
  const words = (Array.isArray(value) ? value : [value]).map(wordOf)
  const known = words.filter((word) => word !== null)
  return known.length < words.length ? null : { any: known.map((word) => doing(target, word, now)) }
}

/** Every form that a kind would keep the text in: whoever searches does not say which kind they mean. */
export function formsOf(text: string): string[] {
  const forms = OBSERVABLE_KINDS.map((kind) => canonicalObservable(kind, text))
  return [...new Set(forms.filter((form) => form !== null))]
}

function wordOf(value: JsonValue): ClockWord | null {
  return CLOCK_WORDS.find((word) => word === value) ?? null
}

/** What a clock is doing now as conditions on what is kept of it; agrees with `clockWord`. */
function doing(target: FilterTarget, word: ClockWord, now: Date): PlainFilter {
  if (word === 'idle') return { target, op: 'empty', values: [] }
  const part = (name: NonNullable<FilterTarget['part']>): FilterTarget => ({ ...target, part: name })
  const state = (name: string): PlainFilter => ({ target: part('state'), op: 'eq', values: [name] })
  const passed = (name: 'dueAt' | 'warningAt'): PlainFilter => ({
    target: part(name),
    op: 'lte',
    values: [now.toISOString()],
  })
  const breached: PlainFilter = { not: { target: part('breachedAt'), op: 'empty', values: [] } }
  const over: PlainFilter = { any: [breached, passed('dueAt')] }
  switch (word) {
    case 'overdue':
      return { all: [state('running'), over] }
    case 'warning':
      return { all: [state('running'), { not: over }, passed('warningAt')] }
    case 'running':
      return { all: [state('running'), { not: over }, { not: passed('warningAt') }] }
    case 'paused':
    case 'met':
    case 'missed':
      return state(word)
    default:
      return word satisfies never
  }
}

/** True when a value that is not empty satisfies a plain condition; agrees with `caseSql`. */
export function caseHolds({ target, op, values }: PlainCondition, value: JsonValue): boolean {
  const [wanted = ''] = values
  if (target.part !== undefined) {
    const held = isBag(value) ? (value[target.part] ?? null) : null
    if (op === 'empty') return held === null
    return typeof held === 'string' && (op === 'eq' ? held === wanted : held <= wanted)
  }
  const items = Array.isArray(value) ? value.filter(isBag) : []
  if (target.kind === 'observables') return items.some((item) => values.includes(String(item['value'])))
  const open: readonly string[] = OPEN_TASK_STATES
  return items.some((item) => item['assignee'] === wanted && open.includes(String(item['state'])))
}

/** The same in SQL; `column` is the field's. */
export function caseSql(
  column: string,
  { target, op, values }: PlainCondition,
  parameters: Parameters,
): string {
  if (target.part !== undefined) {
    const held = `(${column}->>'${target.part}')`
    if (op === 'empty') return `${held} is null`
    return `${held} collate "C" ${op === 'eq' ? '=' : '<='} ${parameters.add(values[0], 'text')}`
  }
  if (op === 'empty') return `${column} is null`
  if (target.kind === 'observables') {
    const tests = values.map(
      (value) => `${column} @> ${parameters.add(JSON.stringify([{ value }]), 'jsonb')}`,
    )
    return `(${tests.join(' or ')})`
  }
  const states = OPEN_TASK_STATES.map((state) => `@.state == "${state}"`).join(' || ')
  const user = `jsonb_build_object('user', ${parameters.add(values[0], 'text')})`
  return `jsonb_path_exists(${column}, '$[*] ? (@.assignee == $user && (${states}))', ${user})`
}

function isBag(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
