import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OnCallLayer, type OnCallPlan, onCallAt, onCallSpans, turnsOf } from './on-call.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (text: string) => Date.parse(text)
const ZONE = 'Europe/Berlin'
/** Monday, November 2, 2026. */
const weekly: OnCallLayer = {
  people: ['ann', 'ben', 'cleo'],
  startsOn: '2026-11-02',
  handoff: '08:00',
  turn: { count: 1, unit: 'week' },
  hours: [],
}
const plan = (over: Partial<OnCallPlan> = {}): OnCallPlan => ({
  zone: ZONE,
  layers: [weekly],
  overrides: [],
  ...over,
})

describe('who is on call at an instant', () => {
  test.each([
    ['before the first turn', '2026-11-02T06:59:59Z', null],
    ['from the first handoff', '2026-11-02T07:00:00Z', 'ann'],
    ['until the handoff', '2026-11-09T06:59:59Z', 'ann'],
    ['from the handoff', '2026-11-09T07:00:00Z', 'ben'],
    ['in the third week', '2026-11-18T00:00:00Z', 'cleo'],
    ['from the start again after the last person', '2026-11-23T07:00:00Z', 'ann'],
    ['in summer time, when the handoff is an hour earlier in UTC', '2027-03-29T06:00:00Z', 'ann'],
    ['just before that', '2027-03-29T05:59:59Z', 'cleo'],
  ])('%s', (_name, instant, expected) => {
    expect(onCallAt(plan(), at(instant))).toBe(expected)
  })

  test.each([
    ['two days of a turn', { count: 2, unit: 'day' as const }, '2026-11-04T07:00:00Z', 'ben'],
    ['the second of two days', { count: 2, unit: 'day' as const }, '2026-11-04T06:00:00Z', 'ann'],
    ['two weeks of a turn', { count: 2, unit: 'week' as const }, '2026-11-10T07:00:00Z', 'ann'],
  ])('counts %s', (_name, turn, instant, expected) => {
    expect(onCallAt(plan({ layers: [{ ...weekly, turn }] }), at(instant))).toBe(expected)
  })

  test('a layer is on call only in its hours, past midnight too; the next layer has the rest', () => {
    const night = { ...weekly, people: ['nora'], hours: [{ days: [1], from: '22:00', to: '06:00' }] }
    const both = plan({ layers: [night, weekly] })
    const during = [
      '2026-11-09T20:59:00Z',
      '2026-11-09T21:00:00Z',
      '2026-11-10T04:59:00Z',
      '2026-11-10T05:00:00Z',
    ]
    expect(during.map((instant) => onCallAt(both, at(instant)))).toEqual(['ben', 'nora', 'nora', 'ben'])
    expect(onCallAt(plan({ layers: [night] }), at('2026-11-10T05:00:00Z'))).toBeNull()
  })

  test('an override comes first, and a later one before it', () => {
    const override = (id: string, userId: string, from: string, to: string) => ({
      id,
      userId,
      from: at(from),
      to: at(to),
    })
    const overrides = [
      override('1', 'dora', '2026-11-03T00:00:00Z', '2026-11-05T00:00:00Z'),
      override('2', 'emil', '2026-11-04T00:00:00Z', '2026-11-04T12:00:00Z'),
    ]
    const spans = onCallSpans(plan({ overrides }), {
      from: at('2026-11-02T07:00:00Z'),
      to: at('2026-11-06T00:00:00Z'),
    })
    expect(spans.map(({ userId, by }) => [userId, by])).toEqual([
      ['ann', { layer: 0 }],
      ['dora', { override: '1' }],
      ['emil', { override: '2' }],
      ['dora', { override: '1' }],
      ['ann', { layer: 0 }],
    ])
  })

  test('someone who has left is passed over: the next layer has the turn, or it is a gap that names them', () => {
    const isActive = (id: string) => id !== 'ann'
    const second = { ...weekly, people: ['zoe'] }
    expect(onCallAt(plan({ layers: [weekly, second] }), at('2026-11-03T00:00:00Z'), isActive)).toBe('zoe')
    const window = { from: at('2026-11-03T00:00:00Z'), to: at('2026-11-10T00:00:00Z') }
    expect(onCallSpans(plan(), window, isActive)).toEqual([
      { from: window.from, to: at('2026-11-09T07:00:00Z'), userId: null, by: null, away: ['ann'] },
      { from: at('2026-11-09T07:00:00Z'), to: window.to, userId: 'ben', by: { layer: 0 }, away: [] },
    ])
  })

  test('a handoff that clocks skip is at the change, and one that comes twice is the first', () => {
    const daily = { ...weekly, turn: { count: 1, unit: 'day' as const }, handoff: '02:30' }
    const around = (from: string) =>
      turnsOf(ZONE, daily, { from: at(from), to: at(from) + 2 * DAY }).map((turn) =>
        new Date(turn.from).toISOString(),
      )
    expect(around('2027-03-27T12:00:00Z')).toContain('2027-03-28T01:00:00.000Z')
    expect(around('2027-10-30T12:00:00Z')).toContain('2027-10-31T00:30:00.000Z')
  })
})

