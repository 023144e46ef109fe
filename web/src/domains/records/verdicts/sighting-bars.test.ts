import { expect, it } from 'vitest'
import { barHeights, firstDayOf } from './sighting-bars.ts'

it('gives the day with the most records the whole height, and shows a day with any', () => {
  expect(barHeights([0, 1, 50, 100], 16)).toEqual([0, 2, 8, 16])
  expect(barHeights([0, 0], 16)).toEqual([0, 0])
  expect(barHeights([1, 1], 16)).toEqual([16, 16])
})

it.each([
  ['in the last day', '2026-11-29T11:00:00.000Z', 13],
  ['a day ago', '2026-11-28T11:59:59.000Z', 12],
  ['before all days', '2026-10-01T00:00:00.000Z', 0],
  ['by a clock ahead of ours', '2026-11-29T12:00:05.000Z', 13],
])('finds the day of an instant %s', (_title, since, place) => {
  expect(firstDayOf(since, 14, Date.parse('2026-11-29T12:00:00.000Z'))).toBe(place)
})
