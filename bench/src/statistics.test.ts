import { expect, it } from 'vitest'
import { summarize } from './statistics.ts'

it('takes percentiles by nearest rank, whatever the order', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect(summarize(hundred, 2000)).toEqual({ n: 100, p50: 50, p95: 95, max: 100, perSecond: 50 })
})

it('summarizes nothing as zeros', () => {
  expect(summarize([], 1000)).toEqual({ n: 0, p50: 0, p95: 0, max: 0, perSecond: 0 })
})
