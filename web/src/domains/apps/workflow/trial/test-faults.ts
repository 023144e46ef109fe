import { MAX_TEST_SIZE, MAX_TESTS, Workflow, type WorkflowTest } from '@caseloom/contract/apps/workflow'
import { formatCount } from '../../../../ui/time.ts'

export const LIMITS = { tests: MAX_TESTS, size: formatCount(MAX_TEST_SIZE) }

/** Why the workflow can't have the test; null when it can. */
export function faultOf(next: Workflow, test: WorkflowTest): 'tooMany' | 'tooLarge' | 'invalid' | null {
  if ((next.tests?.length ?? 0) > MAX_TESTS) return 'tooMany'
  if (JSON.stringify(test).length > MAX_TEST_SIZE) return 'tooLarge'
  return Workflow.shape.tests.safeParse(next.tests).success ? null : 'invalid'
}
