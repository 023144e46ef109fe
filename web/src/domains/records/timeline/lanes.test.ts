import { describe, expect, it } from 'vitest'
import { laneOf, LANES, lanesOf, laneX, passingThreads, wovenThreads } from './lanes.ts'

describe('the lanes of a timeline', () => {
  it('are four, and hold every kind', () => {
    expect(lanesOf([])).toEqual(['attack', 'people', 'runs', 'record'])
    expect((['sla', 'tasks', 'files', 'links', 'record'] as const).map(laneOf)).toEqual(
      Array(5).fill('record'),
    )
  })

  it('leave no gap for kinds that aren’t shown', () => {
    expect(lanesOf(['sla', 'runs', 'files'])).toEqual(['runs', 'record'])
    expect(passingThreads(lanesOf(['record'])).map(({ x1 }) => x1)).toEqual([laneX(0)])
  })

  it.each(LANES)('lead from the mark in the lane %s to the text, over and under in turn', (own) => {
    const from = LANES.indexOf(own)
    for (const row of [0, 1]) {
      const pieces = wovenThreads(LANES, own, row, 16)
      const weft = pieces.filter(({ y1, y2 }) => y1 === y2)
      expect(weft.every(({ lane }) => lane === own)).toBe(true)
      for (const [at, lane] of LANES.entries()) {
        const x = laneX(at)
        const warp = pieces.filter((piece) => piece.x1 === x && piece.x2 === x)
        const isCut = warp.length === 2
        expect(isCut, `${lane} in row ${row}`).toBe(at === from || (at > from && (row + at) % 2 === 0))
        const crosses = weft.some(({ x1, x2 }) => x1 < x && x2 > x)
        expect(crosses, `${lane} in row ${row}`).toBe(at > from && isCut)
      }
    }
  })
})
