import { expect, it } from 'vitest'
import { dayFrom, endOfDay } from './exemption-days.ts'

// In Auckland, the next day has begun.
const NOW = new Date('2026-11-23T15:30:00Z')
const DAY_MS = 24 * 3600_000

it.each([
  [0, 'UTC', '2026-11-23'],
  [14, 'UTC', '2026-12-07'],
  [90, 'UTC', '2027-02-21'],
  [0, 'Pacific/Auckland', '2026-11-24'],
  [90, 'Pacific/Auckland', '2027-02-22'],
])('%i days from now are, in %s, %s', (days, zone, day) => {
  expect(dayFrom(NOW, days, zone)).toBe(day)
})

it.each([
  ['2026-11-24', 'UTC', '2026-11-24T23:59:59.000Z'],
  ['2026-11-24', 'Pacific/Auckland', '2026-11-24T10:59:59.000Z'],
  ['2026-11-24', 'America/New_York', '2026-11-25T04:59:59.000Z'],
])('%s ends in %s at %s', (day, zone, end) => {
  expect(endOfDay(day, NOW, zone)).toBe(end)
})

it('ends the last allowed day within 90 days, and lets the server reject later ones', () => {
  const last = NOW.getTime() + 90 * DAY_MS
  expect(new Date(endOfDay('2027-02-21', NOW, 'UTC')).getTime()).toBe(last - 60_000)
  expect(new Date(endOfDay('2027-02-22', NOW, 'UTC')).getTime()).toBeGreaterThan(last)
})
