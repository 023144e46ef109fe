import { expect, it } from 'vitest'
import type { FilterOperator, Period } from '../values/filter.ts'
import type { JsonValue } from '../kernel/json.ts'
import { formatRelativeTime, isRelative, parseRelativeTime } from '../values/relative-time.ts'
import type { FieldCondition, FilterTarget } from './field-types/plain-filter.ts'
import { dayIn, movedBy, periodDays, periodInstants, spanOf } from './relative-dates.ts'
import { movingDay, movingFilter, relativeFilter } from './relative-filter.ts'

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
  ['30m', { amount: 30, unit: 'm' }],
  ['12h', { amount: 12, unit: 'h' }],
  ['7d', { amount: 7, unit: 'd' }],
  ['4w', { amount: 4, unit: 'w' }],
  ['3660d', { amount: 3660, unit: 'd' }],
  ['87840h', { amount: 87840, unit: 'h' }],
  ['0d', null],
  ['3661d', null],
  ['523w', null],
  ['87841h', null],
  ['7 days', null],
  ['-1d', null],
])('reads the span %s', (text, span) => {
  expect(spanOf(text)).toEqual(span)
})

/** The night in which the clocks of Berlin are turned forward: 02:00 becomes 03:00, the day has 23 hours. */
const FORWARD = new Date('2026-03-29T10:00:00.000Z')
/** The night in which they are turned back: the day has 25 hours. */
const BACK = new Date('2026-10-25T11:00:00.000Z')

it.each([
  ['a day before the clocks went forward', FORWARD, { amount: -1, unit: 'd' }, '2026-03-28T11:00:00.000Z'],
  [
    '24 hours before the clocks went forward',
    FORWARD,
    { amount: -24, unit: 'h' },
    '2026-03-28T10:00:00.000Z',
  ],
  ['a week before the clocks went back', BACK, { amount: -1, unit: 'w' }, '2026-10-18T10:00:00.000Z'],
  ['a month after the clocks went back', BACK, { amount: 1, unit: 'mo' }, '2026-11-25T11:00:00.000Z'],
  ['90 minutes on', BACK, { amount: 90, unit: 'm' }, '2026-10-25T12:30:00.000Z'],
] as const)('counts %s', (_name, at, span, expected) => {
  expect(movedBy(span, 'Europe/Berlin', at).toISOString()).toBe(expected)
})

const seen: FilterTarget = { key: 'seen', kind: 'instant' }
const due: FilterTarget = { key: 'due', kind: 'date' }
const compared = (filter: FieldCondition | null) =>
  filter !== null && 'op' in filter ? `${filter.op} ${filter.values.join()}` : null

it.each([
  ['lt', 'now-30m', 'lt 2026-10-25T10:30:00.000Z'],
  ['gte', 'now', 'gte 2026-10-25T11:00:00.000Z'],
  ['gt', 'now-1d', 'gt 2026-10-24T10:00:00.000Z'],
  // The day of 25 hours, all of it.
  ['gte', 'today', 'gte 2026-10-24T22:00:00.000Z'],
  ['lt', 'today', 'lt 2026-10-24T22:00:00.000Z'],
  ['gt', 'today', 'gte 2026-10-25T23:00:00.000Z'],
  ['lte', 'today', 'lt 2026-10-25T23:00:00.000Z'],
  ['lte', 'today+1d', 'lt 2026-10-26T23:00:00.000Z'],
  ['gte', 'start_of_week', 'gte 2026-10-18T22:00:00.000Z'],
  ['lt', 'start_of_month', 'lt 2026-09-30T22:00:00.000Z'],
  ['lt', 'start_of_month-1mo', 'lt 2026-08-31T22:00:00.000Z'],
  ['gte', 'start_of_quarter+3mo', 'gte 2026-12-31T23:00:00.000Z'],
  ['gte', 'start_of_year', 'gte 2025-12-31T23:00:00.000Z'],
] as const)('compares an instant by %s with %s', (op, value, expected) => {
  expect(compared(movingFilter(seen, op, value, { now: BACK, zone: 'Europe/Berlin' }))).toBe(expected)
})

it.each([
  ['Pacific/Auckland', 'today', '2026-11-23'],
  ['America/Los_Angeles', 'today', '2026-11-22'],
  ['Pacific/Auckland', 'today-1w', '2026-11-16'],
  ['Pacific/Auckland', 'now-12h', '2026-11-22'],
  ['UTC', 'start_of_quarter', '2026-10-01'],
  ['UTC', 'today+3mo', '2027-02-22'],
] as const)('gives the day that %s calls %s', (zone, value, day) => {
  expect(movingDay(value, { now: NOW, zone })).toBe(day)
  expect(compared(movingFilter(due, 'lte', value, { now: NOW, zone }))).toBe(`lte ${day}`)
})

it('takes the last day of a shorter month for one that it does not have', () => {
  const now = new Date('2026-03-31T12:00:00Z')
  expect(movingDay('today-1mo', { now, zone: 'UTC' })).toBe('2026-02-28')
})

