import { describe, expect, it, test } from 'vitest'
import { aRecord } from '../testing/a-record.ts'
import {
  type BoardColumn,
  boardColumns,
  columnNow,
  columnsBeside,
  movedValue,
  placeOf,
  spotBeside,
  withHeld,
  withMoved,
} from './board-columns.ts'

const column = (key: string, numbers: number[], over: Partial<BoardColumn> = {}): BoardColumn => ({
  key,
  value: key,
  heading: key,
  label: key,
  count: numbers.length,
  capped: false,
  rows: numbers.map((number) => aRecord(number)),
  isLoading: false,
  isDue: false,
  hasMore: false,
  loadingMore: false,
  hasFailed: false,
  ...over,
})
const BOARD = [column('new', [1, 2, 3]), column('triage', []), column('closed', [4])]
const idOf = (number: number) => String(aRecord(number).id)
const shown = (columns: readonly BoardColumn[]) =>
  columns.map(({ rows, count }) => [rows.map(({ trackingId }) => trackingId).join(' '), count])

describe('a moved card', () => {
  const move = (from: string, to: string) => ({ row: aRecord(2), from, to })
  it('is at the top of its new column, and both counts follow', () => {
    expect(shown(withMoved(BOARD, [move('new', 'triage')]))).toEqual([
      ['ALR-1 ALR-3', 2],
      ['ALR-2', 1],
      ['ALR-4', 1],
    ])
  })
  it('is counted once when the lists have it already', () => {
    const saved = [column('new', [1, 3]), column('triage', [2]), column('closed', [4])]
    expect(shown(withMoved(saved, [move('new', 'triage')]))).toEqual(shown(saved))
  })
  it('that moves on is in the last column alone', () => {
    expect(shown(withMoved(BOARD, [move('new', 'triage'), move('triage', 'closed')]))).toEqual([
      ['ALR-1 ALR-3', 2],
      ['', 0],
      ['ALR-2 ALR-4', 2],
    ])
  })
})

test.each([
  [
    [3, 4, 5],
    [-1, -1],
    [3, 4, 5],
  ],
  [
    [3, 4, 5],
    [4, -1],
    [3, 4, 5],
  ],
  [
    [3, 4, 5],
    [0, 9],
    [0, 3, 4, 5, 9],
  ],
  [[], [7, 7], [7]],
])('of the cards in view (%j) and those that are held (%j), these are drawn', (inView, held, drawn) => {
  expect(withHeld(inView, held)).toEqual(drawn)
})

describe('the focus', () => {
  it('follows a card to another column', () => {
    expect(placeOf(BOARD, { column: 'triage', id: idOf(4) })?.column.key).toBe('closed')
    expect(placeOf(BOARD, { column: '', id: idOf(2) })).toMatchObject({ at: 1 })
    expect(placeOf(BOARD, { column: 'new', id: idOf(9) })).toBeNull()
    expect(placeOf(BOARD, null)).toBeNull()
  })
  it('goes to the same height beside it, and passes empty columns', () => {
    expect(spotBeside(BOARD, { column: 'new', id: idOf(3) }, 1)).toEqual({ column: 'closed', id: idOf(4) })
    expect(spotBeside(BOARD, { column: 'closed', id: idOf(4) }, 1)).toBeNull()
    expect(spotBeside(BOARD, { column: 'closed', id: idOf(4) }, -1)).toEqual({ column: 'new', id: idOf(1) })
  })
  it('knows the columns on either side, the nearest first', () => {
    const keys = (key: string, step: 1 | -1) => columnsBeside(BOARD, key, step).map((one) => one.key)
    expect(keys('new', 1)).toEqual(['triage', 'closed'])
    expect(keys('closed', -1)).toEqual(['triage', 'new'])
    expect(keys('gone', 1)).toEqual([])
  })
})

test.each([
  ['the column it was asked to move from', 'new', 'new', 'new'],
  ['the column that a move before led to', 'new', 'triage', 'triage'],
  ['the last of several columns that the asked one isn’t among', 'new', ['closed', 'triage'], 'triage'],
  ['the asked one of several columns', 'closed', ['closed', 'triage'], 'closed'],
  ['the column without a value', 'new', null, 'none'],
  ['the asked one, when the board has no column of its value', 'new', 'elsewhere', 'new'],
  ['no column, when the asked one is gone', 'gone', 'new', undefined],
])('a card is now in %s', (_name, from, value, key) => {
  const columns = [column('none', [], { value: null }), ...BOARD]
  expect(columnNow(columns, from, value)?.key).toBe(key)
})

test.each([
  ['one value', false, { value: 'new', from: 'new', to: 'triage', after: 'triage' }],
  ['no value', false, { value: 'new', from: 'new', to: null, after: null }],
  ['one of several', true, { value: ['a', 'b'], from: 'a', to: 'c', after: ['b', 'c'] }],
  ['one that it has already', true, { value: ['a', 'b'], from: 'a', to: 'b', after: ['b'] }],
  ['none of several', true, { value: ['a', 'b'], from: 'a', to: null, after: [] }],
  ['the first of several', true, { value: null, from: null, to: 'a', after: ['a'] }],
])('a move sets %s', (_name, multiple, { value, after, ...move }) => {
  expect(movedValue({ multiple }, value, move)).toEqual(after)
})

it('says which columns are still loading', () => {
  const group = (value: string, count: number) => ({
    value,
    label: value,
    count,
    capped: false,
    filter: { field: 'status', op: 'eq' as const, value },
  })
  const item = (key: string) => ({
    key,
    heading: key,
    label: key,
    count: '',
    isOpen: true,
    rows: null,
    expected: 0,
    hasMore: false,
    loadingMore: false,
    hasFailed: false,
  })
  const columns = boardColumns(
    [group('new', 2), group('closed', 0)],
    [item('new'), item('closed')],
    new Set(['new', 'closed']),
  )
  expect(columns.map(({ key, isLoading, isDue }) => [key, isLoading, isDue])).toEqual([
    ['new', true, true],
    ['closed', false, false],
  ])
  const [unseen] = boardColumns([group('new', 2)], [item('new')], new Set())
  expect([unseen?.isLoading, unseen?.isDue]).toEqual([true, false])
})
