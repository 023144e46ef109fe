import { expect, test } from 'vitest'
import { lookOf, trendOption } from './chart-options.ts'

const series = ['a', 'b'].map((key) => ({ key, label: key, values: [1, 2] }))
const data = {
  kind: 'trend' as const,
  unit: 'day' as const,
  steps: ['2026-11-28', '2026-11-29'],
  series,
  filter: null,
}

function stacks(look: 'bars' | 'line' | 'area', isAdditive: boolean) {
  const field = undefined
  const drawn = { zone: 'UTC', field, color: () => '#000', write: String, still: true, isAdditive }
  const { series: lines } = trendOption(data, look, drawn)
  return (lines as { stack?: string }[]).map(({ stack }) => stack !== undefined) // as trendOption writes them
}

test('bars and areas are stacked where figures add up, and lines never', () => {
  expect([stacks('bars', true), stacks('area', true)]).toEqual([
    [true, true],
    [true, true],
  ])
  expect([stacks('line', true), stacks('bars', false), stacks('area', false)].flat()).not.toContain(true)
})

test.each([
  [undefined, 'count', 'bars'],
  [undefined, 'median', 'line'],
  ['area', 'median', 'area'],
] as const)('a trend as %s of a %s is drawn as %s', (as, of, look) => {
  expect(lookOf({ as, measure: { of } } as never)).toBe(look)
})
