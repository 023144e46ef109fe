import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LONGEST_DURATION, readDuration, writeDuration } from './duration.ts'

it.each([
  [0, '0s'],
  [45, '45s'],
  [60, '1m'],
  [9_000, '2h 30m'],
  [25_320, '7h 02m'],
  [259_500, '3d 00h 05m'],
  [86_401, '1d 00h 00m 01s'],
])('%i seconds are written as %s', (seconds, text) => {
  expect(writeDuration(seconds)).toBe(text)
})

it.each([
  ['2h30m', 9_000],
  ['2 h 30 min', 9_000],
  ['2:30', 9_000],
  ['90m', 5_400],
  ['1w 1d', 691_200],
  ['pt90s', 90],
  ['P3DT4H', 273_600],
  ['', null],
  ['P', null],
  ['PT', null],
  ['h', null],
  ['30m 2h', null],
  ['2h 30', null],
  ['-1h', null],
  ['9'.repeat(50) + 'h', null],
])('%s is read as %s', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds)
})

it('what is written is read as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LONGEST_DURATION }), (seconds) => {
      expect(readDuration(writeDuration(seconds))).toBe(seconds)
    }),
  )
})
