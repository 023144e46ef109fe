import type { ClockDefinition, ClockValue } from '@caseloom/contract/values/case-fields'
import { clockWord } from '@caseloom/contract/values/case-fields'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClockConditions, nextClock } from './clock.rules.ts'

const HOUR = 3_600_000
const t0 = Date.parse('2026-11-23T09:00:00Z')
const at = (hours: number) => new Date(t0 + hours * HOUR)
const four: ClockDefinition = { target: 4 * 3600, warnAt: 75 }

type Step = [hours: number, holds: Partial<ClockConditions>]

function run(definition: ClockDefinition, steps: readonly Step[]): ClockValue | null {
  return steps.reduce<ClockValue | null>(
    (clock, [hours, holds]) =>
      nextClock(definition, clock, { start: false, pause: false, stop: false, ...holds }, at(hours)),
    null,
  )
}

describe('a clock', () => {
  test('is idle until it starts, also where its end holds already', () => {
    expect(run(four, [[0, { stop: true }]])).toBeNull()
  })

  test('runs towards its warning and its target', () => {
    expect(run(four, [[0, { start: true }]])).toMatchObject({
      state: 'running',
      startedAt: at(0).toISOString(),
      warningAt: at(3).toISOString(),
      dueAt: at(4).toISOString(),
      spent: 0,
    })
  })

  test('runs on when its start holds no longer', () => {
    expect(
      run(four, [
        [0, { start: true }],
        [1, {}],
      ])?.state,
    ).toBe('running')
  })

  test('rests while it is paused, and is due later by as much', () => {
    const paused = run(four, [
      [0, { start: true }],
      [1, { pause: true }],
    ])
    expect(paused).toMatchObject({ state: 'paused', spent: 3600, since: null, dueAt: null })
    const again = run(four, [
      [0, { start: true }],
      [1, { pause: true }],
      [10, {}],
    ])
    expect(again).toMatchObject({ state: 'running', spent: 3600, dueAt: at(13).toISOString() })
  })

  test('is met when it stops in time, and missed after it', () => {
    expect(
      run(four, [
        [0, { start: true }],
        [3.5, { stop: true }],
      ]),
    ).toMatchObject({ state: 'met', spent: 12_600 })
    expect(
      run(four, [
        [0, { start: true }],
        [5, { stop: true }],
      ]),
    ).toMatchObject({
      state: 'missed',
      spent: 18_000,
      stoppedAt: at(5).toISOString(),
      breachedAt: at(4).toISOString(),
    })
  })

  test('runs on with the time spent before when it is opened again', () => {
    const again = run(four, [
      [0, { start: true }],
      [1, { stop: true }],
      [50, {}],
    ])
    expect(again).toMatchObject({
      state: 'running',
      spent: 3600,
      stoppedAt: null,
      startedAt: at(0).toISOString(),
      dueAt: at(53).toISOString(),
    })
  })

  test('records its warning and its breach when it is checked after both were due', () => {
    const warned = run(four, [
      [0, { start: true }],
      [3.5, {}],
    ])
    expect(warned).toMatchObject({ warnedAt: at(3).toISOString(), breachedAt: null })
    expect(
      run(four, [
        [0, { start: true }],
        [4, {}],
      ]),
    ).toMatchObject({ breachedAt: at(4).toISOString() })
  })

  test('may start and stop in one moment', () => {
    expect(run(four, [[0, { start: true, stop: true }]])).toMatchObject({ state: 'met', spent: 0 })
  })

  test('only measures without a target', () => {
    const measured = run({ warnAt: 75 }, [
      [0, { start: true }],
      [100, { stop: true }],
    ])
    expect(measured).toMatchObject({ state: 'met', spent: 360_000, dueAt: null, breachedAt: null })
  })

  test('counts working hours alone', () => {
    const hours = { zone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', holidays: [] }
    // Ten in the morning of a Monday in Berlin, with a working day of target.
    const clock = run({ ...four, target: 8 * 3600, hours }, [[0, { start: true }]])
    expect(clock?.dueAt).toBe('2026-11-24T09:00:00.000Z')
  })

  test('says in words what it is doing', () => {
    const clock = run(four, [[0, { start: true }]])
    const word = (hours: number) => clockWord(clock, at(hours).getTime())
    expect([word(0), word(2.9), word(3), word(3.9), word(4), word(9)]).toEqual([
      'running',
      'running',
      'warning',
      'warning',
      'overdue',
      'overdue',
    ])
    expect(clockWord(null, 0)).toBe('idle')
  })
})

const holds = fc.record({ start: fc.boolean(), pause: fc.boolean(), stop: fc.boolean() })
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), holds), { maxLength: 20 })

describe('whatever happens to a clock', () => {
  test('the time spent is that of the stretches in which it ran, and looking changes nothing', () => {
    fc.assert(
      fc.property(steps, (list) => {
        let clock: ClockValue | null = null
        let [minutes, ran] = [0, 0]
        for (const [wait, conditions] of list) {
          if (clock?.state === 'running') ran += wait
          minutes += wait
          const now = new Date(t0 + minutes * 60_000)
          clock = nextClock(four, clock, conditions, now)
          expect(nextClock(four, clock, conditions, now)).toEqual(clock)
          if (clock === null) continue
          const stretch = clock.since === null ? 0 : (now.getTime() - Date.parse(clock.since)) / 1000
          expect(clock.spent + stretch).toBe(ran * 60)
          expect(clock.dueAt !== null).toBe(clock.state === 'running')
          expect(clock.stoppedAt !== null).toBe(clock.state === 'met' || clock.state === 'missed')
          if (clock.state !== 'paused' && clock.state !== 'running')
            expect(clock.state).toBe(clock.spent >= 14_400 ? 'missed' : 'met')
        }
      }),
      { numRuns: 500 },
    )
  })
})
