import { FieldInput } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import { expect, it } from 'vitest'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import {
  chipParts,
  choosesSeveral,
  enteredOf,
  type FilterSubject,
  filterSubjects,
  isTime,
  operatorKey,
  operatorsOf,
  spanWords,
  subjectText,
  takesSeveral,
  takesValue,
  valueOf,
} from './filter-choices.ts'

const ZONE = 'Asia/Kathmandu'
const number: FilterSubject = { key: 'score', label: 'Score', type: 'number' }
const time: FilterSubject = { key: 'created_at', label: 'Created', type: 'datetime' }
const assignee = FieldInput.parse({ key: 'assignee', label: 'Assignee', type: 'user' })
const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
const person: FilterSubject = { key: 'assignee', label: 'Assignee', type: 'user', field: { ...assignee, id } }
const aSubject = (input: object): FilterSubject => {
  const field = { ...FieldInput.parse({ key: 'f', label: 'F', ...input }), id }
  return { key: 'f', label: 'F', type: field.type, field }
}
const day = aSubject({ type: 'date' })
const span = aSubject({ type: 'duration' })
const items = aSubject({ type: 'list' })
const figures = aSubject({ type: 'list', of: 'number' })
const words = {
  people: { name: (id: string) => ({ u1: 'Alice', u2: 'Bob', u3: 'Cleo' })[id], zone: ZONE },
  t: (...[key]: [string, ...unknown[]]) => key,
}

it.each([
  [number, 'gte', '12.5', 12.5],
  [number, 'gte', 'many', null],
  [number, 'empty', '', null],
  [time, 'within', '12h', '12h'],
  [time, 'gte', '2026-11-21T08:45', '2026-11-21T03:00:00.000Z'],
  [time, 'gte', 'soon', null],
  [time, 'lt', 'now-30m', 'now-30m'],
  [time, 'lt', 'now-0m', null],
  [day, 'lte', 'today+7d', 'today+7d'],
  [person, 'in', ['u1'], ['u1']],
  [person, 'in', [], null],
  [day, 'gte', '2026-11-21', '2026-11-21'],
  [span, 'gte', '2h 30m', 9_000],
  [span, 'gte', 'long', null],
  [items, 'in', ['a', 'b'], ['a', 'b']],
  [figures, 'contains', '1.5', '1.5'],
  [figures, 'contains', 'many', null],
  [figures, 'in', ['1', 'many'], null],
] as const)('reads what was entered for %o %s as a value', (subject, operator, entered, value) => {
  expect(valueOf(subject, operator, Array.isArray(entered) ? [...entered] : String(entered), ZONE)).toEqual(
    value,
  )
})

it('labels a chip with names, shortened after two values', () => {
  const condition = { field: 'assignee', op: 'in' as const, value: ['me', 'u2', 'u3'] }
  expect(chipParts(condition, [person], words)).toEqual({
    field: 'Assignee',
    operator: 'operators.in',
    value: 'filter.me, Bob +1',
  })
})

it('shows a condition on a deleted field by its key', () => {
  expect(chipParts({ field: 'old', op: 'empty' }, [person], words)).toEqual({
    field: 'old',
    operator: 'operators.empty',
    value: '',
  })
})

it.each([
  [day, 'gte', '2026-11-21', 'dates.gte', '21 Nov 2026'],
  [aSubject({ type: 'time' }), 'lt', '14:05:00', 'times.lt', '14:05'],
  [span, 'gt', 25_320, 'operators.gt', '7h 02m'],
  [items, 'in', ['a', 'b'], 'lists.in', 'a, b'],
  [items, 'contains', 'a', 'operators.contains', 'a'],
  [aSubject({ type: 'group' }), 'in', ['g1', 'g2'], 'operators.in', 'Blue team, g2'],
] as const)('words %o %s %s as its type is spoken of', (...row) => {
  const [subject, op, value, operator, text] = row
  const people = {
    zone: 'UTC',
    name: () => undefined,
    group: (one: string) => (one === 'g1' ? 'Blue team' : undefined),
  }
  const condition = { field: 'f', op, value: Array.isArray(value) ? [...value] : String(value) }
  if (typeof value === 'number') Object.assign(condition, { value })
  expect(chipParts(condition, [subject], { people, t: words.t })).toEqual({
    field: 'F',
    operator,
    value: text,
  })
})

