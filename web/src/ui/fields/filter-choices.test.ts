import { FieldInput } from '@caseloom/contract/fields'
import { FieldId } from '@caseloom/contract/ids'
import { expect, it } from 'vitest'
import { chipParts, type FilterSubject, valueOf } from './filter-choices.ts'

const number: FilterSubject = { key: 'score', label: 'Score', type: 'number' }
const time: FilterSubject = { key: 'created_at', label: 'Created', type: 'datetime' }
const assignee = FieldInput.parse({ key: 'assignee', label: 'Assignee', type: 'user' })
const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
const person: FilterSubject = { key: 'assignee', label: 'Assignee', type: 'user', field: { ...assignee, id } }
const words = {
  people: { name: (id: string) => ({ u1: 'Alice', u2: 'Bob', u3: 'Cleo' })[id] },
  t: (key: string) => key,
}

it.each([
  [number, 'gte', '12.5', 12.5],
  [number, 'gte', 'many', null],
  [number, 'empty', '', null],
  [time, 'within', '12h', '12h'],
  [time, 'gte', '2026-11-21T03:00:00Z', '2026-11-21T03:00:00.000Z'],
  [time, 'gte', 'soon', null],
  [person, 'in', ['u1'], ['u1']],
  [person, 'in', [], null],
] as const)('reads what was entered for %o %s as a value', (subject, operator, entered, value) => {
  expect(valueOf(subject, operator, Array.isArray(entered) ? [...entered] : String(entered))).toEqual(value)
})

it('words a chip by names and labels, shortened after two values', () => {
  const condition = { field: 'assignee', op: 'in' as const, value: ['me', 'u2', 'u3'] }
  expect(chipParts(condition, [person], words)).toEqual({
    field: 'Assignee',
    operator: 'operators.in',
    value: 'filter.me, Bob +1',
  })
})

it('shows a condition on a field that is gone by its key', () => {
  expect(chipParts({ field: 'old', op: 'empty' }, [person], words)).toEqual({
    field: 'old',
    operator: 'operators.empty',
    value: '',
  })
})
