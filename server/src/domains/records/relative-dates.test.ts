import type { Period } from '@caseloom/contract/filter'
import { expect, it } from 'vitest'
import { dayIn, periodDays, periodInstants, spanMillis } from './relative-dates.rules.ts'

/** A Sunday afternoon in Lisbon, already Monday in Auckland. */
const NOW = new Date('2026-11-22T15:30:00.000Z')

it.each<[Period, string, string]>([
  ['today', '2026-11-22', '2026-11-22'],
  ['yesterday', '2026-11-21', '2026-11-21'],
  ['tomorrow', '2026-11-23', '2026-11-23'],
  ['this_week', '2026-11-16', '2026-11-22'],
  ['last_week', '2026-11-09', '2026-11-15'],
  ['next_week', '2026-11-23', '2026-11-29'],
  ['this_month', '2026-11-01', '2026-11-30'],
  ['last_month', '2026-10-01', '2026-10-31'],
  ['next_month', '2026-12-01', '2026-12-31'],
  ['this_quarter', '2026-10-01', '2026-12-31'],
  ['last_quarter', '2026-07-01', '2026-09-30'],
  ['this_year', '2026-01-01', '2026-12-31'],
  ['last_year', '2025-01-01', '2025-12-31'],
])('knows the days of %s', (period, first, last) => {
  expect(periodDays(period, 'Europe/Lisbon', NOW)).toEqual({ first, last })
})

it('counts days and weeks by the clocks of the asker', () => {
  expect(dayIn('Pacific/Auckland', NOW)).toBe('2026-11-23')
  expect(periodDays('this_week', 'Pacific/Auckland', NOW)).toEqual({
    first: '2026-11-23',
    last: '2026-11-29',
  })
  expect(periodInstants('today', 'Asia/Kathmandu', NOW)).toEqual({
    from: '2026-11-21T18:15:00.000Z',
    until: '2026-11-22T18:15:00.000Z',
  })
})

it('gives a day of 25 hours its 25 hours, and a day without a midnight its beginning', () => {
  expect(periodInstants('today', 'Europe/Berlin', new Date('2026-10-25T12:00:00Z'))).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    until: '2026-10-25T23:00:00.000Z',
  })
  expect(periodInstants('today', 'Asia/Beirut', new Date('2026-03-29T12:00:00Z')).from).toBe(
    '2026-03-28T22:00:00.000Z',
  )
})

it.each([
  ['30m', 1_800_000],
  ['12h', 43_200_000],
  ['7d', 604_800_000],
  ['0d', null],
  ['4000d', null],
  ['7 days', null],
  ['-1d', null],
])('reads the span %s', (text, millis) => {
  expect(spanMillis(text)).toBe(millis)
})
