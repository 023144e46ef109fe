import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { PlaybookTest } from './document-tests.ts'
import { runSavedTest, type TestHost } from './saved-test.ts'
import { acceptedExpectation, differencesOf, expectationOf } from './test-expectations.ts'
import { givenOfEvents } from './test-from-run.ts'
import { answer, aPlaybook, bad, effect, ok, pure, put } from './testing.ts'
import { validatePlaybook } from './validate.ts'

type Doc = { [key: string]: JsonValue }

const hook = { key: 'hook', kind: 'webhook', with: { auth: 'none' }, when: '{% trigger.body.n > 0 %}' }
const branches = aPlaybook(
  [
    effect('call'),
    pure('big', [{ step: 'call', when: '{% steps.call.output.n > 9 %}' }], '{% steps.call.output.n %}'),
    pure('small', [{ step: 'call', when: '{% steps.call.output.n <= 9 %}' }]),
    pure('down', [{ step: 'call', on: 'failure' }]),
  ],
  { triggers: [hook], output: '{% steps.big.output %}' },
)
const aTest = (over: Doc = {}) =>
  PlaybookTest.parse({
    key: 't',
    title: 'T',
    trigger: { key: 'hook', payload: { n: 1 } },
    given: { call: { output: { n: 10 } } },
    ...over,
  })
const run = (over: Doc = {}, host: TestHost = {}) => runSavedTest(branches, aTest(over), host)

describe('a saved test', () => {
  it('runs pure steps with what is given outside, and counts steps and branches', async () => {
    const done = await run()
    expect(done).toMatchObject({ state: 'succeeded', output: 10, missing: [], scripts: [] })
    expect(done.reached).toEqual({
      steps: { 'trigger/hook': 1, call: 1, big: 1 },
      edges: { 'big#0': 1 },
    })
  })

  it.each([
    ['a failure', { call: { error: { code: 'http.status', message: 'No' } } }, 'succeeded', 'down#0'],
    ['another branch', { call: { output: { n: 1 } } }, 'succeeded', 'small#0'],
  ])('takes the way of %s', async (_name, given, state, edge) => {
    const done = await run({ given })
    expect(done.state).toBe(state)
    expect(Object.keys(done.reached.edges)).toEqual([edge])
  })

  it('starts no run where the trigger filters the delivery', async () => {
    expect(await run({ trigger: { key: 'hook', payload: { n: 0 } } })).toMatchObject({ state: 'filtered' })
  })

  it('stops at a step without a given output, or at an unknown trigger', async () => {
    const missing = await run({ given: {} })
    expect(missing).toMatchObject({ state: 'stopped', missing: [{ path: 'call', action: 'http.request' }] })
    expect(differencesOf(aTest(), missing)).toEqual([
      { at: 'given.call', kind: 'given', expected: 'http.request', got: null },
    ])
    const unknown = await run({ trigger: { key: 'gone' } })
    expect(differencesOf(aTest(), unknown)).toMatchObject([{ at: 'state', kind: 'given' }])
  })

  it('gives attempts one by one and skips the pauses between them', async () => {
    const retried = aPlaybook([effect('call', [], { retry: { attempts: 3, from: '1h', to: '1h' } })])
    const down = { error: { code: 'http.status', message: '500', retryable: true } }
    const test = PlaybookTest.parse({ key: 't', title: 'T', given: { call: [down, down, { output: 1 }] } })
    const done = await runSavedTest(retried, test)
    expect(done).toMatchObject({ state: 'succeeded' })
    expect(done.reached.steps).toEqual({ call: 3 })
    const once = PlaybookTest.parse({ key: 't', title: 'T', given: { call: down } })
    expect(await runSavedTest(retried, once)).toMatchObject({
      state: 'failed',
      error: { code: 'http.status' },
    })
  })

  it('asks the host for the results of scripts and continues with them', async () => {
    const script = { key: 'judge', action: 'code.script', with: { code: 'return 1', input: null } }
    const scripted = aPlaybook([script], { output: '{% steps.judge.output.result %}' })
    const test = PlaybookTest.parse({ key: 't', title: 'T' })
    const first = await runSavedTest(scripted, test)
    expect(first).toMatchObject({ state: 'stopped', scripts: [{ path: 'judge' }], missing: [] })
    const scripts = first.scripts.map(({ action, inputHash }) => ({
      action,
      inputHash,
      result: { ok: true as const, output: { result: 7, log: '' }, at: 0 },
    }))
    expect(await runSavedTest(scripted, test, { scripts })).toMatchObject({ state: 'succeeded', output: 7 })
  })

  it('waits where a question without a deadline is never answered', async () => {
    const ask = { key: 'ask', action: 'human.approve', with: { title: 'x', to: { users: ['a'] } } }
    const test = PlaybookTest.parse({ key: 't', title: 'T', given: { ask: { unanswered: true } } })
    expect(await runSavedTest(aPlaybook([ask]), test)).toMatchObject({ state: 'waiting' })
    const timed = aPlaybook([{ ...ask, timeout: '1h' }])
    expect(await runSavedTest(timed, test)).toMatchObject({
      state: 'failed',
      error: { code: 'step.timeout' },
    })
  })
})

