import { expect, test } from 'vitest'
import { dayRange, dayStart, isDay } from './day-range.ts'

test.each([
  ['2026-11-21', 'Europe/Lisbon', '2026-11-21T00:00:00.000Z'],
  ['2026-07-01', 'Europe/Lisbon', '2026-06-30T23:00:00.000Z'],
  ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00.000Z'],
  // The clocks change on this day in Berlin.
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  // Its midnight is skipped in Santiago, and shown twice in Havana.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, instant) => {
  expect(dayStart(day, zone).toISOString()).toBe(instant)
})

test('includes all of the last day', () => {
  expect(dayRange({ from: '2026-11-20', to: '2026-11-21' }, 'UTC')).toEqual({
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-22T00:00:00.000Z',
  })
  expect(dayRange({}, 'UTC')).toEqual({})
})

test("rejects dates that don't exist", () => {
  expect(isDay('2026-11-21')).toBe(true)
  expect(isDay('2026-13-45')).toBe(false)
  expect(isDay('yesterday')).toBe(false)
  expect(isDay(undefined)).toBe(false)
})
