import { expect, it } from 'vitest'
import type { FilterOperator } from '../values/filter.ts'
import type { JsonValue } from '../kernel/json.ts'
import type { FieldCondition, FilterTarget } from './field-types/plain-filter.ts'
import { type ConditionContext, readCondition } from './read-condition.ts'

type Kind = FilterTarget['kind']
const ME = '01890000-0000-7000-8000-00000000000b'
const OTHER = '01890000-0000-7000-8000-00000000000c'
const SEVERITY = ['low', 'medium', 'high']
const context: ConditionContext = {
  now: new Date('2026-11-22T15:30:00.000Z'),
  zone: 'Pacific/Auckland',
  me: ME,
  options: null,
  // A field that takes texts of small letters, and keeps numbers.
  stored: (raw) =>
    typeof raw === 'number' || (typeof raw === 'string' && /^[a-z0-9:-]+$/.test(raw)) ? String(raw) : null,
}

/** A condition in one line, such as `not (in a,b)`. */
function written(condition: FieldCondition): string {
  if ('all' in condition) return `all (${condition.all.map(written).join('; ')})`
  if ('any' in condition) return `any (${condition.any.map(written).join('; ')})`
  if ('not' in condition) return `not (${written(condition.not)})`
  const { op, target, values } = condition
  return [target.part, op, values.join()].filter(Boolean).join(' ')
}

function read(kind: Kind, op: FilterOperator, value?: JsonValue, options: string[] | null = null): string {
  const { condition, faults } = readCondition({ key: 'f', kind }, { op, value }, { ...context, options })
  if (faults === undefined) return written(condition)
  return faults.map(({ code, message, path }) => `${path.join('.')} ${code}: ${message}`).join('; ')
}

it.each<[Kind, FilterOperator, JsonValue | undefined, string]>([
  ['text', 'empty', undefined, 'empty'],
  ['text', 'notEmpty', undefined, 'not (empty)'],
  ['text', 'eq', 'a', 'eq a'],
  ['text', 'ne', 'a', 'not (eq a)'],
  ['text', 'eq', 'No Form', 'eq No Form'],
  ['text', 'in', ['a', 'b'], 'in a,b'],
  ['text', 'in', [], 'in'],
  ['text', 'notIn', ['a'], 'not (in a)'],
  ['text', 'contains', 'Ab', 'contains Ab'],
  ['text', 'notContains', 'Ab', 'not (contains Ab)'],
  ['text', 'startsWith', 'e\u0301', 'startsWith é'],
  ['text', 'endsWith', 'b', 'endsWith b'],
  ['number', 'eq', '1.50', 'eq 1.5'],
  ['number', 'gt', 2, 'gt 2'],
  ['number', 'gte', 2, 'gte 2'],
  ['number', 'lt', 2, 'lt 2'],
  ['number', 'lte', 2, 'lte 2'],
  ['number', 'between', [1, '2.0'], 'all (gte 1; lte 2)'],
  ['date', 'eq', '2026-11-21', 'eq 2026-11-21'],
  ['date', 'eq', 'today', 'eq 2026-11-23'],
  ['date', 'between', ['today', 'today+1w'], 'all (gte 2026-11-23; lte 2026-11-30)'],
  ['date', 'within', 'tomorrow', 'all (gte 2026-11-24; lte 2026-11-24)'],
  ['date', 'withinNext', '1d', 'all (gte 2026-11-23; lte 2026-11-24)'],
  ['instant', 'olderThan', '1h', 'lt 2026-11-22T14:30:00.000Z'],
  ['instant', 'gt', 'today', 'gte 2026-11-23T11:00:00.000Z'],
  ['instant', 'lte', '2026-11-21T03:02:15+01:00', 'lte 2026-11-21T02:02:15.000Z'],
  ['user', 'eq', 'me', `eq ${ME}`],
  ['user', 'in', ['me', `{${OTHER.toUpperCase()}}`], `in ${ME},${OTHER}`],
  ['options', 'eq', 'a', 'eq a'],
  ['options', 'eq', ['a', 'b', 'a'], 'eq a,b'],
  ['options', 'ne', ['a'], 'not (eq a)'],
  ['options', 'contains', 'a', 'contains a'],
  ['options', 'contains', ['a', 'b'], 'contains a,b'],
  ['options', 'notContains', ['a'], 'not (contains a)'],
  ['technique', 'startsWith', ' t1594', 'in T1594'],
  ['files', 'contains', 'report', 'contains report'],
  ['files', 'notContains', 'report', 'not (contains report)'],
  ['observables', 'contains', 'evil[.]example', 'in evil.example,evil[.]example'],
  // As an address, and as a telephone number.
  ['observables', 'notContains', '198.51.100.7', 'not (in 198.51.100.7,198511007)'],
  ['tasks', 'contains', 'me', `contains ${ME}`],
  ['tasks', 'notContains', OTHER, `not (contains ${OTHER})`],
  ['tasks', 'empty', undefined, 'empty'],
  ['clock', 'eq', 'paused', 'any (state eq paused)'],
  ['clock', 'ne', 'idle', 'not (any (empty))'],
  ['clock', 'in', ['idle', 'met'], 'any (empty; state eq met)'],
  ['clock', 'notIn', ['missed'], 'not (any (state eq missed))'],
  ['clock', 'notEmpty', undefined, 'not (empty)'],
])('%s %s %j is read as plain comparisons', (...[kind, op, value, expected]) => {
  expect(read(kind, op, value)).toBe(expected)
})

