import { describe, expect, it, test } from 'vitest'
import {
  type ColumnLayout,
  fittingColumns,
  gridTemplate,
  moveColumn,
  nextSorts,
  NO_LAYOUT,
  orderedColumns,
  pinColumn,
  pinnedPlaces,
  placeColumn,
  resizeColumn,
  toggleColumn,
  visibleColumns,
} from './grid-column.ts'
import { parseLayout } from './useColumnLayout.ts'

const COLUMNS = [
  { key: 'id', width: 80 },
  { key: 'title', title: true },
  { key: 'severity', width: 100 },
  { key: 'age', width: 60 },
]
const keysOf = (columns: readonly { key: string }[]) => columns.map((column) => column.key)

describe('column order', () => {
  test('is the defined one by default', () => {
    expect(keysOf(orderedColumns(COLUMNS, NO_LAYOUT))).toEqual(['id', 'title', 'severity', 'age'])
  })

  test('follows the layout; unknown keys are dropped, new columns stay by their neighbor', () => {
    const layout = { ...NO_LAYOUT, order: ['age', 'gone', 'title', 'id'] }
    expect(keysOf(orderedColumns(COLUMNS, layout))).toEqual(['age', 'title', 'severity', 'id'])
  })

  test('moves a column by one position and stops at the ends', () => {
    const moved = moveColumn(COLUMNS, NO_LAYOUT, 'age', -1)
    expect(keysOf(orderedColumns(COLUMNS, moved))).toEqual(['id', 'title', 'age', 'severity'])
    expect(moveColumn(COLUMNS, NO_LAYOUT, 'id', -1)).toBe(NO_LAYOUT)
  })
})

test("the title can't be hidden, others can and reappear", () => {
  const hidden = toggleColumn(toggleColumn(NO_LAYOUT, 'title'), 'age')
  expect(keysOf(visibleColumns(COLUMNS, hidden))).toEqual(['id', 'title', 'severity'])
  expect(keysOf(visibleColumns(COLUMNS, toggleColumn(hidden, 'age')))).toContain('age')
})

test('widths stay within bounds, and null restores the defined one', () => {
  const wide = resizeColumn(NO_LAYOUT, 'id', 5000)
  expect(wide.widths).toEqual({ id: 800 })
  expect(resizeColumn(wide, 'id', 3).widths).toEqual({ id: 48 })
  expect(resizeColumn(wide, 'id', null).widths).toEqual({})
})

test('the title has the free width until it has one of its own', () => {
  expect(gridTemplate(COLUMNS, NO_LAYOUT, true)).toEqual({
    template: '40px 80px minmax(200px, 1fr) 100px 60px',
    minWidth: 480,
  })
  const fixed = resizeColumn(NO_LAYOUT, 'title', 300)
  expect(gridTemplate(COLUMNS, fixed, false).template).toBe('0px 80px 300px 100px 60px 1fr')
})

test('a click sorts ascending, the next one descending', () => {
  const asc = (key: string) => ({ key, direction: 'asc' as const })
  const desc = (key: string) => ({ key, direction: 'desc' as const })
  expect(nextSorts([], 'id', false)).toEqual([asc('id')])
  expect(nextSorts([asc('id')], 'id', false)).toEqual([desc('id')])
  expect(nextSorts([desc('id'), asc('age')], 'age', false)).toEqual([desc('age')])
  expect(nextSorts([desc('id')], 'age', true)).toEqual([desc('id'), asc('age')])
  expect(nextSorts([desc('id'), asc('age')], 'age', true)).toEqual([desc('id'), desc('age')])
  expect(nextSorts([desc('id'), desc('age')], 'age', true)).toEqual([desc('id')])
  expect(nextSorts([desc('id')], 'id', true)).toEqual([asc('id')])
  // Three at most: the last one is dropped.
  expect(nextSorts([asc('a'), asc('b'), asc('c')], 'd', true)).toEqual([asc('a'), asc('b'), asc('d')])
})

test.each([[null], ['x'], [{ order: 'a', hidden: [1, 'age'], widths: { id: 'x', age: 70 } }]])(
  'a stored layout %j is taken as far as it is one',
  (stored) => {
    const layout = parseLayout(stored)
    expect(layout.order).toEqual([])
    expect(layout.hidden.every((key) => typeof key === 'string')).toBe(true)
    expect(Object.values(layout.widths).every((width) => typeof width === 'number')).toBe(true)
  },
)

describe('in a narrow window', () => {
  const FACTS = [
    { key: 'id', width: 80 },
    { key: 'title', title: true },
    { key: 'severity', width: 100 },
    { key: 'entity', width: 100, fold: 2 },
    { key: 'owner', width: 100 },
    { key: 'tags', width: 100, fold: 1 },
    { key: 'age', width: 60 },
  ]

  test.each([
    [740, 'id title severity entity owner tags age'],
    [739, 'id title severity owner tags age'],
    [639, 'id title severity owner age'],
    [539, 'id title severity age'],
    [400, 'id title age'],
    [10, 'id title age'],
  ])('%i px fit %s', (room, keys) => {
    expect(keysOf(fittingColumns(FACTS, NO_LAYOUT, room, false)).join(' ')).toBe(keys)
  })

  test('own widths count', () => {
    const layout = resizeColumn(NO_LAYOUT, 'id', 200)
    expect(keysOf(fittingColumns(FACTS, layout, 740, false))).not.toContain('entity')
  })
})

describe('columns placed manually', () => {
  const columns = ['id', 'title', 'level', 'owner', 'age'].map((key) => ({
    key,
    ...(key === 'title' ? { title: true } : { width: 100 }),
  }))
  const shown = (layout: ColumnLayout) => visibleColumns(columns, layout).map(({ key }) => key)

  it('are inserted before or after the target, and no longer fold', () => {
    const moved = placeColumn(columns, NO_LAYOUT, { key: 'age', target: 'level', after: false })
    expect(shown(moved)).toEqual(['id', 'title', 'age', 'level', 'owner'])
    expect(shown(placeColumn(columns, moved, { key: 'id', target: 'owner', after: true }))).toEqual([
      'title',
      'age',
      'level',
      'owner',
      'id',
    ])
    expect(placeColumn(columns, moved, { key: 'id', target: 'id', after: true })).toBe(moved)
    expect(fittingColumns(columns, moved, 10, false)).toHaveLength(5)
  })

  it('stay visible when pinned, come first, and have offsets', () => {
    const layout = pinColumn(pinColumn(NO_LAYOUT, 'level'), 'title')
    expect(shown(layout)).toEqual(['title', 'level', 'id', 'owner', 'age'])
    expect([...pinnedPlaces(visibleColumns(columns, layout), layout, true)]).toEqual([
      ['title', { left: 56, last: false }],
      ['level', { left: 376, last: true }],
    ])
    expect(shown(pinColumn(layout, 'title'))).toEqual(['level', 'id', 'title', 'owner', 'age'])
  })

  it('are pinned next to a pinned one, and unpinned otherwise', () => {
    const layout = pinColumn(NO_LAYOUT, 'id')
    const beside = placeColumn(columns, layout, { key: 'age', target: 'id', after: true })
    expect(beside.pinned).toEqual(['id', 'age'])
    expect(placeColumn(columns, beside, { key: 'age', target: 'owner', after: false }).pinned).toEqual(['id'])
  })
})
