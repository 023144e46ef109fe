import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than their size tells: begun last, each would run alone at the end. */
const LONG = [
  'launcher.test.ts',
  'installer.test.ts',
  'refusals.test.ts',
  'hostile-expressions.test.ts',
  'waits.test.ts',
  'take-over-run.test.ts',
  'recovery.test.ts',
  'build-indexes.test.ts',
  'expression.attack.test.ts',
  'run-control-crash.test.ts',
  'crash.test.ts',
  'thread-pool.test.ts',
  'oracle.test.ts',
  'playbook-builder.e2e.ts',
  'administration.e2e.ts',
  'sign-in.e2e.ts',
  'hero-ai-more.e2e.ts',
  'restore.e2e.ts',
  'license.e2e.ts',
  'approvals.e2e.ts',
  'jobs.e2e.ts',
  'hero-ai.e2e.ts',
]

function rank({ moduleId }: TestSpecification): number {
  const place = LONG.indexOf(basename(moduleId))
  return place < 0 ? LONG.length : place
}

/** Begins what is known to take long; the rest as Vitest would: by the times of the run before, else by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