it.each([
  [time, 'within', 'this_week', 'operators.within', 'periods.this_week'],
  [time, 'olderThan', '30d', 'operators.olderThan', 'units.d'],
  [day, 'withinNext', '7d', 'operators.withinNext', 'units.d'],
  [number, 'between', [1, 9], 'operators.between', '1 – 9'],
  [time, 'lt', 'now-30m', 'dates.lt', 'moving.now.before'],
  [time, 'gte', 'start_of_week', 'dates.gte', 'moving.points.start_of_week'],
  [day, 'between', ['today', 'today+7d'], 'dates.between', 'moving.points.today – moving.after'],
  [day, 'between', ['2026-11-01', '2026-11-30'], 'dates.between', '1 Nov 2026 – 30 Nov 2026'],
  [time, 'gte', '2026-11-28T05:00:00.000Z', 'dates.gte', '28 Nov 2026, 10:45'],
  [aSubject({ type: 'datetime' }), 'lt', '2026-11-28T05:00:00.000Z', 'dates.lt', '28 Nov 2026, 10:45'],
] as const)('words %o %s %o', (...row) => {
  const [subject, op, value, operator, text] = row
  const condition = { field: subject.key, op, value: Array.isArray(value) ? [...value] : String(value) }
  expect(chipParts(condition, [subject], words)).toMatchObject({ operator, value: text })
})

it.each([
  [number, { op: 'between', value: [1, 9] }, ['1', '9']],
  [person, { op: 'in', value: ['me', 'u2'] }, ['me', 'u2']],
  [person, { op: 'eq', value: 'me' }, 'me'],
  [span, { op: 'gte', value: 9_000 }, '2h 30m'],
  [time, { op: 'within', value: '36h' }, '36h'],
  [time, { op: 'lte', value: '2026-11-21T03:00:15.000Z' }, '2026-11-21T08:45:15'],
  [time, { op: 'between', value: ['start_of_month', 'now'] }, ['start_of_month', 'now']],
  [day, { op: 'gt', value: 'today-2w' }, 'today-2w'],
  [day, { op: 'empty' }, ''],
] as const)('puts %o %o into the inputs, and reads the same back', (subject, { op, ...rest }, entered) => {
  const value = 'value' in rest ? (rest.value as JsonValue) : null // tuples are read-only lists
  const condition = { field: subject.key, op, value }
  expect(enteredOf(subject, condition, ZONE)).toEqual(entered)
  expect(valueOf(subject, op, enteredOf(subject, condition, ZONE), ZONE)).toEqual(value)
})

const options = [
  { key: 'a', label: 'First' },
  { key: 'b', label: 'Second' },
]
const choice = aSubject({ type: 'selection', options })
const choices = aSubject({ type: 'selection', options, multiple: true })

it.each([
  [choice, 'contains', false],
  [choices, 'contains', true],
  [items, 'contains', true],
  [items, 'startsWith', false],
  [number, 'between', true],
  [person, 'in', true],
] as const)('%o offers %s: %s', (subject, operator, expected) => {
  expect(operatorsOf(subject).includes(operator)).toBe(expected)
})

it.each([
  [undefined, 'contains', 'operators.contains'],
  [choices, 'contains', 'lists.all'],
  [choices, 'notContains', 'lists.notAll'],
  [choices, 'in', 'operators.in'],
  [choices, 'empty', 'operators.empty'],
  [items, 'notIn', 'lists.notIn'],
  [day, 'gt', 'dates.gt'],
  [number, 'gt', 'operators.gt'],
] as const)('%o %s is worded by %s', (subject, operator, key) => {
  expect(operatorKey(subject, operator)).toBe(key)
})

it('knows what an operator takes', () => {
  const every = ['eq', 'in', 'notIn', 'contains', 'notContains', 'empty', 'notEmpty'] as const
  expect(every.filter((operator) => !takesValue(operator))).toEqual(['empty', 'notEmpty'])
  expect(every.filter(takesSeveral)).toEqual(['in', 'notIn'])
  expect(every.filter((operator) => choosesSeveral(choices, operator))).toEqual([
    'in',
    'notIn',
    'contains',
    'notContains',
  ])
  expect(every.filter((operator) => choosesSeveral(items, operator))).toEqual(['in', 'notIn'])
})

it('dates and times are compared with points in time', () => {
  expect([day, time, number, items].map(isTime)).toEqual([true, true, false, false])
})

