import { runs } from '@caseloom/testkit/runs'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Playbook } from './document.ts'
import { PlaybookTest } from './document-tests.ts'
import { createRun } from './interpreter.ts'
import type { Command, EffectResult, RunEvent, StepChange } from './run-types.ts'
import { runSavedTest, TEST_CONTEXT } from './saved-test.ts'
import { differencesOf, expectationOf } from './test-expectations.ts'
import { givenOfEvents } from './test-from-run.ts'
import { aPlaybook } from './testing.ts'

type Doc = Parameters<typeof aPlaybook>[0][number]

const RUNS = runs(150)
const KINDS = ['effect', 'effect', 'retried', 'pure', 'fails', 'wait', 'ask', 'loop', 'undone'] as const

const playbooks: fc.Arbitrary<Playbook> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      join: fc.constantFrom('all', 'any'),
      edges: fc.array(
        fc.record({ from: fc.nat(), on: fc.constantFrom('success', 'success', 'failure', 'complete') }),
        { maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((drafts) => {
    const steps = drafts.map(({ kind, join, edges }, index): Doc => {
      const after = edges.filter(() => index > 0).map(({ from, on }) => ({ step: `s${from % index}`, on }))
      const unique = [...new Map(after.map((edge) => [edge.step, edge])).values()]
      return { key: `s${index}`, join, after: unique, ...actionOf(kind, index) }
    })
    return aPlaybook(steps, { output: '{% steps.* %}' })
  })

const call = { action: 'http.request', with: { url: 'http://stub/' } }

function actionOf(kind: (typeof KINDS)[number], index: number): Doc {
  switch (kind) {
    case 'pure':
      return { action: 'data.transform', with: { value: '{% [$random(), $now(), trigger.n, run.id] %}' } }
    case 'fails':
      return { action: 'data.transform', with: { value: "{% $error('x') %}" } }
    case 'wait':
      return { action: 'flow.wait', with: { for: '1m' } }
    case 'ask':
      return { action: 'human.approve', with: { title: 'x', to: { users: ['a'] } }, timeout: '1h' }
    case 'loop': {
      const inner: Doc = { key: `s${index}_in`, ...call, retry: { attempts: 2, from: '1s' } }
      return { action: 'flow.forEach', with: { items: [1, 2, 3], errors: 'collect' }, steps: [inner] }
    }
    case 'undone':
      return { ...call, compensate: call }
    case 'retried':
      return { ...call, retry: { attempts: 3, from: '1s' } }
    case 'effect':
      return call
    default:
      return kind satisfies never
  }
}

type Recorded = { events: RunEvent[]; changes: StepChange[]; state: string; output: JsonValue | undefined }

/** A try by a host of its own: it takes time, gives one event at a time, and decides by `outcomes` what comes back. */
async function record(
  playbook: Playbook,
  outcomes: readonly number[],
  trigger: JsonValue,
): Promise<Recorded> {
  const run = createRun(playbook, { ...TEST_CONTEXT, trigger, watch: () => true })
  const recorded: Recorded = { events: [], changes: [], state: 'waiting', output: undefined }
  const queue: Command[] = []
  let at = TEST_CONTEXT.run.startedAt
  let next: RunEvent[] = []
  for (let round = 0; round < 500; round += 1) {
    const { commands, steps, end } = await run.advance(next)
    recorded.changes.push(...steps)
    queue.push(...commands.filter(({ kind }) => kind !== 'close'))
    if (end !== undefined) return { ...recorded, state: end.state, output: end.output }
    const asked = queue.findIndex(({ kind }) => kind !== 'sleep')
    const sleeps = queue.flatMap((one) => (one.kind === 'sleep' ? [one] : []))
    const soonest = sleeps.toSorted((a, b) => a.until - b.until)[0]
    const command = asked >= 0 ? queue[asked] : soonest
    if (command === undefined) return recorded
    queue.splice(queue.indexOf(command), 1)
    if (command.kind === 'sleep') at = Math.max(at, command.until)
    next = eventsFor(command, outcomes[round % outcomes.length] ?? 0, at)
    recorded.events.push(...next)
  }
  throw new Error('The run does not end')
}

function eventsFor(command: Command, outcome: number, at: number): RunEvent[] {
  const { id } = command as { id: string } // closed commands were left out
  if (command.kind === 'sleep') return [{ kind: 'timer', id, at }]
  const error = { code: 'x', message: 'x', retryable: outcome < 8, detail: { outcome } }
  const result: EffectResult = outcome < 6 ? { ok: true, output: { outcome }, at } : { ok: false, error, at }
  if (command.kind !== 'listen') return [{ kind: 'effect', id, result }]
  const opened: RunEvent = { kind: 'opened', id, result: { ok: true, output: null, at } }
  return outcome === 3 ? [opened] : [opened, { kind: 'answer', id, result }]
}

/** How each step ended, in the order of the ends. */
function traceOf(changes: readonly StepChange[]) {
  return changes
    .filter(({ state }) => state !== 'running' && state !== 'queued' && state !== 'waiting')
    .map(({ path, state, attempt, output }) => ({ path, state, attempt, output }))
}

const anyTry = fc.tuple(playbooks, fc.array(fc.nat(9), { minLength: 12, maxLength: 12 }))

describe('a saved test', () => {
  it('of any playbook gives the same as the try that it was made from', async () => {
    await fc.assert(
      fc.asyncProperty(anyTry, async ([playbook, outcomes]) => {
        const made = await record(playbook, outcomes, { n: 1, receivedAt: '2026-01-01T00:00:00.000Z' })
        const given = givenOfEvents(made.events, () => false)
        const bare = PlaybookTest.parse({ key: 't', title: 'T', trigger: { payload: { n: 1 } }, given })
        const changes: StepChange[] = []
        const run = await runSavedTest(playbook, bare, { note: (change) => changes.push(change) })
        expect(traceOf(changes)).toEqual(traceOf(made.changes))
        expect({ state: run.state, output: run.output }).toEqual({ state: made.state, output: made.output })
        expect(run.missing).toEqual([])
        const test = { ...bare, expect: expectationOf(run) }
        expect(differencesOf(test, await runSavedTest(playbook, test))).toEqual([])
      }),
      { numRuns: RUNS, verbose: 1 },
    )
  })

  it('without what a step outside gave fails and names the step', async () => {
    await fc.assert(
      fc.asyncProperty(anyTry, async ([playbook, outcomes]) => {
        const made = await record(playbook, outcomes, { n: 1 })
        const given = givenOfEvents(made.events, () => false)
        const [name] = Object.keys(given)
        fc.pre(name !== undefined)
        const { [name ?? '']: _gone, ...rest } = given
        const test = PlaybookTest.parse({ key: 't', title: 'T', given: rest })
        const run = await runSavedTest(playbook, test)
        expect(differencesOf(test, run)).toContainEqual(expect.objectContaining({ kind: 'given' }))
      }),
      { numRuns: RUNS, verbose: 1 },
    )
  })
})
