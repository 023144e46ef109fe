import { HistoryEntry } from '@caseloom/contract/records/records'
import { describe, expect, test } from 'vitest'
import type { ChangeItem } from './story.ts'
import { daysOf } from './thread.ts'
import { drawnDays, drawnRows, rowBefore, threadRows, viewOf } from './thread-rows.ts'

const ANA = { kind: 'user', id: '00000000-0000-4000-8000-00000000000a', name: 'Ana' }

function change(day: number, time: string, action = 'updated'): ChangeItem {
  const at = `2026-11-${day}T${time}:00.000Z`
  const entry = HistoryEntry.parse({ version: 1, at, actor: ANA, action, changes: [] })
  return { kind: 'change', at, entry }
}
const ITEMS = [
  change(23, '10:04', 'commented'),
  change(23, '09:03'),
  change(23, '09:02'),
  change(23, '09:01'),
  change(22, '08:00', 'created'),
]
const rowsOf = (open: string[] = [], seen: ChangeItem | null = null, items = ITEMS) =>
  threadRows(daysOf(items, 'UTC'), seen, new Set(open))

describe('the rows of a thread', () => {
  test('are headings, entries, and bursts, each below the heading of its day', () => {
    const { rows, heads } = rowsOf()
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'entry', 'burst', 'day', 'entry'])
    expect(heads).toEqual([0, 0, 0, 3, 3])
  })

  test('include the entries of a burst while it is open, also when it has grown', () => {
    const key = rowsOf().rows.find(({ kind }) => kind === 'burst')?.key ?? ''
    expect(rowsOf([key]).rows.map(({ kind }) => kind)).toEqual([
      'day',
      'entry',
      'burst',
      'entry',
      'entry',
      'entry',
      'day',
      'entry',
    ])
    const grown = [change(23, '09:04'), ...ITEMS.slice(1)]
    expect(rowsOf([key], null, grown).rows.filter(({ kind }) => kind === 'entry')).toHaveLength(5)
    const earlier = [...ITEMS.slice(0, 4), change(23, '09:00'), ...ITEMS.slice(4)]
    const after = rowsOf([key], null, earlier).rows
    expect(after.filter(({ kind }) => kind === 'entry')).toHaveLength(6)
    expect(after.find(({ kind }) => kind === 'burst')?.key).toBe(key)
  })

  test('have the line above what the reader had seen', () => {
    const kinds = rowsOf([], ITEMS[4] ?? null).rows.map(({ kind }) => kind)
    expect(kinds).toEqual(['day', 'entry', 'burst', 'day', 'seen', 'entry'])
  })

  test('have keys of their own, also of a day that comes twice', () => {
    const items = [change(23, '10:00'), change(22, '10:00'), change(23, '09:00')]
    const keys = rowsOf([], null, items).rows.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(rowsOf([], null, items).rows.map(({ key }) => key))
  })
})

describe('the rows that are drawn', () => {
  const heads = [0, 0, 0, 3, 3, 3, 6, 6]
  test.each([
    ['those of one day with its heading', [1, 2], [0, 1, 2]],
    ['those of two days', [2, 4], [0, 2, 3, 4]],
    ['one far away, once', [7, 1, 7], [0, 1, 6, 7]],
    ['none that is no more', [9], []],
  ])('are %s', (_name, wanted, expected) => {
    expect(drawnRows(wanted, heads)).toEqual(expected)
  })

  test('leave the room of those that are not', () => {
    const sizes = [28, 40, 40, 28, 40, 40, 28, 40]
    const starts = sizes.map((_size, index) => 100 + sizes.slice(0, index).reduce((sum, one) => sum + one, 0))
    const drawn = [0, 2, 3, 5, 6, 7].map((index) => {
      const start = starts[index] ?? 0
      return { index, start, end: start + (sizes[index] ?? 0) }
    })
    expect(drawnDays(drawn, heads, 100)).toEqual([
      { head: { index: 0, gap: 0 }, rows: [{ index: 2, gap: 40 }] },
      { head: { index: 3, gap: 0 }, rows: [{ index: 5, gap: 40 }] },
      { head: { index: 6, gap: 0 }, rows: [{ index: 7, gap: 0 }] },
    ])
    const [, , , head, , last] = starts
    const below = [3, 5].map((index) => {
      const start = (index === 3 ? head : last) ?? 0
      return { index, start, end: start + (sizes[index] ?? 0) }
    })
    expect(drawnDays(below, heads, 100)[0]?.head.gap).toBe(108)
  })
})

describe('what is in view', () => {
  const { rows } = rowsOf()
  const ms = (day: number, time: string) => Date.parse(`2026-11-${day}T${time}:00.000Z`)

  test.each([
    ['everything', 0, 4, { newest: ms(23, '10:04'), oldest: ms(22, '08:00') }],
    ['a burst with all its entries', 2, 3, { newest: ms(23, '09:03'), oldest: ms(23, '09:01') }],
  ])('is %s', (_, first, last, view) => {
    expect(viewOf(rows, first, last)).toEqual(view)
  })

  test('is nothing without entries', () => {
    expect(viewOf(rows, 3, 3)).toBeNull()
    expect(viewOf(rows, -1, -1)).toBeNull()
  })

  test.each([
    [ms(24, '00:00'), 1],
    [ms(23, '10:04'), 2],
    [ms(23, '09:02'), 2],
    [ms(23, '09:01'), 4],
    [ms(1, '00:00'), 4],
  ])('begins, before %i, with row %i', (at, row) => {
    expect(rowBefore(rows, at)).toBe(row)
  })
})
