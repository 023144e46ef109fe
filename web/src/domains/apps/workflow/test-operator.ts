import type { When } from '@caseloom/contract/apps/workflow'

/** The field has another value than before, as the select of operators names it. */
export const CHANGES = 'changes'
/** What the select puts before an operator that holds now and did not before. */
export const BECOMES = 'becomes:'

/** The operator of a test on a field as its select shows it; undefined for other tests. */
export function operatorOf(test: When | null): string | undefined {
  if (test === null) return undefined
  if ('changed' in test) return CHANGES
  if ('linked' in test) return test.where === undefined ? undefined : operatorOf(fieldTest(test.where))
  if (!('op' in test)) return undefined
  return test.at === 'becomes' ? `${BECOMES}${test.op}` : test.op
}

function fieldTest(where: object): When | null {
  return 'field' in where ? (where as When) : null
}
