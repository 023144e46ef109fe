import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { runSavedTests, type SavedTestDeps, type TestedDocument } from './run-saved-tests.ts'

/** Titles of tests that fail, and why their playbook is published anyway. */
export type FailedTests = { titles: string[]; reason: string }

/** Runs all tests of a document before it is published; without a reason, throws playbook.tests_failed for failing ones. */
export async function failedTestsOf(
  deps: SavedTestDeps,
  scope: TenantScope,
  actor: Actor,
  { reason, ...tested }: TestedDocument & { reason: string | undefined },
): Promise<FailedTests | null> {
  const results = await runSavedTests(deps, scope, actor, tested)
  const issues = results.flatMap(({ passed, title }, index) =>
    passed ? [] : [{ path: ['body', 'document', 'tests', index], code: 'test_failed', title }],
  )
  if (issues.length === 0) return null
  const titles = issues.map(({ title }) => title)
  if (reason !== undefined) return { titles, reason }
  throw fail('playbook.tests_failed', {
    issues: issues.map(({ title, ...issue }) => ({ ...issue, message: `The test “${title}” fails` })),
    detail: `Failing tests: ${titles.join(', ')}`,
  })
}
