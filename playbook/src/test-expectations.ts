import type { JsonValue } from '@caseloom/contract/kernel/json'
import { valueChanges } from './differences.ts'
import type { ExpectedStep, Expectation, PlaybookTest } from './document-tests.ts'
import type { TestedStep, TestRun } from './saved-test.ts'
import { stepOfPath } from './step-of-path.ts'

/** Where a test differs: `given` names a step outside for which nothing is given, or why the run stopped. */
export type TestDifference = {
  /** `state`, `output.count`, `steps.last.output`, `given.call`. */
  at: string
  kind: 'changed' | 'missing' | 'added' | 'given'
  expected: JsonValue
  got: JsonValue
}

const MAX_DIFFERENCES = 50
/** Longer outputs are no part of what a new test expects. */
export const MAX_EXPECTED = 20_000
const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'skipped'])

/** Where a run differs from what its test expects; nothing differs in a test that passes. */
export function differencesOf({ expect }: Pick<PlaybookTest, 'expect'>, run: TestRun): TestDifference[] {
  const all: TestDifference[] = run.missing.map(({ path, action }) => ({
    at: `given.${path}`,
    kind: 'given',
    expected: action,
    got: null,
  }))
  if (run.state === 'stopped' && run.missing.length === 0)
    all.push({ at: 'state', kind: 'given', expected: expect.state ?? null, got: run.error?.message ?? null })
  else if (run.state !== 'stopped') {
    compare(all, 'state', expect.state, run.state)
    compare(all, 'error', expect.error, run.error?.code ?? null)
    compare(all, 'output', expect.output, run.output ?? null)
    for (const [name, wanted] of Object.entries(expect.steps ?? {})) {
      const got = gotOf(run, name)
      compare(all, `steps.${name}.state`, wanted.state, got.state)
      compare(all, `steps.${name}.times`, wanted.times, got.times)
      compare(all, `steps.${name}.output`, wanted.output, got.output ?? null)
    }
  }
  return all.slice(0, MAX_DIFFERENCES)
}

function compare(all: TestDifference[], at: string, expected: JsonValue | undefined, got: JsonValue): void {
  if (expected === undefined) return
  for (const { kind, path, from = null, to = null } of valueChanges(expected, got)) {
    const whole = path === '' || path.startsWith('[') ? `${at}${path}` : `${at}.${path}`
    const word = kind === 'removed' ? 'missing' : kind
    all.push({ at: whole, kind: word, expected: from, got: to })
  }
}

type Got = { state: NonNullable<ExpectedStep['state']>; times: number; output?: JsonValue }

/** A step by the path of one of its turns, or by its key: then its last turn counts, and how often it ran in all. */
function gotOf(run: TestRun, name: string): Got {
  const exact = run.steps.get(name)
  const turns = exact === undefined ? [...run.steps.values()].filter((one) => isTurnOf(one, name)) : [exact]
  const last = turns.findLast(({ state }) => state !== 'skipped') ?? turns.at(-1)
  const times = turns.reduce((sum, one) => sum + one.times, 0)
  if (last === undefined) return { state: 'skipped', times }
  const state = ENDED.has(last.state) ? (last.state as Got['state']) : 'waiting' // the ended states are those of Got
  return { state, times, ...(last.output === undefined ? {} : { output: last.output }) }
}

function isTurnOf({ path }: TestedStep, key: string): boolean {
  return !path.includes('!undo') && stepOfPath(path) === key
}

/** What a new test expects of a run: how it ends, its output, and which steps outside of loops are reached. */
export function expectationOf(run: TestRun): Expectation {
  if (run.state === 'stopped') return {}
  const paths = [...run.steps.values()].filter(({ path }) => !/[#!]/.test(path))
  const steps = paths.map(({ path }) => {
    const key = stepOfPath(path)
    return [key, { state: gotOf(run, key).state }] as const
  })
  return {
    state: run.state,
    ...endOf(run, isShort(run.output)),
    ...(steps.length === 0 ? {} : { steps: Object.fromEntries(steps) }),
  }
}

/**
 * The same expectations with what the run gave; steps that the document no longer has are dropped. Nothing else is
 * expected than before, unless the run ends differently.
 */
export function acceptedExpectation(
  expect: Expectation,
  run: TestRun,
  keys: ReadonlySet<string>,
): Expectation {
  if (run.state === 'stopped') return expect
  const steps = Object.entries(expect.steps ?? {}).flatMap(([name, wanted]): [string, ExpectedStep][] => {
    if (!keys.has(stepOfPath(name))) return []
    const { state, times, output } = gotOf(run, name)
    const own: ExpectedStep = {
      ...(wanted.state === undefined ? {} : { state }),
      ...(wanted.times === undefined ? {} : { times }),
      ...(wanted.output === undefined || output === undefined ? {} : { output }),
    }
    return [[name, own]]
  })
  const endsDifferently = expect.state !== undefined && expect.state !== run.state
  const { error, output } = endOf(run, expect.output !== undefined || isShort(run.output))
  return {
    ...(expect.state === undefined ? {} : { state: run.state }),
    ...(error === undefined || (expect.error === undefined && !endsDifferently) ? {} : { error }),
    ...(output === undefined || (expect.output === undefined && !endsDifferently) ? {} : { output }),
    ...(steps.length === 0 ? {} : { steps: Object.fromEntries(steps) }),
  }
}

function endOf({ output, error }: TestRun, hasOutput: boolean): Pick<Expectation, 'error' | 'output'> {
  return {
    ...(error === undefined ? {} : { error: error.code }),
    ...(output === undefined || !hasOutput ? {} : { output }),
  }
}

function isShort(value: JsonValue | undefined): boolean {
  return value !== undefined && JSON.stringify(value).length <= MAX_EXPECTED
}
