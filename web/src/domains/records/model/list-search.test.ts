import { expect, it } from 'vitest'
import {
  cleanState,
  columnsOf,
  columnsText,
  conditionsOf,
  filterOf,
  foldedOf,
  groupByOf,
  isFiltered,
  sameState,
  searchOf,
  sortsOf,
  stateOfView,
  viewOfState,
  withBoard,
  withConditions,
  withFilter,
  withFolded,
  withGroupBy,
  withSimilar,
  withSorts,
} from './list-search.ts'

it('round-trips conditions, text, and sort through the URL', () => {
  const conditions = [{ field: 'severity', op: 'in' as const, value: ['high', 'critical'] }]
  const state = withSorts(withConditions({ q: 'CVE-2021-44228' }, conditions), [
    {
      key: 'title',
      direction: 'desc',
    },
  ])
  const read = cleanState({ ...state })
  expect(read).toEqual(state)
  expect(conditionsOf(read)).toEqual(conditions)
  expect(sortsOf(read)).toEqual([{ key: 'title', direction: 'desc' }])
})

it.each(['not json', '{"field":"x"}', '[{"field":"x","op":"drop"}]', '[]'])(
  'ignores the unreadable filter %s',
  (filter) => {
    expect(cleanState({ filter })).toEqual({})
  },
)

it('ignores a sort by an unknown field', () => {
  expect(cleanState({ sort: '"; drop table' })).toEqual({})
})

it('sorts by newest by default', () => {
  expect(searchOf({})).toEqual({ sort: [{ field: 'created_at', direction: 'desc' }] })
  expect(isFiltered({})).toBe(false)
})

it('combines all conditions', () => {
  const state = withConditions({ q: 'x' }, [{ field: 'a', op: 'empty' }])
  expect(searchOf(state)).toMatchObject({ filter: { all: [{ field: 'a', op: 'empty' }] }, text: 'x' })
  expect(isFiltered(state)).toBe(true)
})

it('preserves a filter of any form, and writes a plain one as a list', () => {
  const tree = { any: [{ field: 'a', op: 'empty' as const }, { not: { field: 'b', op: 'empty' as const } }] }
  expect(filterOf(withFilter({}, tree))).toEqual(tree)
  expect(conditionsOf(withFilter({}, tree))).toEqual([])
  expect(withFilter({}, { all: [{ field: 'a', op: 'empty' }] })).toEqual({
    filter: '[{"field":"a","op":"empty"}]',
  })
  expect(withFilter({ filter: 'x', q: 'y' }, null)).toEqual({ q: 'y' })
})

it('preserves columns with their widths and order, and drops unknown ones', () => {
  const columns = [{ field: 'title', width: 300, pinned: true }, { field: 'severity' }]
  expect(columnsText(columns)).toBe('*title:300,severity')
  expect(columnsOf({ cols: columnsText(columns) })).toEqual(columns)
  expect(columnsOf({ cols: 'title:9999,DROP,,x y,severity' })).toEqual([
    { field: 'title' },
    { field: 'severity' },
  ])
})

it('recognizes a saved view, however its URL was written', () => {
  const view = {
    filter: { all: [{ field: 'severity', op: 'in' as const, value: ['high'] }] },
    text: 'malware',
    sort: [{ field: 'severity', direction: 'desc' as const }],
    columns: [{ field: 'title' }],
    groupBy: { field: 'created_at', unit: 'week' as const },
    similar: true,
    show: 'board' as const,
  }
  expect(viewOfState(stateOfView(view))).toEqual(view)
  expect(sameState(stateOfView(view), { ...stateOfView(view), panel: 'facets', folded: '-', own: '1' })).toBe(
    true,
  )
  expect(sameState(stateOfView(view), {})).toBe(false)
  expect(sameState(stateOfView(view), stateOfView({ ...view, show: 'list' }))).toBe(false)
})

it('shows a list as a board only where the URL says so', () => {
  expect(cleanState({ show: 'board' })).toEqual({ show: 'board' })
  expect(cleanState({ show: 'chart' })).toEqual({})
  expect([withBoard({ q: 'x' }, true), withBoard({ q: 'x', show: 'board' }, false)]).toEqual([
    { q: 'x', show: 'board' },
    { q: 'x' },
  ])
})

it('names the field of groups in the URL, with the unit of a date', () => {
  expect(groupByOf({ group: 'severity' })).toEqual({ field: 'severity' })
  expect(groupByOf({ group: 'created_at.month' })).toEqual({ field: 'created_at', unit: 'month' })
  for (const group of [undefined, '', 'created_at.year', '"; drop table'])
    expect(groupByOf({ group })).toBeNull()
  expect(cleanState({ group: 'severity', folded: 'low,-' })).toEqual({ group: 'severity', folded: 'low,-' })
  expect(cleanState({ group: 'no.group' })).toEqual({})
  // Which groups are collapsed is said beside a saved view, which names the field.
  expect(cleanState({ folded: 'low' })).toEqual({ folded: 'low' })
})

it('begins with expanded groups when they change', () => {
  const state = withFolded(withGroupBy({ q: 'x' }, { field: 'severity' }), new Set(['low', '-']))
  expect(state).toEqual({ q: 'x', group: 'severity', folded: 'low,-' })
  expect(foldedOf(state)).toEqual(new Set(['low', '-']))
  expect(withFolded(state, new Set())).toEqual({ q: 'x', group: 'severity' })
  expect(withGroupBy(state, { field: 'day', unit: 'day' })).toEqual({ q: 'x', group: 'day.day' })
  expect(withGroupBy(state, null)).toEqual({ q: 'x' })
})

it('sorts by up to three different fields, and stores them in a saved view', () => {
  const state = { sort: '-severity,title,-severity,created_at,status' }
  expect(searchOf(state).sort).toEqual([
    { field: 'severity', direction: 'desc' },
    { field: 'title', direction: 'asc' },
    { field: 'created_at', direction: 'asc' },
  ])
  expect(stateOfView(viewOfState(state)).sort).toBe('-severity,title,created_at')
})

it.each([
  [{ similar: '1' }, true],
  [{ similar: '0' }, undefined],
  [{ similar: '1', group: 'severity' }, undefined],
  [{ similar: '1', show: 'board' }, undefined],
  [withGroupBy({ similar: '1' }, { field: 'severity' }), undefined],
  [withSimilar({ group: 'severity', folded: '-' }), true],
])('%j shows similar records in one row: %s', (state, similar) => {
  expect(searchOf(state).similar).toBe(similar)
})
