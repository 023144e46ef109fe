import type { JsonValue } from '@caseloom/contract/kernel/json'
import { builtInActions, type SpecCatalog } from './actions.ts'
import type { Playbook } from './document.ts'
import type { Given, GivenOnce, PlaybookTest } from './document-tests.ts'
import { createRun, type Run } from './interpreter.ts'
import type { Command, EffectResult, RunContext, RunEvent, StepChange, StepError } from './run-types.ts'
import { evaluateTrigger } from './trigger.ts'
import { triggerRoot } from './trigger-root.ts'

/** When a test starts that names no moment: always the same, so that dates in outputs stay the same. */
const DEFAULT_START = Date.parse('2026-01-01T00:00:00Z')
/** Of all tests, so that `run.id` and `$random()` give the same each time and in each tenant. */
const TEST_ID = '00000000-0000-7000-8000-000000000000'
/** What all tests run with, besides their own trigger and inputs. */
export const TEST_CONTEXT = {
  run: { id: TEST_ID, startedAt: DEFAULT_START },
  tenant: { id: TEST_ID },
  inputs: {},
  vars: {},
}
/** A test that needs more results from outside has lost its way. */
const MAX_EVENTS = 20_000
const TOO_LONG = { code: 'test.too_long', message: `The test needs more than ${MAX_EVENTS} results` }

type GivenError = Extract<GivenOnce, { error: unknown }>['error']
type Effect = Extract<Command, { kind: 'effect' }>
type Asking = Extract<Command, { kind: 'effect' | 'listen' }>
type Sleep = Extract<Command, { kind: 'sleep' }>

/** What a script gave for one action and input. */
export type ScriptResult = { action: string; inputHash: string; result: EffectResult }

export type TestedStep = {
  path: string
  key: string
  action: string
  state: StepChange['state']
  output?: JsonValue
  /** Attempts. */
  times: number
}

/** What came of a test. `stopped`: something that it needs isn't given; see `missing` and `scripts`. */
export type TestRun = {
  state: 'succeeded' | 'failed' | 'cancelled' | 'waiting' | 'filtered' | 'stopped'
  error?: StepError
  output?: JsonValue
  steps: ReadonlyMap<string, TestedStep>
  /** Steps outside of which nothing is given. */
  missing: { path: string; action: string }[]
  /** Scripts whose result the host must compute, to run the test again with it. */
  scripts: Effect[]
  /** How often steps (by key, triggers as `trigger/<key>`) ran and edges (`<key>#<index among its edges>`) held. */
  reached: { steps: Record<string, number>; edges: Record<string, number> }
}

export type TestHost = {
  catalog?: SpecCatalog
  scripts?: readonly ScriptResult[]
  limits?: RunContext['limits']
  /** Called with each change of a step. */
  note?: (change: StepChange) => void
}

/** Runs a saved test with what it gives for steps outside; the same test always gives the same. */
export async function runSavedTest(
  playbook: Playbook,
  test: PlaybookTest,
  { catalog = builtInActions, scripts = [], limits, note }: TestHost = {},
): Promise<TestRun> {
  const startedAt = test.at === undefined ? DEFAULT_START : Date.parse(test.at)
  const run: TestRun = {
    state: 'stopped',
    steps: new Map(),
    missing: [],
    scripts: [],
    reached: { steps: {}, edges: {} },
  }
  const trigger = triggerOf(playbook, test, startedAt)
  const inputs = test.inputs ?? {}
  const { tenant } = TEST_CONTEXT
  const verdict = await verdictOf(playbook, test, { trigger, inputs, tenant, now: startedAt })
  if (verdict !== null) return { ...run, ...verdict }
  const { key } = test.trigger
  if (key !== undefined) run.reached.steps[`trigger/${key}`] = 1
  const context: RunContext = {
    ...TEST_CONTEXT,
    run: { ...TEST_CONTEXT.run, startedAt },
    trigger,
    inputs,
    catalog,
    ...(limits === undefined ? {} : { limits }),
    watch: () => true,
    took: ({ to, index }) => countUp(run.reached.edges, `${to}#${index}`),
  }
  return new Driver(createRun(playbook, context), { test, catalog, scripts, run, note }).drive(startedAt)
}

function triggerOf(playbook: Playbook, { trigger }: PlaybookTest, receivedAt: number): JsonValue {
  const { key, payload = null, headers = {}, query = {} } = trigger
  const found = playbook.triggers.find((one) => one.key === key)
  return triggerRoot(found?.kind ?? 'component', payload, { headers, query, receivedAt })
}

type Receipt = { trigger: JsonValue; inputs: JsonValue; tenant: JsonValue; now: number }

/** How the test ends before it has begun; null when its trigger starts a run. */
async function verdictOf(
  playbook: Playbook,
  { trigger: { key } }: PlaybookTest,
  { trigger, ...options }: Receipt,
): Promise<Pick<TestRun, 'state' | 'error'> | null> {
  if (key === undefined) return null
  if (!playbook.triggers.some((one) => one.key === key)) {
    const error = { code: 'test.unknown_trigger', message: `The playbook has no trigger "${key}"` }
    return { state: 'stopped', error }
  }
  const verdict = await evaluateTrigger(playbook, key, trigger, options)
  if ('error' in verdict) return { state: 'stopped', error: verdict.error }
  return verdict.match ? null : { state: 'filtered' }
}

