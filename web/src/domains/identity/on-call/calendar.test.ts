import { describe, expect, it } from 'vitest'
import { dateAt, dayText, daysOf, moved, placeIn, positionOf, spanText } from './calendar.ts'

const at = (text: string) => Date.parse(text)
const BERLIN = 'Europe/Berlin'

describe('the days of a view', () => {
  it.each([
    ['day', '2026-11-25', '2026-11-25', 1, 'Wed, Nov 25, 2026'],
    ['week', '2026-11-25', '2026-11-23', 7, 'Nov 23 – 29, 2026'],
    ['week', '2026-11-29', '2026-11-23', 7, 'Nov 23 – 29, 2026'],
    ['month', '2026-02-11', '2026-02-01', 28, 'February 2026'],
  ] as const)('%s of %s', (view, date, first, count, text) => {
    const days = daysOf(view, date, BERLIN)
    expect(days[0]?.date).toBe(first)
    expect(days).toHaveLength(count)
    expect(spanText(days).replaceAll('\u2009', ' ')).toBe(text)
  })

  it('have as many hours as the zone’s clocks show', () => {
    const [sunday] = daysOf('day', '2026-10-25', BERLIN)
    expect((sunday?.to ?? 0) - (sunday?.from ?? 0)).toBe(25 * 3_600_000)
    expect(sunday?.isWeekend).toBe(true)
  })

  it.each([
    ['day', '2026-11-30', 1, '2026-12-01'],
    ['week', '2026-11-25', -1, '2026-11-18'],
    ['month', '2026-01-31', 1, '2026-02-01'],
    ['month', '2026-01-31', -1, '2025-12-01'],
  ] as const)('%s after or before %s', (view, date, by, expected) => {
    expect(moved(view, date, by)).toBe(expected)
  })
})

describe('places in the days', () => {
  const days = daysOf('week', '2026-11-25', BERLIN)

  it('are shares of the width, cut at both ends', () => {
    const tuesday = { from: at('2026-11-23T23:00Z'), to: at('2026-11-24T23:00Z') }
    const place = placeIn(days, tuesday)
    expect(place?.start).toBeCloseTo(100 / 7)
    expect(place?.width).toBeCloseTo(100 / 7)
    expect(placeIn(days, { from: at('2026-11-01T00:00Z'), to: at('2026-12-24T00:00Z') })).toEqual({
      start: 0,
      width: 100,
    })
  })

  it('are none outside', () => {
    expect(placeIn(days, { from: at('2026-12-24T00:00Z'), to: at('2026-12-25T00:00Z') })).toBeNull()
    expect(positionOf(days, at('2026-11-01T00:00Z'))).toBe(0)
  })
})

it('names days by the zone’s calendar', () => {
  expect(dateAt(BERLIN, at('2026-11-22T23:30Z'))).toBe('2026-11-23')
  expect(daysOf('week', '2026-11-25', BERLIN).map(dayText)[0]).toBe('Mon 23')
})
