import { expect, it } from 'vitest'
import {
  conditionsOf,
  isFiltered,
  readListState,
  searchOf,
  sortOf,
  withConditions,
  withSort,
} from './list-search.ts'

it('keeps conditions, words and sort through the address', () => {
  const conditions = [{ field: 'severity', op: 'in' as const, value: ['high', 'critical'] }]
  const state = withSort(withConditions({ q: 'CVE-2021-44228' }, conditions), {
    key: 'title',
    direction: 'desc',
  })
  const read = readListState({ ...state })
  expect(read).toEqual(state)
  expect(conditionsOf(read)).toEqual(conditions)
  expect(sortOf(read)).toEqual({ key: 'title', direction: 'desc' })
})

it.each(['not json', '{"field":"x"}', '[{"field":"x","op":"drop"}]', '[]'])(
  'ignores the unreadable filter %s',
  (filter) => {
    expect(readListState({ filter })).toEqual({})
  },
)

it('ignores a sort that names no field', () => {
  expect(readListState({ sort: '"; drop table' })).toEqual({})
})

it('asks for the newest first when the address says nothing', () => {
  expect(searchOf({})).toEqual({ sort: [{ field: 'created_at', direction: 'desc' }] })
  expect(isFiltered({})).toBe(false)
})

it('asks for all conditions together', () => {
  const state = withConditions({ q: 'x' }, [{ field: 'a', op: 'empty' }])
  expect(searchOf(state)).toMatchObject({ filter: { all: [{ field: 'a', op: 'empty' }] }, text: 'x' })
  expect(isFiltered(state)).toBe(true)
})
