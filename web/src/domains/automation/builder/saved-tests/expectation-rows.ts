import type { PlaybookTestDifference } from '@caseloom/contract/automation/playbook-tests'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Path } from '../model/places.ts'
import { isObject, setIn, valueAt } from '../model/places.ts'

/** One thing that a test expects, with where the last run of it differed. */
export interface ExpectationRow {
  /** Below `expect`. */
  path: Path
  /** The step that it is about; null for the run. */
  step: string | null
  what: 'state' | 'error' | 'output' | 'times'
  expected: JsonValue
  differences: readonly PlaybookTestDifference[]
}

const OF_RUN = ['state', 'error', 'output'] as const
const OF_STEP = ['state', 'times', 'output'] as const

/** What a test expects, row by row: of the run first, then of its steps. */
export function rowsOf(test: JsonObject, differences: readonly PlaybookTestDifference[]): ExpectationRow[] {
  const expect = isObject(test['expect']) ? test['expect'] : {}
  const steps = isObject(expect['steps']) ? expect['steps'] : {}
  const own = OF_RUN.flatMap((what) => rowAt(expect, [what], { step: null, what, differences }))
  const ofSteps = Object.keys(steps).flatMap((step) =>
    OF_STEP.flatMap((what) => rowAt(expect, ['steps', step, what], { step, what, differences })),
  )
  return [...own, ...ofSteps]
}

function rowAt(
  expect: JsonObject,
  path: Path,
  { differences, ...row }: Pick<ExpectationRow, 'step' | 'what' | 'differences'>,
): ExpectationRow[] {
  const expected = valueAt(expect, path)
  if (expected === undefined) return []
  const name = path.join('.')
  const own = differences.filter(
    ({ at }) => at === name || at.startsWith(`${name}.`) || at.startsWith(`${name}[`),
  )
  return [{ ...row, path, expected, differences: own }]
}

/** The test without one expectation; a step of which nothing is expected is left out. */
export function withoutExpectation(test: JsonObject, { path, step }: ExpectationRow): JsonObject {
  const next = setIn(test, ['expect', ...path], undefined)
  if (step === null) return next
  const rest = valueAt(next, ['expect', 'steps', step])
  return isObject(rest) && Object.keys(rest).length > 0
    ? next
    : setIn(next, ['expect', 'steps', step], undefined)
}

export function withExpectedOutput(test: JsonObject, step: string, output: JsonValue): JsonObject {
  const expect = isObject(test['expect']) ? test['expect'] : {}
  const steps = isObject(expect['steps']) ? expect['steps'] : {}
  const own = isObject(steps[step]) ? steps[step] : {}
  return { ...test, expect: { ...expect, steps: { ...steps, [step]: { ...own, output } } } }
}