const layers = fc.record({
  people: fc.array(fc.constantFrom('ann', 'ben', 'cleo', 'dora'), { minLength: 1, maxLength: 4 }),
  startsOn: fc.constantFrom('2026-10-20', '2026-11-02', '2027-03-20'),
  handoff: fc.constantFrom('00:00', '02:30', '08:00', '23:45'),
  turn: fc.record({
    count: fc.integer({ min: 1, max: 3 }),
    unit: fc.constantFrom('day' as const, 'week' as const),
  }),
  hours: fc.array(
    fc.record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: fc.constantFrom('00:00', '02:15', '09:00', '22:00'),
      to: fc.constantFrom('00:00', '02:45', '06:00', '17:00'),
    }),
    { maxLength: 3 },
  ),
})
const zones = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'UTC',
  'Asia/Kolkata',
)
const minutes = (from: string, to: string) =>
  fc.integer({ min: at(from) / 60_000, max: at(to) / 60_000 }).map((minute) => minute * 60_000)
const overrides = fc.array(
  fc.record({
    id: fc.uuid(),
    userId: fc.constantFrom('emil', 'ann'),
    from: minutes('2026-10-20T00:00:00Z', '2027-04-10T00:00:00Z'),
    length: fc.integer({ min: 1, max: 5_000 }),
  }),
  { maxLength: 4 },
)
const plans = fc
  .record({ zone: zones, layers: fc.array(layers, { minLength: 1, maxLength: 3 }), overrides })
  .map(
    ({ overrides: raw, ...rest }): OnCallPlan => ({
      ...rest,
      overrides: raw.map(({ length, ...one }) => ({ ...one, to: one.from + length * 60_000 })),
    }),
  )
const starts = minutes('2026-10-20T00:00:00Z', '2027-04-05T00:00:00Z')
const isActive = (id: string) => id !== 'dora'

describe('any schedule, around changes of the clocks too', () => {
  test('its spans cover the period without holes or overlaps, and neighbors differ', () => {
    fc.assert(
      fc.property(plans, starts, fc.integer({ min: 1, max: 10 }), (one, from, days) => {
        const window = { from, to: from + days * DAY }
        const spans = onCallSpans(one, window, isActive)
        expect(spans[0]?.from).toBe(window.from)
        expect(spans.at(-1)?.to).toBe(window.to)
        for (const [index, span] of spans.entries()) {
          expect(span.from).toBeLessThan(span.to)
          const next = spans[index + 1]
          if (next === undefined) continue
          expect(next.from).toBe(span.to)
          const { from: _f, to: _t, ...rest } = span
          expect(next).not.toEqual({ from: next.from, to: next.to, ...rest })
        }
      }),
      { numRuns: 150 },
    )
  })

  test('the person on call at an instant is the one of its span, however the period is cut', () => {
    fc.assert(
      fc.property(plans, starts, fc.integer({ min: 0, max: 6 * 1440 }), (one, from, minute) => {
        const instant = from + minute * 60_000
        const span = onCallSpans(one, { from, to: from + 7 * DAY }, isActive).find(
          ({ from: begin, to }) => begin <= instant && instant < to,
        )
        expect(onCallAt(one, instant, isActive)).toBe(span?.userId ?? null)
      }),
      { numRuns: 200 },
    )
  })

  test('each turn begins at the handoff by the clock on the wall, unless clocks skip it', () => {
    fc.assert(
      fc.property(zones, layers, starts, (zone, layer, from) => {
        const round = { ...layer, hours: [], people: ['ann', 'ben'] }
        const format = new Intl.DateTimeFormat('en-GB', {
          timeZone: zone,
          hour: '2-digit',
          minute: '2-digit',
        })
        const turns = turnsOf(zone, round, { from, to: from + 60 * DAY })
        for (const turn of turns.slice(1))
          expect([layer.handoff, '03:00', '02:30']).toContain(format.format(turn.from))
      }),
      { numRuns: 60 },
    )
  })
})