type Driven = {
  test: PlaybookTest
  catalog: SpecCatalog
  scripts: readonly ScriptResult[]
  run: TestRun
  note: TestHost['note']
}

/** Answers the commands of a run one after the other, and pauses immediately. */
class Driver {
  readonly #interpreted: Run
  readonly #given: PlaybookTest['given']
  readonly #catalog: SpecCatalog
  readonly #scripts: ReadonlyMap<string, EffectResult>
  readonly #run: TestRun
  readonly #listener: TestHost['note']
  readonly #steps = new Map<string, TestedStep>()
  readonly #asking: Asking[] = []
  readonly #sleeps: Sleep[] = []
  #clock = 0

  constructor(interpreted: Run, { test, catalog, scripts, run, note }: Driven) {
    this.#interpreted = interpreted
    this.#given = test.given
    this.#catalog = catalog
    this.#scripts = new Map(scripts.map((one) => [scriptKey(one), one.result]))
    this.#run = run
    this.#listener = note
  }

  async drive(startedAt: number): Promise<TestRun> {
    this.#clock = startedAt
    let events: RunEvent[] | null = []
    for (let given = 0; events !== null && given < MAX_EVENTS; given += 1) {
      const { commands, steps, end } = await this.#interpreted.advance(events)
      for (const change of steps) this.#note(change)
      if (end !== undefined) return this.#ended({ ...this.#run, ...end })
      for (const command of commands) {
        if (command.kind === 'sleep') this.#sleeps.push(command)
        else if (command.kind !== 'close') this.#asking.push(command)
      }
      events = this.#next()
    }
    if (events !== null) return this.#ended({ ...this.#run, error: TOO_LONG })
    const isWaiting = this.#run.missing.length + this.#run.scripts.length === 0
    return this.#ended({ ...this.#run, state: isWaiting ? 'waiting' : 'stopped' })
  }

  #ended(run: TestRun): TestRun {
    for (const { path, key, times } of this.#steps.values())
      if (!path.includes('!undo') && times > 0) countUp(run.reached.steps, key, times)
    return { ...run, steps: this.#steps }
  }

  /** What happens next; null when nothing does. */
  #next(): RunEvent[] | null {
    for (let command = this.#asking.shift(); command !== undefined; command = this.#asking.shift()) {
      const events = this.#answer(command)
      if (events !== null) return events
    }
    // Time passes only when all that was asked has an answer.
    if (this.#run.missing.length + this.#run.scripts.length > 0) return null
    const [sleep] = this.#sleeps.toSorted((a, b) => a.until - b.until)
    if (sleep === undefined) return null
    this.#sleeps.splice(this.#sleeps.indexOf(sleep), 1)
    this.#clock = Math.max(this.#clock, sleep.until)
    return [{ kind: 'timer', id: sleep.id, at: sleep.until }]
  }

  #answer(command: Asking): RunEvent[] | null {
    const given = givenFor(this.#given, command)
    if (given !== undefined) return eventsOf(command, given, this.#clock)
    const { path, action } = command
    if (command.kind === 'effect' && this.#catalog.get(action)?.local === 'values') {
      const result = this.#scripts.get(scriptKey(command))
      if (result !== undefined)
        return [{ kind: 'effect', id: command.id, result: { ...result, at: this.#clock } }]
      this.#run.scripts.push(command)
    } else this.#run.missing.push({ path, action })
    return null
  }

  #note(change: StepChange): void {
    this.#listener?.(change)
    const { path, key, action, state, output, attempt } = change
    const before = this.#steps.get(path)
    const times = Math.max(before?.times ?? 0, state === 'skipped' ? 0 : attempt)
    // What a question gave when it was put isn't its output.
    const own = output === undefined || state !== 'succeeded' ? {} : { output }
    this.#steps.set(path, { ...before, path, key, action, state, times, ...own })
  }
}

function scriptKey({ action, inputHash }: { action: string; inputHash: string }): string {
  return JSON.stringify([action, inputHash])
}

function countUp(counts: Record<string, number>, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by
}

/** What is given for one turn of a loop counts before what is given for the step in all its turns. */
function givenFor(given: PlaybookTest['given'], { path, attempt }: Asking): GivenOnce | undefined {
  const names = [path, path.replace(/#\d+/g, ''), path.split('/').at(-1) ?? path]
  const name = names.find((one) => Object.hasOwn(given, one))
  const found: Given | undefined = name === undefined ? undefined : given[name]
  return Array.isArray(found) ? (found[attempt - 1] ?? found.at(-1)) : found
}

function eventsOf({ kind, id }: Asking, given: GivenOnce, at: number): RunEvent[] {
  const opened: RunEvent = { kind: 'opened', id, result: { ok: true, output: null, at } }
  // An effect always answers: silence is for questions.
  if ('unanswered' in given)
    return kind === 'listen' ? [opened] : [{ kind: 'effect', id, result: silent(at) }]
  const result: EffectResult =
    'error' in given ? { ok: false, error: errorOf(given.error), at } : { ok: true, output: given.output, at }
  return kind === 'listen' ? [opened, { kind: 'answer', id, result }] : [{ kind: 'effect', id, result }]
}

function silent(at: number): EffectResult {
  return {
    ok: false,
    error: { code: 'step.timeout', message: 'The step gave no answer', retryable: false },
    at,
  }
}

function errorOf({ code, message, retryable = false, detail }: GivenError): StepError {
  return { code, message, retryable, ...(detail === undefined ? {} : { detail }) }
}
