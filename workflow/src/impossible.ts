import type { FieldTest, When } from '@caseloom/contract/apps/workflow'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { areCalendarApart, calendarRange } from './calendar-ranges.ts'
import { areApart, ORDERS, rangeOf } from './ranges.ts'
import type { FormFields } from './tests.ts'

/** Holds for every record. */
export function isAlways(when: When | undefined): boolean {
  if (when === undefined) return false
  if ('all' in when) return when.all.every(isAlways)
  if ('any' in when) return when.any.some(isAlways) || hasBoth(when.any)
  return 'none' in when && when.none.every((part) => 'any' in part && part.any.length === 0)
}

/** A test and its opposite: one of them holds. */
function hasBoth(parts: readonly When[]): boolean {
  const tests = parts.filter(isFieldTest)
  return tests.some(
    (one) =>
      one.op === 'empty' &&
      tests.some((other) => other.op === 'notEmpty' && other.field === one.field && other.at === one.at),
  )
}

function isFieldTest(when: When): when is FieldTest {
  return 'field' in when && 'op' in when && !('table' in when)
}

/** What must hold of a single field, or a group without conditions, which never holds. */
export type Fact = FieldFact | 'never'

interface FieldFact {
  test: FieldTest
  holds: boolean
}

/** Two facts that can't hold together, or one that never does; null when neither is certain. */
export function impossible(
  facts: readonly Fact[],
  { own }: FormFields,
): readonly [FieldFact, FieldFact] | 'never' | null {
  if (facts.includes('never')) return 'never'
  const tests = facts.filter((fact) => fact !== 'never')
  for (const [at, fact] of tests.entries())
    for (const other of tests.slice(at + 1))
      if (clash(fact, other, own.get(fact.test.field))) return [fact, other]
  return null
}

/** What must hold of single fields for a condition to hold, or not to. */
export function factsOf(when: When, holds = true): Fact[] {
  if ('all' in when) return holds ? when.all.flatMap((part) => factsOf(part)) : one(when.all, false)
  if ('none' in when) return holds ? when.none.flatMap((part) => factsOf(part, false)) : one(when.none, true)
  if ('any' in when) {
    if (holds && when.any.length === 0) return ['never']
    return holds ? one(when.any, true) : when.any.flatMap((part) => factsOf(part, false))
  }
  return isFieldTest(when) ? [{ test: when, holds }] : []
}

/** One of several has to hold: certain only of a single one. */
function one(parts: readonly When[], holds: boolean): Fact[] {
  const [first, ...others] = parts
  return first !== undefined && others.length === 0 ? factsOf(first, holds) : []
}

function clash(a: FieldFact, b: FieldFact, field: FieldInput | undefined): boolean {
  if (a.test.field !== b.test.field || isBefore(a.test) !== isBefore(b.test)) return false
  if (sameTest(a.test, b.test)) return a.holds !== b.holds
  const [first, second] = [allowed(a), allowed(b)]
  if (first.isEmpty !== undefined && second.isEmpty !== undefined && first.isEmpty !== second.isEmpty)
    return true
  if (field === undefined) return false
  const { options, several } = fieldTraits(field)
  if (several) return false
  // Of one option among several, nothing else can be.
  if (options) return excludes(first, second) || excludes(second, first)
  if (!a.holds && !b.holds) return false
  if (hasNotBecome(a) || hasNotBecome(b)) return false
  const [one, other] = [calendarRange(a.test, a.holds, field), calendarRange(b.test, b.holds, field)]
  return one !== null && other !== null ? areCalendarApart(one, other) : areApart(rangeOf(a), rangeOf(b))
}

/** That something did not become so leaves everything open. */
function hasNotBecome({ test, holds }: FieldFact): boolean {
  return test.at === 'becomes' && !holds
}

function excludes({ values }: Allowed, { values: others, refused }: Allowed): boolean {
  if (values === undefined) return false
  if (others !== undefined) return !values.some((value) => others.includes(value))
  return refused !== undefined && values.every((value) => refused.includes(value))
}

/** It reads the value before the change. */
export function isBefore({ at }: FieldTest): boolean {
  return at === 'before'
}

function sameTest(a: FieldTest, b: FieldTest): boolean {
  return (
    a.op === b.op &&
    (a.at ?? 'now') === (b.at ?? 'now') &&
    JSON.stringify(a.value) === JSON.stringify(b.value)
  )
}

interface Allowed {
  isEmpty?: boolean
  values?: readonly string[]
  refused?: readonly string[]
}

/** What a fact leaves of a field, for comparisons that name their values. */
function allowed({ test: { op, value = null, at = 'now' }, holds }: FieldFact): Allowed {
  if (at === 'becomes' && !holds) return {}
  if (op === 'empty' || op === 'notEmpty') return { isEmpty: (op === 'empty') === holds }
  // Nothing is neither more nor less than anything.
  if (ORDERS.has(op)) return holds ? { isEmpty: false } : {}
  const values = textsOf(value)
  if (values === null) return {}
  const isPositive = op === 'eq' || op === 'in'
  if (!isPositive && op !== 'ne' && op !== 'notIn') return {}
  return isPositive === holds ? { isEmpty: false, values } : { refused: values }
}

function textsOf(value: JsonValue): string[] | null {
  const list = Array.isArray(value) ? value : [value]
  // Moving values, and those that stand for the actor, are not known here.
  const isPlain = list.every(
    (item) => typeof item === 'number' || (typeof item === 'string' && item !== 'me'),
  )
  return isPlain ? list.map(String) : null
}
