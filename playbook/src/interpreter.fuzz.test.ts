import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Playbook } from './document.ts'
import { createRun } from './interpreter.ts'
import type { Advance, Command, RunEvent, StepChange } from './run-types.ts'
import { aPlaybook, contextOf } from './testing.ts'

type Doc = Parameters<typeof aPlaybook>[0][number]

const RUNS = runs(120)

/** Any valid playbook: each step follows some of the steps before it. */
const playbooks: fc.Arbitrary<Playbook> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('effect', 'effect', 'retried', 'pure', 'fails', 'wait', 'switch'),
      join: fc.constantFrom('all', 'any', 'every'),
      edges: fc.array(
        fc.record({
          from: fc.nat(),
          on: fc.constantFrom('success', 'success', 'failure', 'complete'),
          when: fc.constantFrom(undefined, undefined, true, false, 'broken'),
        }),
        { maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drafts) => {
    const conditions: { [kind: string]: string } = {
      true: '{% true %}',
      false: '{% false %}',
      broken: "{% $error('x') %}",
    }
    const steps: Doc[] = drafts.map(({ kind, join, edges }, index) => {
      const after: Doc[] = edges
        .filter(() => index > 0)
        .map(({ from, on, when }) => {
          const step = `s${from % index}`
          return when === undefined ? { step, on } : { step, on, when: conditions[String(when)] ?? '' }
        })
      // Two edges of one source that exclude each other are refused under "every".
      const unique = [...new Map(after.map((edge) => [edge.step, edge])).values()]
      return { key: `s${index}`, join, after: unique, ...actionOf(kind) }
    })
    return aPlaybook(steps, { output: '{% steps.* %}' })
  })

function actionOf(kind: string): Doc {
  if (kind === 'pure') return { action: 'data.transform', with: { value: '{% $random() %}' } }
  if (kind === 'fails') return { action: 'data.transform', with: { value: "{% $error('x') %}" } }
  if (kind === 'wait') return { action: 'flow.wait', with: { for: '1m' } }
  if (kind === 'switch') return { action: 'flow.switch', with: { cases: [{ name: 'x', when: true }] } }
  const retry = kind === 'retried' ? { retry: { attempts: 3, from: '1s' } } : {}
  return { action: 'http.request', with: { url: 'http://stub/' }, ...retry }
}

type Choice = { pick: number; outcome: number }
const choices = fc.array(fc.record({ pick: fc.nat(), outcome: fc.nat(9) }), { minLength: 20, maxLength: 20 })

/** The world: answers one open command after the other, in an order and a way that `choices` decide. */
function eventFor(command: Command, { outcome }: Choice, at: number): RunEvent {
  if (command.kind === 'sleep') return { kind: 'timer', id: command.id, at: Math.max(at, command.until) }
  if (outcome < 5) return { kind: 'effect', id: command.id, result: { ok: true, output: { outcome }, at } }
  const error = { code: 'x', message: 'x', retryable: outcome < 8 }
  return { kind: 'effect', id: command.id, result: { ok: false, error, at } }
}

type History = { events: RunEvent[]; answers: Advance[]; changes: StepChange[] }

async function live(playbook: Playbook, plan: Choice[], cancelAfter: number): Promise<History> {
  const run = createRun(playbook, contextOf())
  const answers = [await run.advance([])]
  const events: RunEvent[] = []
  let open = [...(answers[0]?.commands ?? [])]
  for (let round = 0; answers.at(-1)?.end === undefined; round++) {
    if (round > 200) throw new Error('The run does not end')
    const choice = plan[round % plan.length] ?? { pick: 0, outcome: 0 }
    const command = open[choice.pick % open.length]
    if (!command) throw new Error('The run neither ends nor waits for anything')
    const at = 2_000 + round * 10
    const event: RunEvent = round === cancelAfter ? { kind: 'cancel', at } : eventFor(command, choice, at)
    open = open.filter(({ id, kind }) => (event.kind === 'cancel' ? kind === 'effect' : id !== event.id))
    const answer = await run.advance([event])
    events.push(event)
    answers.push(answer)
    open.push(...answer.commands)
  }
  return { events, answers, changes: answers.flatMap(({ steps }) => steps) }
}

const FINAL = new Set(['succeeded', 'failed', 'skipped', 'cancelled'])
const anyRun = fc.tuple(playbooks, choices, fc.constantFrom(-1, -1, -1, 0, 2, 5))

describe('any playbook with any outcomes', () => {
  it('ends, records one final state per step, and no step begins twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ([playbook, plan, cancelAfter]) => {
        const { answers, changes } = await live(playbook, plan, cancelAfter)
        const end = answers.at(-1)?.end
        for (const { key } of playbook.steps) {
          const own = changes.filter((change) => change.path === key)
          expect(own.filter(({ state }) => FINAL.has(state))).toHaveLength(1)
          expect(FINAL.has(own.at(-1)?.state ?? '')).toBe(true)
          expect(
            own.filter(({ state, attempt }) => state === 'running' && attempt === 1).length,
          ).toBeLessThan(2)
        }
        const commands = answers.flatMap((answer) => answer.commands)
        expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
        const failed = changes.some(({ state }) => state === 'failed')
        if (end?.state === 'failed') expect(failed || end.error?.message.startsWith('The output')).toBe(true)
        if (end?.state === 'succeeded') expect(changes.some(({ state }) => state === 'cancelled')).toBe(false)
      }),
      { numRuns: RUNS, verbose: 1 },
    )
  })

  it('runs a step only behind edges that its join accepts', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ([playbook, plan, cancelAfter]) => {
        const { changes } = await live(playbook, plan, cancelAfter)
        const order = new Map<string, number>()
        const final = new Map<string, string>()
        for (const [index, { path, state }] of changes.entries()) {
          if (FINAL.has(state)) {
            order.set(path, index)
            final.set(path, state)
          }
        }
        for (const step of playbook.steps) {
          const first = changes.findIndex(({ path, state }) => path === step.key && state !== 'skipped')
          if (first < 0 || typeof step.after === 'string' || step.after.length === 0) continue
          const sources = step.after.map((edge) => (typeof edge === 'string' ? edge : edge.step))
          const over = sources.filter((source) => (order.get(source) ?? Number.POSITIVE_INFINITY) < first)
          if (step.join === 'any') expect(over.length).toBeGreaterThan(0)
          else expect(over).toHaveLength(sources.length)
          expect(over.some((source) => final.get(source) !== 'skipped')).toBe(true)
        }
      }),
      { numRuns: RUNS, verbose: 1 },
    )
  })

  it('gives the same commands, changes and end again from every prefix of its events', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ([playbook, plan, cancelAfter]) => {
        const { events, answers } = await live(playbook, plan, cancelAfter)
        for (let length = 0; length <= events.length; length++) {
          const again = await createRun(playbook, contextOf()).advance(events.slice(0, length))
          const before = answers.slice(0, length + 1)
          expect(again.commands).toEqual(before.flatMap(({ commands }) => commands))
          expect(again.steps).toEqual(before.flatMap(({ steps }) => steps))
          expect(again.end).toEqual(before.at(-1)?.end)
        }
      }),
      { numRuns: Math.floor(RUNS / 3), verbose: 1 },
    )
  })
})
