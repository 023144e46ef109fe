import { describe, expect, it } from 'vitest'
import { inSteps } from './timeline-steps.ts'

const at = (time: string) => Date.parse(`2026-11-${time}Z`) / 1000
const one = (time: string, kind = 'people', count = 1) => ({ at: at(time), kind, count })

describe('inSteps', () => {
  it('counts by minute and kind, newest first', () => {
    const { step, items } = inSteps(
      [one('22T02:14:06'), one('22T02:14:59'), one('22T02:14:10', 'attack'), one('22T02:15:00', 'runs', 4)],
      10,
    )
    expect(step).toBe(60)
    expect(items).toEqual([
      one('22T02:15:00', 'runs', 4),
      one('22T02:14:00', 'attack'),
      one('22T02:14:00', 'people', 2),
    ])
  })

  it.each([
    [300, 5],
    [3600, 2],
    [604_800, 1],
  ])('takes the shortest steps, here of %i seconds, when %i may have entries', (step, max) => {
    const entries = [
      ...Array.from({ length: 20 }, (_, minute) => one(`19T00:${String(minute).padStart(2, '0')}:00`)),
      one('20T08:00:00'),
    ]
    const found = inSteps(entries, max)
    expect(found.step).toBe(step)
    expect(found.items.length).toBeLessThanOrEqual(max)
    expect(found.items.reduce((sum, { count }) => sum + count, 0)).toBe(21)
  })

  it('finds a step for entries that are centuries apart', () => {
    const years = [1, 500, 1900, 2026].map((year) => ({
      at: (year - 1970) * 31_556_952,
      kind: 'attack',
      count: 1,
    }))
    expect(inSteps(years, 2).items.length).toBeLessThanOrEqual(2)
    expect(inSteps([], 2)).toEqual({ step: 60, items: [] })
  })
})
