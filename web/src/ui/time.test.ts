import { expect, test } from 'vitest'
import {
  formatAge,
  formatBytes,
  formatClock,
  formatCount,
  formatDateTime,
  formatDuration,
  formatHour,
  formatSpan,
  formatStep,
  isZone,
} from './time.ts'

const AT = new Date('2026-11-21T02:02:15.120Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('times are shown in the given zone', () => {
  expect(formatDateTime(AT, 'Europe/Berlin')).toBe('21 Nov 2026, 03:02')
  expect(formatDateTime(AT, 'Asia/Kathmandu', true)).toBe('21 Nov 2026, 07:47:15')
  expect(formatClock(AT, 'UTC')).toBe('02:02:15')
})

test("task times are hh:mm:ss in the user's zone [S9.05]", () => {
  expect(formatClock(AT, 'UTC')).toBe('02:02:15')
  expect(formatClock(AT, 'Europe/Berlin')).toBe('03:02:15')
  expect(formatClock(new Date('2026-06-01T22:59:59.999Z'), 'Europe/Lisbon')).toBe('23:59:59')
})

test.each([
  [-5, 'now'],
  [59_999, 'now'],
  [41 * MINUTE, '41m'],
  [7 * HOUR, '7h'],
  [3 * 24 * HOUR, '3d'],
  [5 * 7 * 24 * HOUR, '5w'],
  [800 * 24 * HOUR, '2y'],
])('an age of %i ms is %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text)
})

test.each([
  [59_999, '<1m'],
  [41 * MINUTE, '41m'],
  [7 * HOUR + 2 * MINUTE, '7h 02m'],
  [76 * HOUR, '3d 04h'],
])('a span of %i ms is %s', (ms, text) => {
  expect(formatSpan(ms)).toBe(text)
})

test.each([
  [0.4, '0 ms'],
  [4, '4 ms'],
  [999.4, '999 ms'],
  [2900, '2.9 s'],
  [59_999, '59.9 s'],
  [108_000, '1 m 48 s'],
  [3 * HOUR + 5 * MINUTE, '3 h 05 m'],
])('%d ms took %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('bytes and counts have units and separators', () => {
  expect([0, 512, 14_200, 1_900_000_000].map(formatBytes)).toEqual(['0 B', '512 B', '14 kB', '1.9 GB'])
  expect(formatCount(4817)).toBe('4,817')
})

test('only IANA names are zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', '', null].map(isZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['en-GB', 'hour', false, '03:02'],
  ['en-US', 'hour', false, '03:02 AM'],
  ['en-GB', 'day', false, '21 Nov'],
  ['en-US', 'week', false, 'Nov 21'],
  ['en-GB', 'day', true, '21 Nov 2026'],
  ['en-US', 'day', true, 'Nov 21, 2026'],
  ['en-US', 'month', false, 'Nov 26'],
  ['en-GB', 'month', true, 'Nov 2026'],
] as const)('a step of a chart in %s by %s, in full: %s, is %s', (tag, unit, isLong, text) => {
  const shown = formatStep(AT, { unit, zone: 'Europe/Berlin', isLong }, tag)
  // A narrow space before AM, which depends on the browser.
  expect(shown.replace(/\s/g, ' ')).toBe(text)
})

test('the hour of a moment is in the locale of its reader', () => {
  expect(formatHour(AT, 'Europe/Berlin', 'en-GB')).toBe('03:02')
  expect(formatHour(AT, 'Europe/Berlin', 'en-US').replace(/\s/g, ' ')).toBe('03:02 AM')
})
