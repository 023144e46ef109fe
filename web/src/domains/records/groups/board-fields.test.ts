import { expect, it } from 'vitest'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { aField, anApp } from '../testing/a-record.ts'
import { boardField, boardFields, withEmptyColumns } from './board-fields.ts'

const option = (key: string, over: object = {}) => ({ key, label: key, ...over })
const options = [option('new'), option('triage'), option('old', { retired: true }), option('closed')]
const status = aField('status', { type: 'selection', display: 'state', options }) as ChoiceField
const level = aField('level', { type: 'selection', options }) as ChoiceField
const owner = aField('owner', { type: 'user' }) as ChoiceField
const day = aField('day', { type: 'date' })
const app = anApp([level, owner, day, status])
const people = (count: number) => ({
  all: Array.from({ length: count }, (_, at) => ({ id: `u${at}`, name: `P${at}`, active: true, groups: [] })),
  groups: [],
  me: 'u1',
})
const group = (value: string | null, count: number) => ({
  value,
  label: value?.replace('u', 'P') ?? '',
  count,
  capped: false,
  filter: { field: 'status', op: 'eq' as const, value },
})
const values = (columns: ReturnType<typeof withEmptyColumns>) =>
  columns.map(({ value, count }) => [value, count])

it('makes columns of selections and people, the state unless the list is grouped by another one', () => {
  expect(boardFields(app).map(({ key }) => key)).toEqual(['level', 'owner', 'status'])
  expect(boardField(app, {})?.key).toBe('status')
  expect(boardField(app, { group: 'owner' })?.key).toBe('owner')
  expect(boardField(app, { group: 'day.week' })?.key).toBe('status')
  // A field that the reader can't read isn't part of the app.
  expect(boardField(app, { group: 'secret' })?.key).toBe('status')
  expect(boardField(anApp([level]), {})?.key).toBe('level')
  expect(boardField(anApp([day]), {})).toBeNull()
})

it('shows options without records in their order, and retired ones only with records', () => {
  expect(values(withEmptyColumns([group('closed', 2)], status, people(0)))).toEqual([
    ['new', 0],
    ['triage', 0],
    ['closed', 2],
  ])
  const columns = withEmptyColumns([group('old', 1), group(null, 3)], level, people(0))
  expect(values(columns)).toEqual([
    ['new', 0],
    ['triage', 0],
    ['old', 1],
    ['closed', 0],
    [null, 3],
  ])
  expect(columns[0]?.filter).toEqual({ field: 'level', op: 'eq', value: 'new' })
})

it('offers the people of a small team, and only oneself of a large one', () => {
  expect(values(withEmptyColumns([group('u0', 1)], owner, people(3))).map(([value]) => value)).toEqual([
    'u0',
    'u1',
    'u2',
    null,
  ])
  expect(values(withEmptyColumns([group('u5', 1)], owner, people(13))).map(([value]) => value)).toEqual([
    'u1',
    'u5',
    null,
  ])
})
