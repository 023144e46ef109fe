import { expect, it } from 'vitest'
import { instantOf, localTime } from './local-time.ts'

it.each([
  ['2026-11-21T14:05', 'UTC', '2026-11-21T14:05:00.000Z'],
  ['2026-11-21T14:05', 'Europe/Berlin', '2026-11-21T13:05:00.000Z'],
  ['2026-07-01T14:05', 'Europe/Berlin', '2026-07-01T12:05:00.000Z'],
  ['2026-11-21T14:05', 'Asia/Kathmandu', '2026-11-21T08:20:00.000Z'],
  ['2026-11-21T14:05:07', 'America/New_York', '2026-11-21T19:05:07.000Z'],
  ['2026-12-31T23:30', 'Pacific/Auckland', '2026-12-31T10:30:00.000Z'],
  ['2028-02-29T00:00', 'Pacific/Kiritimati', '2028-02-28T10:00:00.000Z'],
  // Around the change of the clocks, where the day before has another offset.
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T01:59', 'Europe/Berlin', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  // While the year is being typed.
  ['0002-03-01T14:05', 'UTC', '0002-03-01T14:05:00.000Z'],
  ['0020-03-01T14:05', 'Asia/Tokyo', '0020-03-01T04:46:01.000Z'],
])('%s in %s is %s, and is shown as it was typed', (local, zone, instant) => {
  expect(instantOf(local, zone)).toBe(instant)
  expect(localTime(instant, zone, 'second')).toBe(local)
})

it.each([
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29T03:30'],
  ['2026-03-08T02:00', 'America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00'],
  ['2026-10-04T02:10', 'Australia/Lord_Howe', '2026-10-03T15:40:00.000Z', '2026-10-04T02:40'],
  ['2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-06T01:00'],
])('%s, which the clocks of %s skip, is %s', (local, zone, instant, shown) => {
  expect(instantOf(local, zone)).toBe(instant)
  expect(localTime(instant, zone)).toBe(shown)
})

it.each([
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  ['2026-11-01T01:00', 'America/New_York', '2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z'],
  ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
])(
  '%s, which the clocks of %s show twice, is the first, unless the second was shown',
  (local, zone, first, second) => {
    expect([localTime(first, zone), localTime(second, zone)]).toEqual([local, local])
    expect(instantOf(local, zone)).toBe(first)
    expect(instantOf(local, zone, second)).toBe(second)
  },
)

it('an input to the minute preserves the seconds of what it shows', () => {
  const shown = '2026-11-21T03:02:15.250Z'
  expect(localTime(shown, 'UTC')).toBe('2026-11-21T03:02')
  expect(localTime(shown, 'UTC', 'second')).toBe('2026-11-21T03:02:15')
  expect(instantOf('2026-11-21T03:02', 'UTC', shown)).toBe(shown)
  expect(instantOf('2026-11-21T03:03', 'UTC', shown)).toBe('2026-11-21T03:03:00.000Z')
})

it.each(['', 'soon', '2026-11-21', '2026-13-45T00:00', '2026-11-21T03:02Z', '12026-11-21T03:02'])(
  '%j is no local time',
  (text) => {
    expect(instantOf(text, 'UTC')).toBeNull()
  },
)

it.each(['', 'yesterday', '+012026-11-21T03:02:00.000Z'])('%j is shown as nothing', (text) => {
  expect(localTime(text, 'UTC')).toBe('')
})
