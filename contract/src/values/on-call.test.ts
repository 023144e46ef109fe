import { describe, expect, it } from 'vitest'
import { offsetAt } from './business-hours.ts'
import {
  blocksOf,
  gapsOf,
  hoursOf,
  type OnCallChanges,
  type OnCallCover,
  onCallAt,
  resultOf,
} from './on-call-blocks.ts'
import {
  instantAt,
  lanesOf,
  type OnCallLayer,
  type OnCallPlan,
  type OnCallRotation,
} from './on-call-turns.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NONE: OnCallChanges = { covers: [], absences: [], inactive: new Set() }
const ALL = [1, 2, 3, 4, 5, 6, 7]
const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString().slice(0, 16)

const DAILY: OnCallRotation = { every: 'day', length: 1, day: 1, time: '06:00', start: '2026-11-02' }
const WEEKLY: OnCallRotation = { every: 'week', length: 1, day: 1, time: '08:00', start: '2026-11-04' }

const FIRST: OnCallLayer = {
  key: 'first',
  name: 'First line',
  people: ['ann', 'bob', 'cem', 'dia'],
  rotation: DAILY,
  shifts: [
    { key: 'early', name: 'Early', days: ALL, from: '06:00', to: '14:00' },
    { key: 'late', name: 'Late', days: ALL, from: '14:00', to: '22:00' },
    { key: 'night', name: 'Night', days: ALL, from: '22:00', to: '06:00' },
  ],
}
const SECOND: OnCallLayer = {
  key: 'second',
  name: 'Second line',
  people: ['eve', 'fay'],
  rotation: WEEKLY,
  shifts: [],
}
const BERLIN: OnCallPlan = { zone: 'Europe/Berlin', layers: [FIRST, SECOND] }

const cover = (part: Partial<OnCallCover> & Pick<OnCallCover, 'from' | 'to'>): OnCallCover => ({
  id: 'cover',
  layer: 'first',
  shift: 'night',
  userId: 'dia',
  ...part,
})

describe('times of a zone', () => {
  it.each([
    ['an ordinary time', '2026-11-23T06:00Z', '2026-11-23T05:00'],
    ['a skipped time, the instant of the change', '2026-03-29T02:30Z', '2026-03-29T01:00'],
    ['a time that comes twice, the first one', '2026-10-25T02:30Z', '2026-10-25T00:30'],
    ['the first time after the change', '2026-10-25T03:00Z', '2026-10-25T02:00'],
  ])('%s', (_name, wall, expected) => {
    expect(iso(instantAt('Europe/Berlin', at(wall)))).toBe(expected)
  })

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Santiago'])(
    'never turn around in %s',
    (zone) => {
      // The weeks in which these zones change their clocks.
      for (const begin of [
        '2026-03-06T00:00Z',
        '2026-03-27T00:00Z',
        '2026-09-04T00:00Z',
        '2026-10-30T00:00Z',
      ]) {
        let before = Number.NEGATIVE_INFINITY
        for (let wall = at(begin); wall < at(begin) + 4 * DAY; wall += HOUR / 2) {
          const instant = instantAt(zone, wall)
          expect(instant).toBeGreaterThanOrEqual(before)
          before = instant
        }
      }
    },
  )
})

describe('turns', () => {
  it('of shifts go through the people, each shift one further', () => {
    const span = { from: at('2026-11-02T05:00Z'), to: at('2026-11-03T05:00Z') }
    expect(
      blocksOf({ ...BERLIN, layers: [FIRST] }, NONE, span).map(({ shift, userId, from, to }) => [
        shift,
        userId,
        iso(from),
        iso(to),
      ]),
    ).toEqual([
      ['early', 'ann', '2026-11-02T05:00', '2026-11-02T13:00'],
      ['late', 'bob', '2026-11-02T13:00', '2026-11-02T21:00'],
      ['night', 'cem', '2026-11-02T21:00', '2026-11-03T05:00'],
    ])
  })

  it('begin on the first day and change at the handoff', () => {
    const span = { from: at('2026-11-01T00:00Z'), to: at('2026-11-17T00:00Z') }
    expect(
      blocksOf({ ...BERLIN, layers: [SECOND] }, NONE, span).map(({ userId, from, to }) => [
        userId,
        iso(from),
        iso(to),
      ]),
    ).toEqual([
      ['eve', '2026-11-04T07:00', '2026-11-09T07:00'],
      ['fay', '2026-11-09T07:00', '2026-11-16T07:00'],
      ['eve', '2026-11-16T07:00', '2026-11-23T07:00'],
    ])
  })

  it('are an hour shorter in the night in which clocks are set forward', () => {
    const span = { from: at('2026-03-28T21:30Z'), to: at('2026-03-29T03:00Z') }
    const early = { ...FIRST, rotation: { ...DAILY, start: '2026-01-01' } }
    const blocks = blocksOf({ ...BERLIN, layers: [early] }, NONE, span)
    const [night] = blocks.filter(({ shift }) => shift === 'night')
    expect((night?.to ?? 0) - (night?.from ?? 0)).toBe(7 * HOUR)
  })

  it('of one person without a rotation never end', () => {
    const manager = { ...SECOND, rotation: null, people: ['gus'] }
    const span = { from: at('2026-11-02T00:00Z'), to: at('2026-11-09T00:00Z') }
    expect(blocksOf({ ...BERLIN, layers: [manager] }, NONE, span)).toMatchObject([{ userId: 'gus', ...span }])
  })
})

