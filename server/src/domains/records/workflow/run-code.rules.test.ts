import { expect, test } from 'vitest'
import { codeOf, outcomesOf, type StoredOutcome } from './run-code.rules.ts'

test('the outcomes of a hundred rules take a few characters and come back as they were', () => {
  const outcomes: StoredOutcome[] = [
    ...Array<StoredOutcome>(60).fill('false'),
    'true',
    'not_reached',
    'not_reached',
    ...Array<StoredOutcome>(37).fill('not_run'),
  ]
  expect(codeOf(outcomes)).toBe('60ft2n37x')
  expect(outcomesOf(codeOf(outcomes))).toEqual(outcomes)
})

test('a run of no rules has an empty code', () => {
  expect(codeOf([])).toBe('')
  expect(outcomesOf('')).toEqual([])
})
