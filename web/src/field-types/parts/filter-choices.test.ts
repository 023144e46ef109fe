import { FieldInput } from '@caseloom/contract/fields'
import { FieldId } from '@caseloom/contract/ids'
import { expect, it } from 'vitest'
import type { JsonValue } from '@caseloom/contract/json'
import { chipParts, enteredOf, type FilterSubject, valueOf } from './filter-choices.ts'

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
  people: { name: (id: string) => ({ u1: 'Alice', u2: 'Bob', u3: 'Cleo' })[id] },
  t: (...[key]: [string, ...unknown[]]) => key,
}

it.each([
  [number, 'gte', '12.5', 12.5],
  [number, 'gte', 'many', null],
  [number, 'empty', '', null],
  [time, 'within', '12h', '12h'],
  [time, 'gte', '2026-11-21T03:00:00Z', '2026-11-21T03:00:00.000Z'],
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
  expect(valueOf(subject, operator, Array.isArray(entered) ? [...entered] : String(entered))).toEqual(value)
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
  [day, 'gte', '2026-11-21', 'dates.gte', '2026-11-21'],
  [aSubject({ type: 'time' }), 'lt', '14:05:00', 'times.lt', '14:05'],
  [span, 'gt', 25_320, 'operators.gt', '7h 02m'],
  [items, 'in', ['a', 'b'], 'lists.in', 'a, b'],
  [items, 'contains', 'a', 'operators.contains', 'a'],
  [aSubject({ type: 'group' }), 'in', ['g1', 'g2'], 'operators.in', 'Blue team, g2'],
] as const)('words %o %s %s as its type is spoken of', (...row) => {
  const [subject, op, value, operator, text] = row
  const people = { name: () => undefined, group: (one: string) => (one === 'g1' ? 'Blue team' : undefined) }
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
  [day, 'between', ['2026-11-01', '2026-11-30'], 'dates.between', '2026-11-01 – 2026-11-30'],
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
  [time, { op: 'between', value: ['start_of_month', 'now'] }, ['start_of_month', 'now']],
  [day, { op: 'gt', value: 'today-2w' }, 'today-2w'],
  [day, { op: 'empty' }, ''],
] as const)('puts %o %o into the inputs, and reads the same back', (subject, { op, ...rest }, entered) => {
  const value = 'value' in rest ? (rest.value as JsonValue) : null // tuples are read-only lists
  const condition = { field: subject.key, op, value }
  expect(enteredOf(subject, condition)).toEqual(entered)
  expect(valueOf(subject, op, enteredOf(subject, condition))).toEqual(value)
})
