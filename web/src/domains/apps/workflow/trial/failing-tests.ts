import type { TestRun } from '@caseloom/workflow/sample-tests/run-tests'
import type { PlacedProblem } from '../model/placed-problems.ts'
import { differenceText, type TestWords } from './test-words.ts'
import { failingRuns } from './useSavedTests.ts'

/** Tests that fail, as problems of the workflow: each with the first thing that differs. */
export function failingTests(runs: readonly TestRun[], words: TestWords): PlacedProblem[] {
  return failingRuns(runs).map(({ test, differences }): PlacedProblem => {
    const [first] = differences
    const rest = differences.length - 1
    const text = first === undefined ? '' : differenceText(words, first)
    return {
      item: null,
      test: test.id,
      severity: 'warning',
      code: 'test_fails',
      message: rest > 0 ? words.t('tests.more', { text, count: rest }) : text,
    }
  })
}
