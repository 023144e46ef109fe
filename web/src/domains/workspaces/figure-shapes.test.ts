import { expect, test } from 'vitest'
import { axisKey, gaugeArc, gaugeShare, isOnTarget, ringSlices, sparkPoints } from './figure-shapes.ts'

const BOX = { width: 60, height: 26 }

test.each([
  { steps: [], lines: [] },
  { steps: [1], lines: [] },
  { steps: [null, 1, null], lines: [] },
  { steps: [0, 10], lines: ['0,25 60,1'] },
  { steps: [5, 5, 5], lines: ['0,13 30,13 60,13'] },
  { steps: [0, 5, null, 10, 0], lines: ['0,25 15,13', '45,1 60,25'] },
])('a sparkline through $steps', ({ steps, lines }) => {
  expect(sparkPoints(steps, BOX)).toEqual(lines)
})

test.each([
  { value: null, good: 'below', met: null },
  { value: 10, good: 'below', met: true },
  { value: 11, good: 'below', met: false },
  { value: 10, good: 'above', met: true },
  { value: 9, good: 'above', met: false },
] as const)('$value is $met for a target of 10 or $good', ({ value, good, met }) => {
  expect(isOnTarget(value, { value: 10, good })).toBe(met)
})

test.each([
  { value: 5, target: 10, share: 0.5 },
  { value: 11, target: 10, share: 1 },
  { value: -1, target: 10, share: 0 },
  { value: 0, target: 0, share: 1 },
  { value: 5, target: 0, share: 1 },
  { value: -20, target: -10, share: 0 },
  { value: -5, target: -10, share: 1 },
])('a gauge at $value of $target is filled to $share', ({ value, target, share }) => {
  expect(gaugeShare(value, target)).toBe(share)
})

test('no value, an empty text, and the words for both are different keys', () => {
  expect(new Set([null, '', 'null', 'others'].map(axisKey)).add('others').size).toBe(5)
})

test('a gauge goes from the left over the top to the right', () => {
  expect([0, 0.5, 1].map(gaugeArc)).toEqual([
    'M 8 60 A 52 52 0 0 1 8 60',
    'M 8 60 A 52 52 0 0 1 60 8',
    'M 8 60 A 52 52 0 0 1 112 60',
  ])
})

test('a ring is shared by what its values are of their sum; what isn’t positive has no slice', () => {
  expect(ringSlices([1, 3, 0, -2])).toEqual([
    { length: 25, start: 0 },
    { length: 75, start: 25 },
    { length: 0, start: 100 },
    { length: 0, start: 100 },
  ])
  expect(ringSlices([0, 0])).toEqual([
    { length: 0, start: 0 },
    { length: 0, start: 0 },
  ])
})