describe('overrides', () => {
  const night = { from: at('2026-11-24T21:00Z'), to: at('2026-11-25T05:00Z') }

  it('replace the person of the shift within its hours', () => {
    const covers = [cover({ from: night.from - DAY / 2, to: night.to + HOUR })]
    const blocks = blocksOf(BERLIN, { ...NONE, covers }, night)
    expect(blocks.filter(({ shift }) => shift === 'night')).toEqual([
      {
        layer: 'first',
        shift: 'night',
        ...night,
        userId: 'dia',
        cover: 'cover',
        insteadOf: 'ann',
        gap: null,
      },
    ])
  })

  it('leave the rest of a shift to the person whose turn it is, and the later one wins', () => {
    const covers = [
      cover({ from: night.from + HOUR, to: night.to }),
      cover({ id: 'later', userId: 'bob', from: night.from + 2 * HOUR, to: night.from + 3 * HOUR }),
    ]
    const blocks = blocksOf(BERLIN, { ...NONE, covers }, night).filter(({ shift }) => shift === 'night')
    expect(blocks.map(({ userId }) => userId)).toEqual(['ann', 'dia', 'bob', 'dia'])
  })
})

describe('gaps', () => {
  const night = { from: at('2026-11-24T21:00Z'), to: at('2026-11-25T05:00Z') }
  const absences = [{ userId: 'ann', from: night.from + HOUR, to: night.to + DAY }]
  const changes = { ...NONE, absences }

  it('are where the person is away, and the next layer stands in', () => {
    const blocks = blocksOf(BERLIN, changes, night)
    expect(
      resultOf(BERLIN, blocks, night).map(({ userId, standsIn }) => [userId, standsIn?.userId ?? null]),
    ).toEqual([
      ['ann', null],
      ['fay', 'ann'],
    ])
    expect(onCallAt(BERLIN, changes, { at: night.from + 2 * HOUR }).map(({ userId }) => userId)).toEqual([
      'fay',
    ])
    expect(onCallAt(BERLIN, changes, { at: night.from + 2 * HOUR, layer: 'first' })).toEqual([])
  })

  it('propose a free person of the layer with the fewest hours', () => {
    const blocks = blocksOf(BERLIN, changes, night)
    const hours = new Map([
      ['bob', 40],
      ['cem', 12],
      ['dia', 30],
    ])
    const gap = { layer: 'first', shift: 'night', userId: 'ann', from: night.from + HOUR, to: night.to }
    expect(gapsOf({ plan: BERLIN, changes, blocks, hours })).toEqual([
      { ...gap, reason: 'away', proposal: 'cem' },
    ])
    const away = { ...changes, absences: [...absences, { userId: 'cem', ...night }] }
    expect(gapsOf({ plan: BERLIN, changes: away, blocks, hours })[0]?.proposal).toBe('dia')
  })

  it('are one where two absences meet, and whole turns of inactive people', () => {
    const meeting = [
      { userId: 'ann', from: night.from, to: night.from + HOUR },
      { userId: 'ann', from: night.from + HOUR, to: night.to },
    ]
    const gaps = (around: OnCallChanges) => blocksOf(BERLIN, around, night).filter(({ gap }) => gap !== null)
    expect(gaps({ ...NONE, absences: meeting })).toMatchObject([{ ...night, gap: 'away' }])
    expect(gaps({ ...NONE, inactive: new Set(['ann']) })).toMatchObject([{ ...night, gap: 'inactive' }])
  })
})

