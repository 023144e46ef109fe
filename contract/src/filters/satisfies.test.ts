import { expect, it } from 'vitest'
import type { JsonValue } from '../kernel/json.ts'
import type { FilterTarget, PlainCondition, PlainOperator } from './field-types/plain-filter.ts'
import { conditionHolds, conditionTest } from './satisfies.ts'

type Kind = FilterTarget['kind']
/** Asked of one value, and read once for many. */
const asked = (condition: PlainCondition, value: JsonValue) => [
  conditionHolds(condition, value),
  conditionTest(condition)(value),
]
const ME = '01890000-0000-7000-8000-00000000000b'
const OTHER = '01890000-0000-7000-8000-00000000000c'
const files = [{ name: 'Report.pdf' }, { name: 'log.txt' }, { name: 7 }]
const observables = [{ value: 'evil.example' }, { value: '198.51.100.7' }]
const tasks = [
  { assignee: ME, state: 'done' },
  { assignee: OTHER, state: 'blocked' },
]

it.each<[Kind, PlainOperator, string[], JsonValue, boolean]>([
  ['text', 'empty', [], null, true],
  ['text', 'empty', [], 'x', false],
  ['text', 'eq', ['x'], null, false],
  ['text', 'in', [''], null, false],
  ['text', 'eq', ['x'], 'x', true],
  ['text', 'eq', ['X'], 'x', false],
  ['text', 'in', ['a', 'x'], 'x', true],
  ['text', 'in', ['a', 'b'], 'x', false],
  ['text', 'in', [], 'x', false],
  ['text', 'contains', ['EF'], 'defg', true],
  ['text', 'contains', ['ge'], 'defg', false],
  ['text', 'startsWith', ['DE'], 'Defg', true],
  ['text', 'startsWith', ['ef'], 'defg', false],
  ['text', 'endsWith', ['FG'], 'defG', true],
  ['text', 'endsWith', ['ef'], 'defg', false],
  ['text', 'gt', ['a'], 'b', true],
  ['text', 'gt', ['b'], 'b', false],
  ['text', 'gte', ['b'], 'b', true],
  ['text', 'gte', ['c'], 'b', false],
  ['text', 'lt', ['c'], 'b', true],
  ['text', 'lt', ['b'], 'b', false],
  ['text', 'lte', ['b'], 'b', true],
  ['text', 'lte', ['a'], 'b', false],
  ['boolean', 'eq', ['true'], true, true],
  ['boolean', 'eq', ['true'], false, false],
  ['rich', 'contains', ['bold word'], '<p>A <strong>bold</strong> word</p>', true],
  ['rich', 'contains', ['strong'], '<p>A <strong>bold</strong> word</p>', false],
  ['rich', 'eq', ['A'], '<p>A</p>', true],
  ['number', 'eq', ['1.50'], 1.5, true],
  ['number', 'gt', ['9'], 10, true],
  ['number', 'lt', ['9'], 10, false],
  ['number', 'gt', ['-1'], 0, true],
  ['duration', 'gt', ['90'], 100, true],
  ['duration', 'lt', ['100'], 90, true],
  ['tracking', 'eq', ['cas-7'], 'CAS-7', true],
  ['tracking', 'eq', ['cas-8'], 'CAS-7', false],
  ['tracking', 'in', ['ABC-1', 'cas-7'], 'CAS-7', true],
  ['texts', 'in', ['a', 'z'], ['a', 'b'], true],
  ['texts', 'in', ['y', 'z'], ['a', 'b'], false],
  ['texts', 'contains', ['a', 'b'], ['a', 'b', 'c'], true],
  ['texts', 'contains', ['a', 'z'], ['a', 'b', 'c'], false],
  ['texts', 'eq', ['b', 'a'], ['a', 'b'], true],
  ['texts', 'eq', ['a'], ['a', 'b'], false],
  ['texts', 'eq', ['a', 'b', 'c'], ['a', 'b'], false],
  ['texts', 'contains', ['1.5'], ['1.50'], false],
  ['numbers', 'contains', ['1.5'], ['1.50', 2], true],
  ['files', 'contains', ['REPORT'], files, true],
  ['files', 'contains', ['.zip'], files, false],
  ['files', 'contains', ['7'], [{ name: 7 }], false],
  ['files', 'contains', ['a'], 'a', false],
  ['observables', 'in', ['x', '198.51.100.7'], observables, true],
  ['observables', 'in', ['example'], observables, false],
  ['observables', 'in', ['a'], ['a', null], false],
  ['tasks', 'contains', [OTHER], tasks, true],
  ['tasks', 'contains', [ME], tasks, false],
  ['tasks', 'contains', ['01890000-0000-7000-8000-00000000000d'], tasks, false],
])('%s %s %j on %j', (...[kind, op, values, value, expected]) => {
  expect(asked({ target: { key: 'f', kind }, op, values }, value)).toEqual([expected, expected])
})

const running = { state: 'running', dueAt: '2026-11-22T10:00:00.000Z', breachedAt: null }
it.each<[FilterTarget['part'], PlainOperator, string[], JsonValue, boolean]>([
  [undefined, 'empty', [], null, true],
  [undefined, 'empty', [], running, false],
  [undefined, 'eq', ['running'], running, true],
  ['state', 'eq', ['running'], running, true],
  ['state', 'eq', ['paused'], running, false],
  ['state', 'eq', ['running'], null, false],
  ['dueAt', 'lte', ['2026-11-22T10:00:00.000Z'], running, true],
  ['dueAt', 'lte', ['2026-11-22T11:00:00.000Z'], running, true],
  ['dueAt', 'lte', ['2026-11-22T09:59:59.999Z'], running, false],
  ['dueAt', 'eq', ['2026-11-22T11:00:00.000Z'], running, false],
  ['dueAt', 'empty', [], running, false],
  // A clock without the moment, and no clock at all, have none that has passed.
  ['dueAt', 'empty', [], null, true],
  ['breachedAt', 'empty', [], running, true],
  ['breachedAt', 'lte', ['2026-11-22T10:00:00.000Z'], running, false],
  ['warningAt', 'empty', [], running, true],
  ['warningAt', 'lte', ['2026-11-22T10:00:00.000Z'], running, false],
  ['dueAt', 'empty', [], 'running', true],
  ['dueAt', 'lte', ['9'], { dueAt: 5 }, false],
])('the %s of a clock: %s %j on %j', (...[part, op, values, value, expected]) => {
  const target: FilterTarget = { key: 'f', kind: 'clock', ...(part === undefined ? {} : { part }) }
  expect(asked({ target, op, values }, value)).toEqual([expected, expected])
})
