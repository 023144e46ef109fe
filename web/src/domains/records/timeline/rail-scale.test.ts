import type { TimelineKind } from '@caseloom/contract/records/timeline'
import { describe, expect, it } from 'vitest'
import { labeledSteps, newerEnd, placeOf, railOf, stepAt, stepNear } from './rail-scale.ts'

const at = (time: string) => `2026-11-${time}:00.000Z`
const ms = (time: string) => Date.parse(at(time))
const item = (time: string, count = 1, kind: TimelineKind = 'people') => ({ at: at(time), kind, count })

/** A quiet week between the attack and the response. */
const ITEMS = [
  item('23T02:41', 3),
  item('23T02:41', 2, 'sla'),
  item('23T02:40', 1, 'runs'),
  item('16T22:14', 4, 'attack'),
]
const RAIL = railOf(ITEMS, [])
const EMPTY = railOf([], [])

describe('the rail of a timeline', () => {
  it('has a step for each time with entries, newest first, with its lanes', () => {
    expect(RAIL.steps.map(({ from, count, lanes }) => [from, count, lanes])).toEqual([
      [
        ms('23T02:41'),
        5,
        [
          { lane: 'people', count: 3 },
          { lane: 'record', count: 2 },
        ],
      ],
      [ms('23T02:40'), 1, [{ lane: 'runs', count: 1 }]],
      [ms('16T22:14'), 4, [{ lane: 'attack', count: 4 }]],
    ])
    expect(RAIL.counts).toMatchObject({ people: 3, sla: 2, runs: 1, attack: 4, files: 0 })
  })

  it('shows only kinds that are chosen, and counts all', () => {
    const rail = railOf(ITEMS, ['sla', 'runs'])
    expect(rail.steps.map(({ count }) => count)).toEqual([2, 1])
    expect(rail.counts.attack).toBe(4)
  })

  it('shortens what lies between', () => {
    const [first, second, third] = RAIL.steps.map(({ place }) => place)
    expect([first, second, third].every((place) => place !== undefined && place > 0 && place < 1)).toBe(true)
    expect(((third ?? 0) - (second ?? 0)) / ((second ?? 0) - (first ?? 0))).toBeCloseTo(6)
  })

  it.each([
    ['23T03:00', 0],
    ['23T02:41', 0],
    ['23T02:40', 1],
    ['20T00:00', 1],
    ['16T22:14', 2],
    ['10T00:00', 2],
  ])('finds the step of %s', (time, step) => {
    expect(stepAt(RAIL, ms(time))).toBe(step)
  })

  it('finds the place of an instant, and the step nearest to a place', () => {
    for (const [index, { place, from }] of RAIL.steps.entries()) {
      expect(placeOf(RAIL, from)).toBe(place)
      expect(stepNear(RAIL, place + 0.01)).toBe(index)
    }
    const between = placeOf(RAIL, ms('20T00:00'))
    expect(between).toBeGreaterThan(RAIL.steps[1]?.place ?? 1)
    expect(between).toBeLessThan(RAIL.steps[2]?.place ?? 0)
    expect(placeOf(RAIL, ms('10T00:00'))).toBe(RAIL.steps[2]?.place)
    expect([placeOf(EMPTY, 0), stepAt(EMPTY, 0), stepNear(EMPTY, 0.5)]).toEqual([0, 0, 0])
  })

  it('labels steps that are apart', () => {
    expect(labeledSteps(RAIL, 0.3)).toEqual([RAIL.steps[0], RAIL.steps[2]])
  })

  it.each([
    ['16T22:15', 1, 0, '23T02:41'],
    ['16T22:15', 0, 0, '16T22:15'],
    ['16T22:15', 0, 1, '23T02:41'],
    ['16T22:15', 6, 0, null],
    ['16T22:00', 4, 0, '16T22:15'],
    ['23T02:42', 0, 1, null],
  ] as const)('ends %s, %i newer entries, and at least %i steps at %s', (time, max, atLeast, end) => {
    expect(newerEnd(RAIL, ms(time), max, atLeast)).toBe(end === null ? null : ms(end))
  })
})
