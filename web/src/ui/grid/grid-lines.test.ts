import { describe, expect, it } from 'vitest'
import {
  type GridGroup,
  groupOfLine,
  headingAt,
  lineAt,
  linesOfGroups,
  linesOfRows,
  rowKeysOf,
  withGroup,
} from './grid-lines.ts'

type Row = { id: string }
const idOf = ({ id }: Row) => id
const row = (id: string): Row => ({ id })

function aGroup(key: string, over: Partial<GridGroup<Row>> = {}): GridGroup<Row> {
  const words = { heading: key, label: key, count: '2' }
  const state = { isOpen: true, rows: [], expected: 2, hasMore: false, loadingMore: false, hasFailed: false }
  return { key, ...words, ...state, ...over }
}

const kinds = (groups: GridGroup<Row>[]) =>
  linesOfGroups(groups, idOf).map(({ kind, key }) => `${kind}: ${key}`)

describe('lines of a grid', () => {
  it('are its rows where it has no groups', () => {
    expect(linesOfRows([row('a')], idOf)).toEqual([{ kind: 'row', key: 'a', row: row('a'), rowKey: 'a' }])
  })

  it('are headings with the rows of open groups, and what can still be loaded', () => {
    const groups = [
      aGroup('new', { rows: [row('a'), row('b')], hasMore: true }),
      aGroup('old', { isOpen: false, rows: [row('c')] }),
      aGroup('none', { rows: null }),
      aGroup('lost', { rows: null, hasFailed: true }),
    ]
    expect(kinds(groups)).toEqual([
      'heading: heading new',
      'row: new a',
      'row: new b',
      'more: more new',
      'heading: heading old',
      'heading: heading none',
      'pending: pending none 0',
      'pending: pending none 1',
      'heading: heading lost',
      'more: more lost',
    ])
  })

  it('have a row of several groups once in each, and count it once', () => {
    const lines = linesOfGroups([aGroup('x', { rows: [row('a')] }), aGroup('y', { rows: [row('a')] })], idOf)
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
    expect(rowKeysOf(lines)).toEqual(['a'])
  })
})

describe('places in a grid with groups', () => {
  const lines = linesOfGroups(
    [aGroup('x', { rows: [row('a'), row('b')] }), aGroup('y', { rows: [row('b')] })],
    idOf,
  )

  it('find the line of a cursor, and the first line of a row', () => {
    expect(lineAt(lines, 'y b')).toBe(4)
    expect(lineAt(lines, 'b')).toBe(2)
    expect(lineAt(lines, 'gone')).toBe(-1)
    expect(lineAt(lines, undefined)).toBe(-1)
  })

  it('lead from a row to its heading', () => {
    expect(headingAt(lines, 2)).toBe(0)
    expect(headingAt(lines, 4)).toBe(3)
    expect(headingAt(lines, 9)).toBe(-1)
    expect(groupOfLine(lines[4])).toBe('y')
    expect(headingAt(linesOfRows([row('a')], idOf), 0)).toBe(-1)
  })

  it('select all loaded rows of a group, and none again', () => {
    const some = withGroup(new Set(['c']), lines, 'x')
    expect([...some]).toEqual(['c', 'a', 'b'])
    expect([...withGroup(some, lines, 'x')]).toEqual(['c'])
    expect([...withGroup(new Set(), lines, 'empty')]).toEqual([])
  })
})
