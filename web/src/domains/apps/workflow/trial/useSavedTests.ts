import type { Workflow, WorkflowTest } from '@caseloom/contract/apps/workflow'
import type { CompiledWorkflow } from '@caseloom/workflow/compile'
import { runTests, type TestRun } from '@caseloom/workflow/sample-tests/run-tests'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTableLookups } from './useTableLookups.ts'

const NO_TESTS: readonly WorkflowTest[] = []
export const NO_RUNS: readonly TestRun[] = []
/** Long enough that typing a name doesn't run every test with each key. */
const PAUSE_MS = 150

/** Results of the draft’s tests, which run again after each change of the workflow. */
export function useTestRuns(compiled: CompiledWorkflow, workflow: Workflow): readonly TestRun[] {
  const tests = workflow.tests ?? NO_TESTS
  const [settled] = useDebouncedValue(compiled, PAUSE_MS)
  const [runs, setRuns] = useState(NO_RUNS)
  const lookups = useTableLookups()
  useEffect(() => {
    let isCurrent = true
    const run = async () => {
      const next = await runTests(settled, tests, lookups())
      if (isCurrent) setRuns(next)
    }
    void run()
    return () => {
      isCurrent = false
    }
  }, [settled, tests, lookups])
  return tests === NO_TESTS ? NO_RUNS : runs
}

export function failingRuns(runs: readonly TestRun[]): TestRun[] {
  return runs.filter(({ differences }) => differences.length > 0)
}

/** The workflow with a test added, or in place of the one with its ID. */
export function withTest(workflow: Workflow, test: WorkflowTest): Workflow {
  const { tests = [] } = workflow
  const isKnown = tests.some(({ id }) => id === test.id)
  return {
    ...workflow,
    tests: isKnown ? tests.map((one) => (one.id === test.id ? test : one)) : [...tests, test],
  }
}

export function withoutTest(workflow: Workflow, id: string): Workflow {
  const { tests = [], ...rest } = workflow
  const left = tests.filter((test) => test.id !== id)
  return left.length === 0 ? rest : { ...rest, tests: left }
}
