import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterWorkingMillis, workingMillis } from './business-hours.ts'
import { ClockHours } from './case-fields.ts'

const HOUR = 3_600_000
const week = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', holidays: [] as string[] }
const berlin = { ...week, zone: 'Europe/Berlin' }
const at = (text: string) => Date.parse(text)

describe('working time between two instants', () => {
  test.each<[string, ClockHours, string, string, number]>([
    ['a morning', berlin, '2026-11-23T08:00:00Z', '2026-11-23T10:00:00Z', 2],
    ['before the hours begin', berlin, '2026-11-23T05:00:00Z', '2026-11-23T09:00:00Z', 1],
    ['over a night', berlin, '2026-11-23T15:00:00Z', '2026-11-24T09:00:00Z', 2],
    ['over a weekend', berlin, '2026-11-20T15:00:00Z', '2026-11-23T09:00:00Z', 2],
    ['a whole week', berlin, '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z', 40],
    [
      'a holiday',
      { ...berlin, holidays: ['2026-11-24'] },
      '2026-11-23T00:00:00Z',
      '2026-11-26T00:00:00Z',
      16,
    ],
    ['nothing', berlin, '2026-11-23T10:00:00Z', '2026-11-23T10:00:00Z', 0],
    ['backwards', berlin, '2026-11-24T10:00:00Z', '2026-11-23T10:00:00Z', 0],
    [
      'a night shift into the next day',
      { ...berlin, from: '22:00', to: '06:00' },
      '2026-11-23T20:00:00Z',
      '2026-11-24T06:00:00Z',
      8,
    ],
    [
      'the night of Friday, which ends on Saturday',
      { ...berlin, from: '22:00', to: '06:00' },
      '2026-11-20T12:00:00Z',
      '2026-11-22T12:00:00Z',
      8,
    ],
    [
      'a day that loses an hour',
      { zone: 'Europe/Berlin', days: [7], from: '00:00', to: '24:00', holidays: [] },
      '2026-03-28T12:00:00Z',
      '2026-03-30T12:00:00Z',
      23,
    ],
    [
      'a day that gains an hour',
      { zone: 'Europe/Berlin', days: [7], from: '00:00', to: '24:00', holidays: [] },
      '2026-10-24T12:00:00Z',
      '2026-10-26T12:00:00Z',
      25,
    ],
    [
      'a shift inside the hour that there is not',
      { zone: 'Europe/Berlin', days: [7], from: '02:00', to: '03:00', holidays: [] },
      '2026-03-28T12:00:00Z',
      '2026-03-30T12:00:00Z',
      0,
    ],
    [
      'a shift inside the hour that there is twice',
      { zone: 'Europe/Berlin', days: [7], from: '02:00', to: '03:00', holidays: [] },
      '2026-10-24T12:00:00Z',
      '2026-10-26T12:00:00Z',
      2,
    ],
    [
      'a zone of a quarter of an hour',
      { ...week, zone: 'Asia/Kathmandu' },
      '2026-11-23T03:15:00Z',
      '2026-11-23T04:15:00Z',
      1,
    ],
  ])('%s', (...[, hours, from, to, wanted]) =>
    expect(workingMillis(hours, at(from), at(to)) / HOUR).toBe(wanted),
  )

  test('without hours all time counts', () =>
    expect(workingMillis(undefined, at('2026-11-21T00:00:00Z'), at('2026-11-22T00:00:00Z'))).toBe(24 * HOUR))
})

describe('the instant at which working time has passed', () => {
  test('skips nights and weekends', () => {
    const due = afterWorkingMillis(berlin, at('2026-11-20T15:00:00Z'), 2 * HOUR)
    expect(new Date(due ?? 0).toISOString()).toBe('2026-11-23T09:00:00.000Z')
  })

  test('falls on the end of a day rather than on the begin of the next', () => {
    const due = afterWorkingMillis(berlin, at('2026-11-20T15:00:00Z'), HOUR)
    expect(new Date(due ?? 0).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  })

  test('is now for nothing', () => expect(afterWorkingMillis(berlin, 5, 0)).toBe(5))

  test('never comes where no hour is ever open', () => {
    const never = { zone: 'UTC', days: [1], from: '09:00', to: '10:00', holidays: mondays() }
    expect(afterWorkingMillis(never, at('2026-11-20T15:00:00Z'), HOUR)).toBeNull()
  })
})

function mondays(): string[] {
  return Array.from({ length: 600 }, (_none, at) =>
    new Date(Date.parse('2026-11-16') + at * 7 * 24 * HOUR).toISOString().slice(0, 10),
  )
}

/** Slow and simple: checks the local time of every minute. */
function minuteByMinute(hours: ClockHours, from: number, minutes: number): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: hours.zone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const overnight = hours.to <= hours.from
  let open = 0
  for (let minute = 0; minute < minutes; minute += 1) {
    const [date = '', time = ''] = format.format(from + minute * 60_000).split(', ')
    const isLate = overnight && time < hours.to
    const day = new Date(Date.parse(date) - (isLate ? 24 * HOUR : 0))
    const works = hours.days.includes(day.getUTCDay() || 7)
    const free = hours.holidays.includes(day.toISOString().slice(0, 10))
    const inside = overnight ? time >= hours.from || isLate : time >= hours.from && time < hours.to
    if (inside && works && !free) open += 1
  }
  return open
}

const clock = fc
  .tuple(fc.nat(23), fc.constantFrom('00', '15', '30', '59'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const someHours = fc
  .record({
    zone: fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
    ),
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    from: clock,
    to: fc.oneof(clock, fc.constant('24:00')),
    holidays: fc.subarray(['2026-03-29', '2026-10-25', '2026-04-05', '2026-11-01']),
  })
  .filter((hours) => ClockHours.safeParse(hours).success)
/** Around the nights in which these zones change their clocks. */
const begin = fc
  .tuple(
    fc.constantFrom(
      '2026-03-27',
      '2026-10-23',
      '2026-04-03',
      '2026-10-02',
      '2026-03-06',
      '2026-10-30',
      '2026-02-13',
      '2026-03-20',
    ),
    fc.nat(48 * 60),
  )
  .map(([day, minutes]) => Date.parse(day) + minutes * 60_000)

describe('beside a count of every minute', () => {
  test('both agree, also where clocks are set', () => {
    fc.assert(
      fc.property(someHours, begin, fc.integer({ min: 0, max: 4 * 1440 }), (hours, from, minutes) => {
        const fast = workingMillis(hours, from, from + minutes * 60_000) / 60_000
        expect(fast).toBe(minuteByMinute(hours, from, minutes))
      }),
      { numRuns: 150 },
    )
  })

  test('what passes until the due instant is what was asked for', () => {
    fc.assert(
      fc.property(someHours, begin, fc.integer({ min: 1, max: 3000 }), (hours, from, minutes) => {
        const due = afterWorkingMillis(hours, from, minutes * 60_000)
        fc.pre(due !== null)
        if (due === null) return
        expect(workingMillis(hours, from, due)).toBe(minutes * 60_000)
        expect(workingMillis(hours, from, due - 1)).toBe(minutes * 60_000 - 1)
      }),
      { numRuns: 300 },
    )
  })
})
