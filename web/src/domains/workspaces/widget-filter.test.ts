import { expect, it } from 'vitest'
import { conditionsOf, listSearch } from './widget-filter.ts'

const open = { field: 'status', op: 'notIn' as const, value: ['closed'] }
const high = { field: 'severity', op: 'in' as const, value: ['high'] }

it('reads nested conjunctions', () => {
  expect(conditionsOf({ all: [open, { all: [high] }] })).toEqual([open, high])
  expect(conditionsOf(undefined)).toEqual([])
})

it("opens no list for a filter that a list can't show", () => {
  expect(conditionsOf({ any: [open, high] })).toBeNull()
  expect(listSearch(open, { not: high })).toBeNull()
  expect(listSearch({ all: Array.from({ length: 21 }, () => open) })).toBeNull()
})

it('combines several filters for the URL', () => {
  expect(listSearch(open, null, high)).toEqual({ filter: JSON.stringify([open, high]) })
  expect(listSearch(null)).toEqual({})
})