const PASSED = 'lte 2026-11-22T15:30:00.000Z'
const OVER = `any (not (breachedAt empty); dueAt ${PASSED})`
it.each([
  ['overdue', `all (state eq running; ${OVER})`],
  ['warning', `all (state eq running; not (${OVER}); warningAt ${PASSED})`],
  ['running', `all (state eq running; not (${OVER}); not (warningAt ${PASSED}))`],
])('a clock that is %s is found by its stored facts', (word, expected) => {
  expect(read('clock', 'eq', word)).toBe(`any (${expected})`)
})

it.each<[FilterOperator, JsonValue, string]>([
  ['gt', 'medium', 'in high'],
  ['gte', 'medium', 'in medium,high'],
  ['lt', 'medium', 'in low'],
  ['lte', 'medium', 'in low,medium'],
  ['lt', 'low', 'in'],
  ['between', ['low', 'medium'], 'all (in low,medium,high; in low,medium)'],
  ['gt', 'urgent', 'value unknown_option: No such option'],
  ['gt', 2, 'value unknown_option: No such option'],
  ['between', ['low', 'urgent'], 'value.1 unknown_option: No such option'],
])('options compare by their order: %s %j', (op, value, expected) => {
  expect(read('option', op, value, SEVERITY)).toBe(expected)
})

const many = Array.from({ length: 1_001 }, () => 'a')
const SPAN = 'value invalid_span: Expected a time span such as 12h, 7d, or 4w, or a period such as this_week'
it.each<[Kind, FilterOperator, JsonValue | undefined, string]>([
  ['json', 'eq', 'a', 'op not_allowed: "eq" isn’t available for this field'],
  ['system', 'empty', undefined, 'op not_allowed: "empty" isn’t available for this field'],
  ['clock', 'gt', 'met', 'op not_allowed: "gt" isn’t available for this field'],
  ['text', 'eq', undefined, 'value invalid_type: Expected a text'],
  ['text', 'contains', '', 'value invalid_type: Expected a text'],
  ['text', 'contains', 7, 'value invalid_type: Expected a text'],
  ['text', 'in', 'a', 'value invalid_type: Expected a list of values'],
  ['text', 'in', ['a', 7, 8], 'value.1 invalid_type: Expected a text'],
  ['text', 'in', [7], 'value invalid_type: Expected a text'],
  ['text', 'in', many, 'value too_long: At most 1000 values'],
  ['number', 'gt', 'many', 'value invalid_type: Expected a number'],
  ['number', 'between', [1], 'value invalid_type: Expected two values: from and to'],
  ['number', 'between', [1, 2, 3], 'value invalid_type: Expected two values: from and to'],
  ['number', 'between', 1, 'value invalid_type: Expected two values: from and to'],
  [
    'number',
    'between',
    ['x', 'y'],
    'value.0 invalid_type: Expected a number; value.1 invalid_type: Expected a number',
  ],
  ['instant', 'within', 'soon', SPAN],
  ['date', 'olderThan', 7, SPAN],
  ['options', 'eq', ['a', 7], 'value.1 invalid_type: Expected the key of an option'],
  ['options', 'contains', 7, 'value invalid_type: Expected the key of an option'],
  ['observables', 'contains', '', 'value invalid_type: Expected the value of an observable'],
  ['observables', 'contains', 7, 'value invalid_type: Expected the value of an observable'],
  ['tasks', 'contains', 'bob', 'value invalid_type: Expected the ID of a user who has an open task, or "me"'],
  ['tasks', 'contains', 7, 'value invalid_type: Expected the ID of a user who has an open task, or "me"'],
  [
    'clock',
    'eq',
    'late',
    'value invalid_type: Expected one of idle, running, warning, overdue, paused, met, missed',
  ],
  [
    'clock',
    'eq',
    ['met'],
    'value invalid_type: Expected one of idle, running, warning, overdue, paused, met, missed',
  ],
  [
    'clock',
    'in',
    ['met', 'late'],
    'value invalid_type: Expected one of idle, running, warning, overdue, paused, met, missed',
  ],
  [
    'clock',
    'notIn',
    'met',
    'value invalid_type: Expected one of idle, running, warning, overdue, paused, met, missed',
  ],
])('%s %s %j is refused with its place', (...[kind, op, value, expected]) => {
  expect(read(kind, op, value)).toBe(expected)
})

it('takes a thousand values', () => {
  expect(read('text', 'in', many.slice(1))).toBe(`in ${many.slice(1).join()}`)
})
