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

/** Projects whose files share processes. */
const SHARED = ['unit-pure', 'unit-web']

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.indexOf(basename(moduleId))
  return at < 0 ? LONG.length : at
}

/** A process that its files share goes on only with one of the same project: those stand together, after the others. */
const place = ({ project }: TestSpecification) => SHARED.indexOf(project.name)

/** Begins what is known to take long; the rest as Vitest would: by the times of the run before, else by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other) || place(one) - place(other))
  }
}