/** Numbers that look random and are the same in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
const PEOPLE = ['a', 'b', 'c', 'd', 'e']
const clock = (next: (below: number) => number) => `${String(next(24)).padStart(2, '0')}:${next(2) * 3}0`

function randomPlan(next: (below: number) => number): OnCallPlan {
  const layers = Array.from(
    { length: 1 + next(3) },
    (_, index): OnCallLayer => ({
      key: `l${index}`,
      name: `Layer ${index}`,
      people: PEOPLE.slice(0, 1 + next(5)),
      rotation:
        next(4) === 0
          ? null
          : {
              every: next(2) === 0 ? 'day' : 'week',
              length: 1 + next(3),
              day: 1 + next(7),
              time: clock(next),
              start: `2026-0${1 + next(9)}-1${next(10)}`,
            },
      shifts: Array.from({ length: next(4) }, (_unused, place) => ({
        key: `s${place}`,
        name: `Shift ${place}`,
        days: ALL.filter(() => next(3) > 0),
        from: clock(next),
        to: clock(next),
      })),
    }),
  )
  return { zone: ZONES[next(ZONES.length)] ?? 'UTC', layers }
}

function randomChanges(next: (below: number) => number, plan: OnCallPlan, from: number): OnCallChanges {
  const lanes = lanesOf(plan)
  const span = () => {
    const begin = from + next(20 * 24) * HOUR
    return { from: begin, to: begin + (1 + next(60)) * HOUR }
  }
  return {
    covers: Array.from({ length: next(6) }, (_, id) => {
      const lane = lanes[next(lanes.length)]
      const place = { layer: lane?.layer.key ?? '', shift: lane?.shift?.key ?? null }
      return { id: String(id), ...place, userId: PEOPLE[next(5)] ?? '', ...span() }
    }),
    absences: Array.from({ length: next(6) }, () => ({ userId: PEOPLE[next(5)] ?? '', ...span() })),
    inactive: new Set(next(5) === 0 ? ['b'] : []),
  }
}

describe.each(Array.from({ length: 60 }, (_, seed) => seed + 1))('any plan (%i)', (seed) => {
  const next = numbers(seed)
  const plan = randomPlan(next)
  const from = at(next(2) === 0 ? '2026-03-20T00:00Z' : '2026-10-18T00:00Z')
  const span = { from, to: from + 20 * DAY }
  const changes = randomChanges(next, plan, from)
  const blocks = blocksOf(plan, changes, span)
  const result = resultOf(plan, blocks, span)

  it('has at most one person per lane at every instant', () => {
    for (const { layer, shift } of lanesOf(plan)) {
      const own = blocks.filter((one) => one.layer === layer.key && one.shift === (shift?.key ?? null))
      for (const [index, block] of own.entries()) {
        expect(block.to).toBeGreaterThan(block.from)
        expect(own[index + 1]?.from ?? block.to).toBeGreaterThanOrEqual(block.to)
      }
    }
  })

  it('has a gap exactly where the person is away or inactive', () => {
    for (const { userId, gap, from: begin, to: end } of blocks) {
      for (const instant of [begin, (begin + end) / 2, end - 1]) {
        const isAway = changes.absences.some(
          (one) => one.userId === userId && one.from <= instant && one.to > instant,
        )
        expect(gap === null).toBe(!(isAway || changes.inactive.has(userId)))
      }
    }
  })

  it('gives each lane to the latest override that covers a shift', () => {
    for (const block of blocks) {
      const covers = changes.covers.filter(
        (one) =>
          one.layer === block.layer &&
          one.shift === block.shift &&
          one.from <= block.from &&
          one.to > block.from,
      )
      expect(block.cover).toBe(covers.at(-1)?.id ?? null)
      if (block.cover !== null) expect(block.userId).toBe(covers.at(-1)?.userId)
    }
  })

  it('answers an instant as its blocks do, and counts every hour once', () => {
    for (let instant = span.from; instant < span.to; instant += 7 * HOUR) {
      const here = result.find((one) => one.from <= instant && one.to > instant)
      expect(onCallAt(plan, changes, { at: instant })[0]?.userId ?? null).toBe(
        here === undefined || here.gap !== null ? null : here.userId,
      )
    }
    const hours = [...hoursOf(result, span).values()].reduce((sum, one) => sum + one, 0)
    expect(hours).toBeLessThanOrEqual(20 * 24 + 0.001)
  })

  it('begins shifts at the time that the wall shows', () => {
    for (const { layer, shift, from: begin } of blocks.filter(
      (one) => one.cover === null && one.gap === null,
    )) {
      const named = plan.layers.find(({ key }) => key === layer)?.shifts.find(({ key }) => key === shift)
      if (named === undefined) continue
      const wall = new Date(begin + offsetAt(plan.zone, begin)).toISOString().slice(11, 16)
      const isCut = changes.covers
        .concat(changes.absences.map((away) => ({ ...away, id: '', layer, shift })))
        .some(({ to }) => to === begin)
      if (!isCut && offsetAt(plan.zone, begin - DAY) === offsetAt(plan.zone, begin + DAY))
        expect(wall).toBe(named.from)
    }
  })
})
