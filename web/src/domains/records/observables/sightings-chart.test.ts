import { expect, it } from 'vitest'
import { sightingsChart } from './sightings-chart.ts'

it('stacks the series of a day, in shares of a round height', () => {
  const { bars, top, ticks } = sightingsChart([{ days: [0, 4, 1] }, { days: [0, 2, 0] }])
  expect([top, ticks]).toEqual([6, [0, 2, 4, 6]])
  expect(bars[0]).toEqual({ day: 0, parts: [] })
  expect(bars[1]?.parts).toEqual([
    { series: 0, from: 0, size: 4 / 6 },
    { series: 1, from: 4 / 6, size: 2 / 6 },
  ])
  expect(bars[2]?.parts).toHaveLength(1)
})

it.each([
  [0, 1, [0, 1]],
  [1, 1, [0, 1]],
  [4, 4, [0, 1, 2, 3, 4]],
  [7, 8, [0, 2, 4, 6, 8]],
  [93, 100, [0, 50, 100]],
])('scales to %d with few round steps', (most, top, ticks) => {
  expect(sightingsChart([{ days: [most] }])).toMatchObject({ top, ticks })
})

it('draws no bars without days', () => {
  expect(sightingsChart([]).bars).toEqual([])
})
