import { expect, it } from 'vitest'
import { dayFrom, endOfDay } from './exemption-days.ts'

const NOW = new Date(2026, 10, 23, 15, 30)
const DAY_MS = 24 * 3600_000

it.each([
  [0, '2026-11-23'],
  [14, '2026-12-07'],
  [90, '2027-02-21'],
])('%i days from now are %s', (days, day) => {
  expect(dayFrom(NOW, days)).toBe(day)
})

it('ends with the chosen day', () => {
  expect(endOfDay('2026-11-24', NOW)).toBe(new Date(2026, 10, 24, 23, 59, 59).toISOString())
})

it('ends the last allowed day within 90 days, and lets the server reject later ones', () => {
  const last = NOW.getTime() + 90 * DAY_MS
  expect(new Date(endOfDay('2027-02-21', NOW)).getTime()).toBe(last - 60_000)
  expect(new Date(endOfDay('2027-02-22', NOW)).getTime()).toBeGreaterThan(last)
})
