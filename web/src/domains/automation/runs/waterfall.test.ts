import type { StepView } from '@caseloom/contract/automation/automation'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type Bar, barsOf, scaleOf, spacedTicks, timeColumn } from './waterfall.ts'

type Step = z.infer<typeof StepView>

const START = Date.parse('2026-11-21T03:02:15.000Z')
const iso = (ms: number) => new Date(START + ms).toISOString()
const error = { code: 'http.timeout', message: 'No reply' }

function step(over: Partial<Step>): Step {
  return {
    path: 'call',
    key: 'call',
    depth: 0,
    parent: null,
    part: null,
    turns: null,
    instances: null,
    title: 'Call',
    action: 'http.request',
    pure: false,
    state: 'succeeded',
    startedAt: null,
    endedAt: null,
    durationMs: null,
    attempts: [],
    input: null,
    output: null,
    error: null,
    idempotencyKey: null,
    ...over,
  }
}

function attempt(number: number, from: number, to: number | null, failed = false) {
  return {
    attempt: number,
    startedAt: iso(from),
    endedAt: to === null ? null : iso(to),
    error: failed ? error : null,
  }
}

const bar = (from: number, to: number, idle = false): Bar => ({
  from: START + from,
  to: START + to,
  kind: idle ? 'waiting' : 'done',
  idle,
})

describe('bars of a step', () => {
  it('show one bar per attempt, red if it failed', () => {
    const bars = barsOf(step({ attempts: [attempt(1, 0, 100, true), attempt(2, 1100, 1200)] }), START + 2000)
    expect(bars.map(({ kind, from, to }) => [kind, from - START, to - START])).toEqual([
      ['failed', 0, 100],
      ['done', 1100, 1200],
    ])
  })

  it('extend to now while the step runs, and show the backoff delay as a wait', () => {
    const running = barsOf(step({ state: 'running', attempts: [attempt(1, 500, null)] }), START + 900)
    expect(running).toEqual([{ from: START + 500, to: START + 900, kind: 'running', idle: false }])
    const retrying = barsOf(step({ state: 'retrying', attempts: [attempt(1, 0, 100, true)] }), START + 900)
    expect(retrying.at(-1)).toEqual({ from: START + 100, to: START + 900, kind: 'waiting', idle: true })
  })

  it('distinguish attempts stopped with their run from failed ones', () => {
    const stopped = { ...attempt(2, 1100, 1200), error: { code: 'run.cancelled', message: 'Stopped' } }
    const step2 = step({ state: 'cancelled', attempts: [attempt(1, 0, 100, true), stopped] })
    expect(barsOf(step2, START + 2000).map(({ kind }) => kind)).toEqual(['failed', 'cancelled'])
  })

  it('mark waits as idle, finished ones too', () => {
    const [only] = barsOf(step({ action: 'flow.wait', attempts: [attempt(1, 0, 60_000)] }), START + 60_000)
    expect(only).toMatchObject({ kind: 'done', idle: true })
  })

  it("use the step's times for a pure step; a step that never started has none", () => {
    const pure = step({ action: 'data.transform', pure: true, startedAt: iso(10), endedAt: iso(14) })
    expect(barsOf(pure, START + 100)).toEqual([
      { from: START + 10, to: START + 14, kind: 'done', idle: false },
    ])
    expect(barsOf(step({ state: 'queued' }), START + 100)).toEqual([])
  })

  it('mark an attempt left open at the end of the run as canceled', () => {
    const [only] = barsOf(step({ state: 'cancelled', attempts: [attempt(1, 0, null)] }), START + 100)
    expect(only?.kind).toBe('cancelled')
  })
})

describe('time scale', () => {
  it('is linear without long waits', () => {
    const scale = scaleOf([bar(0, 400), bar(400, 1000)], { start: START, end: START + 1000, compress: true })
    expect(scale.compressible).toBe(false)
    expect(scale.at(START + 250)).toBeCloseTo(0.25)
    expect(scale.at(START - 5)).toBe(0)
    expect(scale.at(START + 5000)).toBe(1)
  })

  it('shortens long waits on request, preserving order', () => {
    const bars = [bar(0, 1000), bar(1000, 3_601_000, true), bar(3_601_000, 3_602_000)]
    const span = { start: START, end: START + 3_602_000 }
    const tight = scaleOf(bars, { ...span, compress: true })
    const linear = scaleOf(bars, { ...span, compress: false })
    expect(tight.compressible && linear.compressible).toBe(true)
    expect(linear.at(START + 1000)).toBeLessThan(0.001)
    expect(tight.at(START + 1000)).toBeGreaterThan(0.05)
    const places = [0, 500, 1000, 1_000_000, 3_601_000, 3_601_500, 3_602_000].map((ms) =>
      tight.at(START + ms),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(tight.ticks.map(({ ms }) => ms)).toEqual([0, 1000, 3_601_000, 3_602_000])
  })

  it('never shortens a period in which another step runs', () => {
    const bars = [bar(0, 60_000), bar(1000, 59_000, true)]
    expect(scaleOf(bars, { start: START, end: START + 60_000, compress: true }).compressible).toBe(false)
  })

  it('handles a run of zero length', () => {
    const scale = scaleOf([], { start: START, end: START, compress: true })
    expect(scale.at(START)).toBe(0)
    expect(scale.ticks.map(({ at }) => at)).toEqual([0, 1])
  })

  it("drops ticks that don't fit and always includes both ends", () => {
    const tick = (at: number, last = false) => ({ at, ms: at * 100, last })
    const spaced = spacedTicks([tick(0), tick(0.05), tick(0.3), tick(0.35), tick(0.95), tick(1, true)], 0.2)
    expect(spaced.map(({ at }) => at)).toEqual([0, 0.3, 1])
  })
})

describe('the column of times', () => {
  it('is as wide as the longest of them', () => {
    expect(timeColumn(['1.2 s', '5,000 × 186 ms', 'queued'])).toBe('14ch')
    expect(timeColumn([])).toBe('0ch')
  })
})
