import { describe, expect, test } from 'vitest'
import { clipped, dateAt, dayText, hoursOf, moved, placeOf, stretchText, weeksOf } from './calendar.ts'
import { readOnCallSearch } from './on-call-search.ts'

const ZONE = 'Europe/Berlin'
const HOUR = 3_600_000

describe('the days of a period', () => {
  test('a week is from Monday to Sunday, whatever its day', () => {
    const dates = (day: string) =>
      weeksOf(day, 'week', ZONE)
        .flat()
        .map(({ date }) => date)
    expect(dates('2026-11-29')).toEqual(dates('2026-11-23'))
    expect([dates('2026-11-25')[0], dates('2026-11-25').at(-1)]).toEqual(['2026-11-23', '2026-11-29'])
  })

  test.each([
    ['2026-11-15', '2026-10-26', '2026-12-06', 6],
    ['2027-02-10', '2027-02-01', '2027-02-28', 4],
    ['2026-12-31', '2026-11-30', '2027-01-03', 5],
  ])('the month of %s has whole weeks', (day, first, last, count) => {
    const weeks = weeksOf(day, 'month', ZONE)
    expect([weeks[0]?.[0]?.date, weeks.at(-1)?.at(-1)?.date, weeks.length]).toEqual([first, last, count])
  })

  test('days in which clocks change are shorter or longer', () => {
    const hours = (day: string) => weeksOf(day, 'week', ZONE)[0]?.map(({ from, to }) => (to - from) / HOUR)
    expect(hours('2027-03-28')).toEqual([24, 24, 24, 24, 24, 24, 23])
    expect(hours('2026-10-25')).toEqual([24, 24, 24, 24, 24, 24, 25])
  })

  test('one moves by a week or a month', () => {
    expect([moved('2026-11-25', 'week', 1), moved('2026-11-25', 'week', -1)]).toEqual([
      '2026-12-02',
      '2026-11-18',
    ])
    expect([moved('2026-12-31', 'month', 1), moved('2026-03-31', 'month', -1)]).toEqual([
      '2027-01-01',
      '2026-02-01',
    ])
  })
})

describe('places and words', () => {
  const days = weeksOf('2026-11-23', 'week', ZONE).flat()

  test.each([
    ['the beginning', '2026-11-22T23:00:00Z', 0],
    ['noon of the first day', '2026-11-23T11:00:00Z', 50 / 7],
    ['before', '2026-11-01T00:00:00Z', 0],
    ['the end', '2026-11-29T23:00:00Z', 100],
  ])('%s', (_name, at, place) => {
    expect(placeOf(days, Date.parse(at))).toBeCloseTo(place)
  })

  test('a stretch has the clock of the zone, and the last day of a long one', () => {
    const words = { to: 'to' }
    const shift = { from: '2026-11-24T13:00:00Z', to: '2026-11-24T21:00:00Z' }
    expect(stretchText(shift, ZONE, words)).toBe(`${dayText('2026-11-24')}, 14:00 to 22:00`)
    const night = { from: '2026-11-24T21:00:00Z', to: '2026-11-25T05:00:00Z' }
    expect(stretchText(night, ZONE, words)).toBe(`${dayText('2026-11-24')}, 22:00 to 06:00`)
    const week = { from: '2026-11-23T07:00:00Z', to: '2026-11-30T07:00:00Z' }
    expect(stretchText(week, ZONE, words)).toBe(
      `${dayText('2026-11-23')}, 08:00 to ${dayText('2026-11-30')}, 08:00`,
    )
    expect(dateAt(Date.parse('2026-11-24T23:30:00Z'), ZONE)).toBe('2026-11-25')
  })

  test('hours add up per person, without gaps', () => {
    const span = (from: string, to: string, name: string | null) => ({
      from: `2026-11-23T${from}:00Z`,
      to: `2026-11-23T${to}:00Z`,
      person: name === null ? null : { id: name, name },
    })
    const spans = [span('00:00', '08:00', 'Ann'), span('08:00', '10:00', null), span('10:00', '23:00', 'Ben')]
    expect(hoursOf([...spans, span('23:00', '23:30', 'Ann')])).toEqual([
      { id: 'Ben', name: 'Ben', hours: 13 },
      { id: 'Ann', name: 'Ann', hours: 8.5 },
    ])
  })

  test('what is only partly in the period is cut to it', () => {
    const window = { from: Date.parse('2026-11-23T00:00:00Z'), to: Date.parse('2026-11-24T00:00:00Z') }
    const span = (from: string, to: string) => ({
      from: `2026-11-${from}:00.000Z`,
      to: `2026-11-${to}:00.000Z`,
    })
    const spans = [span('22T20:00', '23T06:00'), span('23T06:00', '25T06:00'), span('25T06:00', '26T06:00')]
    expect(clipped(spans, window)).toEqual([span('23T00:00', '23T06:00'), span('23T06:00', '24T00:00')])
  })

  test('the address names a schedule, a day, and a month; anything else is left out', () => {
    expect(readOnCallSearch({ schedule: 'x', day: '2026-11-23', show: 'month' })).toEqual({
      schedule: 'x',
      day: '2026-11-23',
      show: 'month',
    })
    expect(readOnCallSearch({ schedule: 1, day: '2026-13-40', show: 'year' })).toEqual({})
  })
})
