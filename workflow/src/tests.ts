import { fieldTarget } from '@caseloom/contract/filters/field-types/filter-rules'
import type { FieldCondition } from '@caseloom/contract/filters/field-types/plain-filter'
import { type ConditionFault, readCondition } from '@caseloom/contract/filters/read-condition'
import { conditionHolds, conditionTest } from '@caseloom/contract/filters/satisfies'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Condition, Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { isRelative } from '@caseloom/contract/values/relative-time'
import type { TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { ActorTest, FieldTest, LinkedTest, TableTest, When } from '@caseloom/contract/apps/workflow'
import { type ExpressionReading, readExpression } from './expression.ts'
import type { FormContext, Values } from './form-context.ts'
import { whenOf } from './from-fields.ts'
import { tableValue } from './table-uses.ts'

/** Fields of an app by key, and those of the apps that its reference fields point to, by reference field. */
export interface FormFields {
  own: ReadonlyMap<string, FieldInput>
  linked?: ReadonlyMap<string, ReadonlyMap<string, FieldInput>> | undefined
}

/** What a condition sees at its place in the order of rules. */
export interface TestState {
  context: FormContext
  /** The record with what earlier rules wrote. */
  value: (key: string) => JsonValue
  zone: string | undefined
  /** Results of conditions by their slot, as far as they were evaluated for the values of this state. */
  memo?: (boolean | undefined)[] | undefined
  expression: (test: ExpressionTest, state: TestState) => { value: JsonValue; fault?: string }
  /** Whether a value is in a table; null where that isn't known. */
  lookup: (question: TableQuestion) => boolean | null
  spend: () => void
}

export interface ExpressionTest {
  source: string
  reading: ExpressionReading
}

/** A compiled condition. */
export type Test =
  | { kind: 'all' | 'any' | 'none'; parts: readonly Test[] }
  | { kind: 'field'; at: 'now' | 'before' | 'becomes'; field: CompiledCondition }
  | { kind: 'table'; test: TableTest }
  | { kind: 'changed'; key: string }
  | { kind: 'linked'; key: string; min: number; where: Test | null; name: string; stated: LinkedTest }
  | { kind: 'actor'; test: ActorTest }
  | { kind: 'opened'; in: readonly string[] }
  | ({ kind: 'expression' } & ExpressionTest)

interface CompiledCondition {
  /** As the condition names it, and the value that it compares: a placed fact compares the fact. */
  key: string
  source: string
  holds: (value: JsonValue, state: TestState) => boolean
  /** Says something else as time passes, or for another actor. */
  moving: boolean
  /** The same for the same comparison, which many rules of a workflow begin with. */
  slot: number
}

const NO_USER = '00000000-0000-0000-0000-000000000000'

export function compileTest(when: When, fields: FormFields): Test {
  if ('all' in when) return { kind: 'all', parts: when.all.map((part) => compileTest(part, fields)) }
  if ('any' in when) return { kind: 'any', parts: when.any.map((part) => compileTest(part, fields)) }
  if ('none' in when) return { kind: 'none', parts: when.none.map((part) => compileTest(part, fields)) }
  if ('changed' in when) return { kind: 'changed', key: when.changed }
  if ('linked' in when) return linkedTest(when, fields)
  if ('actor' in when) return { kind: 'actor', test: when }
  if ('opened' in when) return { kind: 'opened', in: when.opened }
  if ('expression' in when) return { kind: 'expression', ...expressionTest(when.expression, fields) }
  if ('table' in when) return { kind: 'table', test: when }
  return { kind: 'field', at: when.at ?? 'now', field: compileCondition(when, fields.own) }
}

export function expressionTest(source: string, { own }: FormFields): ExpressionTest {
  return { source, reading: readExpression(source, (key) => fieldTarget(key, own.get(key)) !== null) }
}

function linkedTest(stated: LinkedTest, fields: FormFields): Test {
  const { linked, where, min = 1 } = stated
  const own = fields.linked?.get(linked) ?? new Map<string, FieldInput>()
  const inner = where === undefined ? null : compileTest(whereOf(where), { own })
  return { kind: 'linked', key: linked, min, where: inner, name: linkedName(stated), stated }
}

/** Names a condition on linked records: those that say the same have the same name. */
export function linkedName({ linked, where, min = 1 }: LinkedTest): string {
  return JSON.stringify([linked, where ?? null, min])
}

function whereOf(where: Filter): When {
  return whenOf(where)
}

type Moment = Pick<TestState, 'context' | 'zone'>

function compileCondition(condition: FieldTest, fields: ReadonlyMap<string, FieldInput>): CompiledCondition {
  const field = fields.get(condition.field)
  const target = fieldTarget(condition.field, field)
  const moving = isMoving(condition)
  const read = (moment: Moment) =>
    target === null ? null : (readAt(condition, field, moment).condition ?? null)
  const fixed = moving ? null : compiledCondition(read(FIXED))
  const source = target?.key ?? condition.field
  return {
    key: condition.field,
    source,
    moving,
    slot: slotOf(condition, fields),
    holds:
      fixed ??
      ((value, state) => {
        const plain = read(state)
        return plain !== null && satisfies(plain, value)
      }),
  }
}

/** Conditions that say the same for everyone at any time are read once. */
const FIXED: Moment = {
  zone: undefined,
  context: {
    occasion: 'open',
    record: {},
    before: null,
    actor: { kind: 'system', id: null, groups: [], roles: [], readable: () => true },
    now: '1970-01-01T00:00:00.000Z',
    linked: () => null,
  },
}

function readAt(condition: Condition, field: FieldInput | undefined, { context, zone }: Moment) {
  const target = fieldTarget(condition.field, field)
  if (target === null) return { faults: [] }
  return readCondition(target, condition, {
    now: new Date(context.now),
    zone: zone ?? context.zone,
    me: context.actor.id ?? NO_USER,
    options: field !== undefined && 'options' in field ? field.options.map(({ key }) => key) : null,
    stored: (raw) => {
      const value = context.normalize === undefined ? raw : context.normalize(condition.field, raw)
      return typeof value === 'string' || typeof value === 'number' ? String(value) : null
    },
  })
}

/** A condition as plain comparisons, as evaluated by no one at the first moment of 1970; null when it can't be read. */
export function plainCondition(condition: Condition, field: FieldInput): FieldCondition | null {
  return readAt(condition, field, FIXED).condition ?? null
}

/** Whether a value of a field satisfies a comparison. */
export function comparisonHolds(
  condition: Condition,
  field: FieldInput,
  { present, context }: { present: JsonValue; context: FormContext },
): boolean {
  const plain = readAt(condition, field, { context, zone: undefined }).condition
  return plain !== undefined && satisfies(plain, present)
}

/** What is wrong with a condition on a field of these, with places inside the condition. */
export function conditionFaults(
  condition: Condition,
  fields: ReadonlyMap<string, FieldInput>,
  normalize?: FormContext['normalize'],
): readonly ConditionFault[] {
  const field = fields.get(condition.field)
  if (fieldTarget(condition.field, field) === null)
    return [
      { path: ['field'], code: 'unknown_field', message: `Unknown field "${condition.field.slice(0, 100)}"` },
    ]
  const context = normalize === undefined ? FIXED.context : { ...FIXED.context, normalize }
  return readAt(condition, field, { context, zone: undefined }).faults ?? []
}

function isMoving(condition: Condition): boolean {
  const values = Array.isArray(condition.value) ? condition.value : [condition.value ?? null]
  return isRelative(condition) || values.some((value) => value === 'me')
}

const slots = new WeakMap<ReadonlyMap<string, FieldInput>, Map<string, number>>()

/** One number for each comparison over the same fields. */
function slotOf({ field, op, value = null }: FieldTest, fields: ReadonlyMap<string, FieldInput>): number {
  const own = slots.get(fields) ?? new Map<string, number>()
  slots.set(fields, own)
  const key = JSON.stringify([field, op, value])
  const slot = own.get(key) ?? own.size
  own.set(key, slot)
  return slot
}

function compiledCondition(condition: FieldCondition | null): (value: JsonValue) => boolean {
  if (condition === null) return () => false
  if ('all' in condition) {
    const parts = condition.all.map(compiledCondition)
    return (value) => parts.every((holds) => holds(value))
  }
  if ('any' in condition) {
    const parts = condition.any.map(compiledCondition)
    return (value) => parts.some((holds) => holds(value))
  }
  if (!('not' in condition)) return conditionTest(condition)
  const holds = compiledCondition(condition.not)
  return (value) => !holds(value)
}

function satisfies(condition: FieldCondition, value: JsonValue): boolean {
  if ('all' in condition) return condition.all.every((part) => satisfies(part, value))
  if ('any' in condition) return condition.any.some((part) => satisfies(part, value))
  if ('not' in condition) return !satisfies(condition.not, value)
  return conditionHolds(condition, value)
}

export function holds(test: Test, state: TestState): boolean {
  switch (test.kind) {
    case 'all':
      for (const part of test.parts) if (!holds(part, state)) return false
      return true
    case 'any':
      for (const part of test.parts) if (holds(part, state)) return true
      return false
    case 'none':
      for (const part of test.parts) if (holds(part, state)) return false
      return true
    default:
      state.spend()
      return leafHolds(test, state)
  }
}

export type Leaf = Exclude<Test, { kind: 'all' | 'any' | 'none' }>

export function leafHolds(test: Leaf, state: TestState): boolean {
  const { context } = state
  switch (test.kind) {
    case 'field':
      return fieldHolds(test, state)
    case 'table':
      return tableHolds(test.test, state)
    case 'changed':
      return !same(state.value(test.key), valueIn(context.before, test.key))
    case 'linked':
      if (context.linkedSaid?.has(test.name) === true) return context.linkedSaid.get(test.name) === true
      if (context.linkedThen !== undefined) return context.linkedThen.held.get(test.name) === true
      return linkedCount(test, state) >= test.min
    case 'actor':
      return actorHolds(test.test, context)
    case 'opened':
      return test.in.includes(context.occasion)
    case 'expression':
      return state.expression(test, state).value === true
    default:
      return test satisfies never
  }
}

function fieldHolds({ at, field }: Leaf & { kind: 'field' }, state: TestState): boolean {
  const { before } = state.context
  const stored = valueIn(before, field.source)
  if (at === 'before') return field.holds(stored, state)
  const now = holdsNow(field, state)
  return at === 'now' ? now : now && (before === null || !field.holds(stored, state))
}

function tableHolds(test: TableTest, state: TestState): boolean {
  const { before } = state.context
  const { at = 'now', field } = test
  const holdsFor = (value: JsonValue) => {
    const found = isInTable(test, value, state)
    return found === null ? null : found === (test.op === 'inTable')
  }
  const now = at === 'before' ? true : holdsFor(state.value(field)) === true
  if (at === 'now' || !now) return now
  const stored = holdsFor(valueIn(before, field))
  return at === 'before' ? stored === true : before === null || stored === false
}

/** Null where that isn't known; a condition then doesn't hold, whatever it says. */
function isInTable({ table, column }: TableTest, value: JsonValue, state: TestState): boolean | null {
  const text = tableValue(value)
  if (text === null) return false
  return state.lookup({ table, ...(column === undefined ? {} : { column }), value: text })
}

function holdsNow(field: CompiledCondition, state: TestState): boolean {
  const { memo } = state
  if (memo === undefined || field.moving) return field.holds(state.value(field.source), state)
  return (memo[field.slot] ??= field.holds(state.value(field.source), state))
}

/** How many linked records satisfy the condition, as far as it has to be known. */
export function linkedCount({ key, where, min }: Leaf & { kind: 'linked' }, state: TestState): number {
  let count = 0
  for (const record of state.context.linked(key) ?? []) {
    state.spend()
    const inner = { ...state, value: (field: string) => valueIn(record, field), memo: undefined }
    if (where === null || holds(where, inner)) count += 1
    if (count >= min) break
  }
  return count
}

function actorHolds(test: ActorTest, { actor }: FormContext): boolean {
  const names: readonly string[] = test.in
  switch (test.actor) {
    case 'kind':
      return names.includes(actor.kind)
    case 'user':
      return actor.id !== null && names.includes(actor.id)
    case 'group':
      return actor.groups.some((id) => names.includes(id))
    case 'role':
      return actor.roles.some((id) => names.includes(id))
    default:
      return test satisfies never
  }
}

/** The value of a field; what every object inherits, such as `constructor`, is none. */
export function valueIn(values: Values | null, key: string): JsonValue {
  return values !== null && Object.hasOwn(values, key) ? (values[key] ?? null) : null
}

/** Equal by value; the order of members of an object does not matter in stored values, which keep it. */
export function same(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  return JSON.stringify(a) === JSON.stringify(b)
}

export function isEmpty(value: JsonValue | undefined): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** What a condition read, for the trace. */
export function actualOf(test: Leaf, state: TestState): JsonValue {
  const { context } = state
  switch (test.kind) {
    case 'field':
      return test.at === 'before'
        ? valueIn(context.before, test.field.source)
        : state.value(test.field.source)
    case 'table': {
      const { at, field } = test.test
      return at === 'before' ? valueIn(context.before, field) : state.value(field)
    }
    case 'changed':
      return state.value(test.key)
    case 'linked':
      return linkedCount(test, state)
    case 'actor':
      return test.test.actor === 'kind' ? context.actor.kind : context.actor.id
    case 'opened':
      return context.occasion
    case 'expression':
      return state.expression(test, state).value
    default:
      return test satisfies never
  }
}