it.each([
  ['36h', 'units.h 36'],
  ['1d', 'units.d 1'],
  ['1234567d', null],
  ['d', null],
  ['this_week', null],
])('the span %s is worded as %s', (span_, expected) => {
  const t = (key: string, { count }: Record<string, unknown> = {}) => `${key} ${String(count)}`
  expect(spanWords(span_, t)).toBe(expected)
})

it.each([
  [number, 'between', ['1', '9'], [1, 9]],
  [number, 'between', ['1', ''], null],
  [number, 'between', ['1'], null],
  [number, 'between', '1', null],
  [number, 'notEmpty', 'x', null],
  [number, 'eq', [], null],
  [number, 'eq', ['5', '6'], 5],
  [number, 'eq', '  ', null],
  [day, 'between', ['today', '2026-11-21'], ['today', '2026-11-21']],
  [aSubject({ type: 'text' }), 'eq', ' now ', 'now'],
  [aSubject({ type: 'text' }), 'contains', ' a b ', 'a b'],
  [choices, 'contains', ['a'], ['a']],
  [choices, 'in', 'a', null],
  [day, 'within', ['this_week'], 'this_week'],
] as const)('reads %o %s %j as %j', (subject, operator, entered, value) => {
  expect(valueOf(subject, operator, Array.isArray(entered) ? [...entered] : String(entered), ZONE)).toEqual(
    value,
  )
})

it.each([
  [choices, 'in', 'a', ['a']],
  [choices, 'contains', ['a', 'b'], ['a', 'b']],
  [number, 'between', 7, '7'],
  [number, 'eq', 7, '7'],
  [number, 'eq', undefined, ''],
  [time, 'lt', 'now-30m', 'now-30m'],
] as const)('puts %o %s %j into the inputs as %j', (subject, op, value, entered) => {
  const condition = { field: subject.key, op, value: Array.isArray(value) ? [...value] : (value as string) }
  expect(enteredOf(subject, condition, ZONE)).toEqual(entered)
})

it('a filter asks for fields and for what every record has', () => {
  const fields = [
    aSubject({ type: 'text' }).field,
    aSubject({ type: 'system', of: 'created_by' }).field,
    aSubject({ type: 'formula', expression: '1', result: 'number' }).field,
  ]
  // Only its fields are read.
  const app = { fields } as unknown as Parameters<typeof filterSubjects>[0]
  expect(filterSubjects(app, (key) => key).map(({ key, label, type }) => [key, label, type])).toEqual([
    ['f', 'F', 'text'],
    ['f', 'F', 'number'],
    ['created_at', 'system.created_at', 'datetime'],
    ['updated_at', 'system.updated_at', 'datetime'],
    ['created_by', 'system.created_by', 'user'],
    ['updated_by', 'system.updated_by', 'user'],
    ['tracking_id', 'system.tracking_id', 'text'],
  ])
})

it.each([
  ['in', [], ''],
  ['in', ['u1', 'u2'], 'Alice, Bob'],
  ['in', ['u1', 'u2', 'u3'], 'Alice, Bob +1'],
  ['in', ['u1', 'u2', 'u3', 'u9'], 'Alice, Bob +2'],
  ['eq', 'u9', 'u9'],
] as const)('names people in a chip: %s %j is %s', (op, value, text) => {
  const condition = { field: 'assignee', op, value: Array.isArray(value) ? [...value] : (value as string) }
  expect(chipParts(condition, [person], words).value).toBe(text)
})

it('says what every record has like a field of its type', () => {
  const creator: FilterSubject = { key: 'created_by', label: 'Created by', type: 'user' }
  expect(subjectText(creator, 'u1', words)).toBe('Alice')
  expect(subjectText(creator, ['u1', 'u2'], words)).toBe('Alice, Bob')
  expect(subjectText(time, '2026-11-28T05:00:00.000Z', words)).toBe('28 Nov 2026, 10:45')
  expect([null, '', undefined, []].map((value) => subjectText(time, value, words))).toEqual(['', '', '', ''])
})

it('says a value of an unknown field as it is', () => {
  const said = (op: 'eq' | 'between' | 'within', value: JsonValue) =>
    chipParts({ field: 'old', op, value }, [], words).value
  expect([said('eq', 'today'), said('eq', 5), said('eq', 'me'), said('between', ['a', 'b'])]).toEqual([
    'today',
    '5',
    'filter.me',
    'a – b',
  ])
  expect([said('within', '7d'), said('within', 'soon')]).toEqual(['lastSpan', 'lastSpan'])
})