describe('what a test expects', () => {
  it('is compared at its path', async () => {
    const done = await run()
    const test = aTest({
      expect: {
        state: 'failed',
        output: 11,
        steps: { call: { output: { n: 10, m: 1 }, times: 2 }, small: { state: 'succeeded' } },
      },
    })
    expect(differencesOf(test, done)).toEqual([
      { at: 'state', kind: 'changed', expected: 'failed', got: 'succeeded' },
      { at: 'output', kind: 'changed', expected: 11, got: 10 },
      { at: 'steps.call.times', kind: 'changed', expected: 2, got: 1 },
      { at: 'steps.call.output.m', kind: 'missing', expected: 1, got: null },
      { at: 'steps.small.state', kind: 'changed', expected: 'succeeded', got: 'skipped' },
    ])
  })

  it('of a new test is the end, the output, and the state of each step', async () => {
    const done = await run()
    expect(expectationOf(done)).toEqual({
      state: 'succeeded',
      output: 10,
      steps: {
        call: { state: 'succeeded' },
        big: { state: 'succeeded' },
        small: { state: 'skipped' },
        down: { state: 'skipped' },
      },
    })
  })

  it('is replaced part by part when it is accepted', async () => {
    const failed = await run({ given: { call: { output: { n: 1 } } } })
    const before = {
      state: 'failed' as const,
      error: 'x',
      steps: { call: { output: 1 }, big: { state: 'succeeded' as const }, gone: { times: 1 } },
    }
    const after = acceptedExpectation(before, failed, new Set(['call', 'big']))
    expect(after).toMatchObject({
      state: 'succeeded',
      steps: { call: { output: { n: 1 } }, big: { state: 'skipped' } },
    })
    expect(after.steps).not.toHaveProperty('gone')
    expect(after).not.toHaveProperty('error')
    expect(differencesOf(aTest({ expect: after as Doc }), failed)).toEqual([])
  })

  it('that was removed stays removed when the rest is accepted', async () => {
    const done = await run()
    const before = { state: 'succeeded' as const, steps: { small: { state: 'succeeded' as const } } }
    expect(acceptedExpectation(before, done, new Set(['small']))).toEqual({
      state: 'succeeded',
      steps: { small: { state: 'skipped' } },
    })
    const other = acceptedExpectation({ state: 'failed' }, done, new Set())
    expect(other).toEqual({ state: 'succeeded', output: 10 })
  })
})

describe('what a test takes from a run', () => {
  it('is by key where all turns are the same, by path where they differ, a list for attempts', () => {
    const given = givenOfEvents(
      [
        ok('same#0/a~1', 1, 5),
        ok('same#1/a~1', 1, 5),
        ok('each#0/b~1', 1, 1),
        ok('each#1/b~1', 1, 2),
        bad('call~1', 1),
        ok('call~2', 2, 'late'),
        put('ask~1', 3),
        answer('ask~1', 4, 'yes'),
        put('silent~1', 5),
        ok('judge~1', 6, 'computed'),
        ok('call!undo~1', 7, null),
      ],
      (path) => path === 'judge',
    )
    expect(given).toEqual({
      a: { output: 5 },
      'each#0/b': { output: 1 },
      'each#1/b': { output: 2 },
      call: [{ error: { code: 'http.down', message: 'down' } }, { output: 'late' }],
      ask: { output: 'yes' },
      silent: { unanswered: true },
      'call!undo': { output: null },
    })
  })
})

describe('the tests of a document', () => {
  const check = (tests: JsonValue) => {
    const checked = validatePlaybook({ playbook: 'p', title: 'P', steps: [pure('a')], tests })
    const issues = checked.ok ? [] : checked.issues
    return [...issues, ...checked.warnings].map(
      ({ path, code, message }) => `${path.join('.')} ${code}: ${message}`,
    )
  }
  const test = (key: string, over: Doc = {}) => ({ key, title: key, ...over })

  it.each<[string, JsonValue, string[]]>([
    ['nothing', [test('a')], []],
    [
      'an unknown key',
      [test('a', { givn: {} })],
      ['tests.0.givn unknown_key: Unknown key "givn"; did you mean "given"?'],
    ],
    [
      'two of a key',
      [test('a'), test('a')],
      ['tests.1.key duplicate_key: Another test is already named "a"'],
    ],
    [
      'an unknown state',
      [test('a', { expect: { state: 'done' } })],
      [expect.stringContaining('tests.0.expect.state bad_value')],
    ],
    [
      'a step that is gone',
      [test('a', { expect: { steps: { b: {} } }, given: { 'c#0/a': { output: 1 } } })],
      ['tests.0.expect.steps.b unknown_step: Unknown step "b"'],
    ],
    [
      'a trigger that is gone',
      [test('a', { trigger: { key: 'hook' } })],
      ['tests.0.trigger.key unknown_reference: Unknown trigger "hook"'],
    ],
    [
      'too much',
      [test('a', { inputs: { long: 'x'.repeat(100_001) } })],
      [expect.stringContaining('tests.0 limit')],
    ],
    [
      'too many',
      Array.from({ length: 51 }, (_, at) => test(`t${at}`)),
      ['tests bad_value: "tests" must have at most 50 items'],
    ],
  ])('report %s', (_name, tests, issues) => {
    expect(check(tests)).toEqual(issues)
  })
})
