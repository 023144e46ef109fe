import type { WorkflowTest } from '@caseloom/contract/apps/workflow'
import type { TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { MAX_TEST_SIZE } from '@caseloom/contract/apps/workflow'
import type { CompiledWorkflow } from '../compile.ts'
import { settle } from '../evaluate.ts'
import type { FormActor, FormContext, FormOutcome } from '../form-context.ts'
import type { TableAnswers } from '../table-answers.ts'
import { tableQuestions } from '../table-uses.ts'
import { leavesOf } from '../test-reads.ts'
import { isOpenField } from '../test-problems.ts'
import type { FormFields } from '../tests.ts'
import { differencesFrom, expectationOf, type TestDifference } from './expectations.ts'

/** What a test does without what it expects. */
export type Sample = Omit<WorkflowTest, 'expect'>

export interface TestRun {
  test: WorkflowTest
  /** None where the test passes. */
  differences: readonly TestDifference[]
}

/** Who opens the form of a test: someone with its role alone, or someone who can read every field. */
export function sampleActor({ role, user }: Pick<Sample, 'role' | 'user'>, { own }: FormFields): FormActor {
  return {
    kind: 'user',
    id: user ?? null,
    groups: [],
    roles: role === undefined ? [] : [role],
    readable: (key) => {
      const readers = own.get(key)?.readers
      return role === undefined || readers === undefined || readers.some((one) => one === role)
    },
  }
}

/** Evaluates the workflow on a sample. Linked records are not loaded, and without `tables`, no table is asked. */
async function evaluateSample(
  compiled: CompiledWorkflow,
  sample: Sample,
  tables?: TableAnswers,
): Promise<FormOutcome> {
  const { opened, stored, given, at, zone } = sample
  const context: FormContext = {
    occasion: opened,
    record: { ...stored, ...given },
    before: stored,
    actor: sampleActor(sample, compiled.fields),
    now: at,
    linked: () => null,
    ...(zone === undefined ? {} : { zone }),
    ...tables,
  }
  return settle(compiled, context)
}

/** Runs tests over one workflow, with the stages of linked applets in it. */
export async function runTests(
  compiled: CompiledWorkflow,
  tests: readonly WorkflowTest[],
  tables?: TableAnswers,
): Promise<TestRun[]> {
  const runs: TestRun[] = []
  await tables?.ask(questionsOf(compiled, tests))
  // One after the other: each has its own budget for expressions.
  for (const test of tests) runs.push(await runTest(compiled, test, tables))
  return runs
}

/** What conditions ask of tables about all samples, so that tests are asked for together. */
export function questionsOf({ rules }: CompiledWorkflow, samples: readonly Sample[]): TableQuestion[] {
  const leaves = rules.flatMap(({ test }) => (test === null ? [] : leavesOf(test)))
  const tests = leaves.flatMap(({ test }) => (test.kind === 'table' ? [test.test] : []))
  return tableQuestions(
    tests,
    samples.flatMap(({ stored, given }) => [{ ...stored, ...given }, stored]),
  )
}

async function runTest(
  compiled: CompiledWorkflow,
  test: WorkflowTest,
  tables: TableAnswers | undefined,
): Promise<TestRun> {
  const missing = missingFields(test, compiled.fields).map((field) => ({ kind: 'missing', field }) as const)
  const outcome = await evaluateSample(compiled, test, tables)
  return { test, differences: [...missing, ...differencesFrom(compiled, test.expect, outcome)] }
}

/** Fields that a test names and that the app doesn't have. */
function missingFields({ stored, given, expect }: WorkflowTest, { own }: FormFields): string[] {
  const items = [...Object.keys(expect.items), ...expect.messages.flatMap(({ at }) => at ?? [])]
  const named = [
    ...Object.keys(stored ?? {}),
    ...Object.keys(given),
    ...Object.keys(expect.values),
    ...Object.keys(expect.options),
    ...items.flatMap((item) => (item.startsWith('field:') ? [item.slice('field:'.length)] : [])),
  ]
  return [...new Set(named)].filter((key) => !own.has(key))
}

export interface MadeTest {
  test: WorkflowTest
  /** Fields with values that a test can't hold, because only some roles can read them. */
  restricted: readonly string[]
  /** Fields that are left out because the test would be too large; no rule reads them. */
  long: readonly string[]
}

/** A test of a sample that expects what the workflow makes of it now. Values of missing fields are left out. */
export async function makeTest(
  compiled: CompiledWorkflow,
  sample: Sample,
  tables?: TableAnswers,
): Promise<MadeTest> {
  const { fields } = compiled
  const { stored, given } = sample
  const restricted = new Set<string>()
  const open = (values: JsonObject) =>
    pick(values, (key, value) => {
      if (!fields.own.has(key)) return false
      if (!isOpenField(fields, key) && value !== null) restricted.add(key)
      return isOpenField(fields, key)
    })
  const whole = {
    ...sample,
    stored: stored === null ? null : pick(open(stored), (_key, value) => value !== null),
    given: open(given),
  }
  const { sample: fitting, long } = fitted(compiled, whole)
  const test = {
    ...fitting,
    expect: expectationOf(compiled, await evaluateSample(compiled, fitting, tables)),
  }
  return { test, restricted: [...restricted], long }
}

/** What rules don't read is left out of a stored record that is too large for a test. */
function fitted({ reads, rules }: CompiledWorkflow, sample: Sample): { sample: Sample; long: string[] } {
  const { stored } = sample
  if (stored === null || JSON.stringify(sample).length <= MAX_TEST_SIZE / 2) return { sample, long: [] }
  const used = new Set([
    ...reads,
    ...rules.flatMap(({ writes }) => writes.map(({ action }) => fieldOf(action))),
  ])
  return {
    sample: { ...sample, stored: pick(stored, (key) => used.has(key)) },
    long: Object.keys(stored).filter((key) => !used.has(key)),
  }
}

function fieldOf(action: object): string {
  return 'field' in action ? String(action.field) : ''
}

function pick(values: JsonObject, isPicked: (key: string, value: JsonValue) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => isPicked(key, value)))
}

/** The same test, expecting what the workflow makes of its sample now. */
export async function accepted(
  compiled: CompiledWorkflow,
  { expect: _old, ...sample }: WorkflowTest,
  tables?: TableAnswers,
): Promise<WorkflowTest> {
  return (await makeTest(compiled, sample, tables)).test
}