it.each([
  'now-',
  'now-0m',
  'today-2h',
  'start_of_day',
  'today-4000d',
  'now+121mo',
  'Now',
  'now -1d',
  '7d',
  '',
])('does not take %j for a time that moves', (value) => {
  expect(movingFilter(seen, 'gte', value, { now: NOW })).toBeNull()
  expect(isRelative({ op: 'gte', value })).toBe(false)
})

it('moves no text: an option or a title may be called today', () => {
  expect(movingFilter({ key: 'title', kind: 'text' }, 'gte', 'today', { now: NOW })).toBeNull()
})

it('counts the last days by the calendar, so that they begin at the same time of day', () => {
  const within = relativeFilter(seen, 'within', '1d', { now: FORWARD, zone: 'Europe/Berlin' })
  expect(within).toMatchObject({
    all: [{ values: ['2026-03-28T11:00:00.000Z'] }, { values: ['2026-03-29T10:00:00.000Z'] }],
  })
})

const BERLIN = { now: BACK, zone: 'Europe/Berlin' }
const ends = (filter: FieldCondition | null) =>
  filter !== null && 'all' in filter ? filter.all.map(compared) : compared(filter)

it.each([
  [seen, 'within', '2h', ['gte 2026-10-25T09:00:00.000Z', 'lte 2026-10-25T11:00:00.000Z']],
  [seen, 'withinNext', '2h', ['gte 2026-10-25T11:00:00.000Z', 'lte 2026-10-25T13:00:00.000Z']],
  [seen, 'olderThan', '2h', 'lt 2026-10-25T09:00:00.000Z'],
  [seen, 'within', 'yesterday', ['gte 2026-10-23T22:00:00.000Z', 'lt 2026-10-24T22:00:00.000Z']],
  [due, 'within', '7d', ['gte 2026-10-18', 'lte 2026-10-25']],
  [due, 'withinNext', '1w', ['gte 2026-10-25', 'lte 2026-11-01']],
  [due, 'olderThan', '1d', 'lt 2026-10-24'],
  [due, 'within', 'last_week', ['gte 2026-10-12', 'lte 2026-10-18']],
  // Only what has been has periods to look back on.
  [seen, 'withinNext', 'yesterday', null],
  [seen, 'olderThan', 'last_week', null],
  [seen, 'within', 'next_decade', null],
  [seen, 'within', 7, null],
] as const)('reads %j %s %j', (target, op, value, expected) => {
  expect(ends(relativeFilter(target, op, value, BERLIN))).toEqual(expected)
})

it('counts days in UTC for someone without a zone', () => {
  const late = { now: new Date('2026-11-22T23:30:00Z') }
  expect(movingDay('today', late)).toBe('2026-11-22')
  expect(compared(movingFilter(due, 'lt', 'today', late))).toBe('lt 2026-11-22')
  expect(ends(relativeFilter(due, 'within', 'today', late))).toEqual(['gte 2026-11-22', 'lte 2026-11-22'])
})

it.each([5, null, 'soon'])('finds no day in %j', (value) => {
  expect(movingDay(value, BERLIN)).toBeNull()
  expect(movingFilter(due, 'lt', value, BERLIN)).toBeNull()
})

it.each([
  ['now', { base: 'now', amount: 0, unit: 'd' }],
  ['now-1m', { base: 'now', amount: -1, unit: 'm' }],
  ['now+5270400m', { base: 'now', amount: 5_270_400, unit: 'm' }],
  ['now+87840h', { base: 'now', amount: 87_840, unit: 'h' }],
  ['today-3660d', { base: 'today', amount: -3660, unit: 'd' }],
  ['start_of_week+522w', { base: 'start_of_week', amount: 522, unit: 'w' }],
  ['start_of_year-120mo', { base: 'start_of_year', amount: -120, unit: 'mo' }],
] as const)('reads and writes the relative time %s', (text, time) => {
  expect(parseRelativeTime(text)).toEqual(time)
  expect(formatRelativeTime(time)).toBe(text)
})

it.each(['now+0h', 'now-5270401m', 'now-87841h', 'today-3661d', 'now-523w', 'today-5m', 'today+1h'])(
  'has no relative time %s',
  (text) => {
    expect(parseRelativeTime(text)).toBeNull()
  },
)

it.each<[FilterOperator, JsonValue | undefined, boolean]>([
  ['within', '7d', true],
  ['withinNext', 7, true],
  ['olderThan', undefined, true],
  ['lt', 'now-1h', true],
  ['between', ['2026-11-22', 'today'], true],
  ['between', ['2026-11-22', '2026-11-23'], false],
  ['eq', 'later', false],
  ['in', [5, null], false],
  ['empty', undefined, false],
])('knows whether %s %j changes as time goes by', (op, value, expected) => {
  expect(isRelative({ op, value })).toBe(expected)
})
