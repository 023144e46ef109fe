import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Playbook } from './document.ts'
import { createRun } from './interpreter.ts'
import type { Command, RunEvent, StepChange } from './run-types.ts'
import { aPlaybook, contextOf } from './testing.ts'

/*
 * What becomes of each step of a graph, against an oracle that reads edges, joins and outcomes only: it knows nothing of
 * time, of order or of the interpreter. Anyone who fails has a step that handles it, so that no run ends half-way.
 */

type Doc = Parameters<typeof aPlaybook>[0][number]
type EdgeDraft = { from: number; on: 'success' | 'failure' | 'complete'; when: boolean | null }
type StepDraft = {
  join: 'all' | 'any' | 'every'
  edges: EdgeDraft[]
  succeeds: boolean
  attempts: number
  kind: 'effect' | 'ask' | 'pure'
}
type Final = 'succeeded' | 'failed' | 'skipped'

const RUNS = runs(150)

const drafts: fc.Arbitrary<StepDraft[]> = fc
  .array(
    fc.record({
      join: fc.constantFrom('all', 'any', 'every'),
      edges: fc.array(
        fc.record({
          from: fc.nat(),
          on: fc.constantFrom('success', 'success', 'failure', 'complete'),
          when: fc.constantFrom(null, null, true, false),
        }),
        { maxLength: 4 },
      ),
      succeeds: fc.boolean(),
      attempts: fc.integer({ min: 1, max: 3 }),
      kind: fc.constantFrom('effect', 'effect', 'ask', 'pure'),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((list) =>
    list.map((draft, index) => {
      const edges = index === 0 ? [] : draft.edges.map((edge) => ({ ...edge, from: edge.from % index }))
      return { ...draft, edges: [...new Map(edges.map((edge) => [edge.from, edge])).values()] }
    }),
  )

function playbookOf(list: StepDraft[]): Playbook {
  const steps: Doc[] = list.map(({ join, edges, succeeds, attempts, kind }, index) => ({
    key: `s${index}`,
    join,
    after: edges.map(({ from, on, when }) => ({
      step: `s${from}`,
      on,
      ...(when === null ? {} : { when: `{% ${when} %}` }),
    })),
    ...(kind === 'pure'
      ? { action: 'data.transform', with: { value: succeeds ? 1 : "{% $error('x') %}" } }
      : kind === 'ask'
        ? { action: 'human.approve', with: { title: 'x', to: { users: ['a'] } }, retry: { attempts } }
        : { action: 'http.request', with: { url: 'http://stub/' }, retry: { attempts } }),
  }))
  const handlers: Doc[] = list.map((_draft, index) => ({
    key: `h${index}`,
    action: 'data.transform',
    with: { value: `{% steps.s${index}.error.code %}` },
    after: [{ step: `s${index}`, on: 'failure' }],
  }))
  return aPlaybook([...steps, ...handlers])
}

/** The words of the design, and nothing else. */
function oracle(list: StepDraft[]): Map<string, Final> {
  const final = new Map<string, Final>()
  for (const [index, { join, edges, succeeds }] of list.entries()) {
    const held = edges.filter(({ from, on, when }) => {
      const state = final.get(`s${from}`)
      if (state === 'skipped' || when === false) return false
      return on === 'complete' || (on === 'success') === (state === 'succeeded')
    }).length
    const begins = edges.length === 0 || (join === 'every' ? held === edges.length : held > 0)
    final.set(`s${index}`, begins ? (succeeds ? 'succeeded' : 'failed') : 'skipped')
  }
  for (const index of list.keys())
    final.set(`h${index}`, final.get(`s${index}`) === 'failed' ? 'succeeded' : 'skipped')
  return final
}

const indexOf = (path: string) => Number(path.slice(1))

/** Answers what is out in the order of `picks`: a step that succeeds does so at its last attempt. */
function eventFor(command: Command, draft: StepDraft | undefined, at: number): RunEvent {
  if (command.kind === 'sleep') return { kind: 'timer', id: command.id, at: Math.max(at, command.until) }
  if (command.kind === 'close' || draft === undefined) throw new Error(`No one closes ${command.id}`)
  const isLast = command.attempt === draft.attempts
  const kind = command.kind === 'effect' ? 'effect' : 'answer'
  if (isLast && draft.succeeds)
    return { kind, id: command.id, result: { ok: true, output: command.path, at } }
  const error = { code: 'x', message: 'x', retryable: true }
  return { kind, id: command.id, result: { ok: false, error, at } }
}

async function live(list: StepDraft[], picks: number[]) {
  const run = createRun(playbookOf(list), contextOf())
  const changes: StepChange[] = []
  const commands: Command[] = []
  let open: Command[] = []
  let end: string | undefined
  let events: RunEvent[] = []
  for (let round = 0; end === undefined; round += 1) {
    const advance = await run.advance(events)
    changes.push(...advance.steps)
    commands.push(...advance.commands)
    open.push(...advance.commands)
    end = advance.end?.state
    if (end !== undefined) break
    const command = open[(picks[round % picks.length] ?? 0) % open.length]
    if (command === undefined) throw new Error('The run neither ends nor waits for anything')
    open = open.filter((one) => one !== command)
    events = [eventFor(command, list[indexOf(command.path)], 2_000 + round * 10)]
  }
  return { changes, commands, end }
}

const picks = fc.array(fc.nat(), { minLength: 12, maxLength: 12 })
const FINAL = new Set<string>(['succeeded', 'failed', 'skipped', 'cancelled'])

describe('any graph whose failures are handled', () => {
  it('gives each step the state that its edges say, in whatever order the world answers', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, picks, picks, async (list, one, other) => {
        const wanted = oracle(list)
        for (const order of [one, other]) {
          const { changes, end } = await live(list, order)
          const ends = changes.filter(({ state }) => FINAL.has(state))
          expect(Object.fromEntries(ends.map(({ path, state }) => [path, state]))).toEqual(
            Object.fromEntries(wanted),
          )
          expect(ends).toHaveLength(wanted.size)
          expect(end).toBe('succeeded')
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('asks the world as often as a step has attempts, and runs what many edges lead to once', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, picks, async (list, order) => {
        const wanted = oracle(list)
        const { commands, changes } = await live(list, order)
        for (const [index, { kind, attempts }] of list.entries()) {
          const path = `s${index}`
          const asked = commands.flatMap((one) =>
            one.path === path && 'attempt' in one ? [one.attempt] : [],
          )
          const begun = wanted.get(path) !== 'skipped' && kind !== 'pure'
          expect([path, asked]).toEqual([
            path,
            begun ? Array.from({ length: attempts }, (_, at) => at + 1) : [],
          ])
          const keys = commands.flatMap((one) =>
            one.path === path && 'idempotencyKey' in one ? [one.idempotencyKey] : [],
          )
          expect(new Set(keys).size).toBeLessThan(2)
          const pauses = commands.filter((one) => one.kind === 'sleep' && one.path === path)
          expect(pauses).toHaveLength(begun ? attempts - 1 : 0)
          expect(changes.filter((one) => one.path === path && one.state === 'retrying')).toHaveLength(
            pauses.length,
          )
        }
      }),
      { numRuns: RUNS },
    )
  })
})

const loops = fc.record({
  items: fc.integer({ min: 0, max: 12 }),
  concurrency: fc.integer({ min: 1, max: 5 }),
  batch: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  fails: fc.uniqueArray(fc.nat(11), { maxLength: 3 }),
})

describe('any loop over items', () => {
  it('respects its concurrency, returns results in item order, and reports failures', async () => {
    await fc.assert(
      fc.asyncProperty(loops, picks, async ({ items, concurrency, batch, fails }, order) => {
        const list = Array.from({ length: items }, (_, at) => at)
        const more = batch === undefined ? {} : { batch }
        const body = {
          key: 'call',
          action: 'http.request',
          with: { url: 'http://stub/', body: '{% item %}' },
        }
        const loop: Doc = {
          key: 'each',
          action: 'flow.forEach',
          with: { items: list, concurrency, errors: 'collect', ...more },
          steps: [body],
        }
        const run = createRun(aPlaybook([loop], { output: '{% steps.each %}' }), contextOf())
        const groups = batch === undefined ? items : Math.ceil(items / batch)
        const failing = fails.filter((at) => at < groups).sort((one, two) => one - two)
        let open: Command[] = []
        let events: RunEvent[] = []
        let last: StepChange | undefined
        let end: unknown
        for (let round = 0; ; round += 1) {
          const advance = await run.advance(events)
          open.push(...advance.commands)
          expect(open.length).toBeLessThanOrEqual(concurrency)
          last = advance.steps.findLast(({ path }) => path === 'each') ?? last
          end = advance.end
          if (advance.end) break
          const command = open[(order[round % order.length] ?? 0) % open.length]
          if (command?.kind !== 'effect') throw new Error('The loop neither ends nor asks')
          open = open.filter((one) => one !== command)
          const turn = Number(/#(\d+)/.exec(command.path)?.[1])
          const at = 2_000 + round
          const { body: given = null } = command.input
          events = failing.includes(turn)
            ? [
                {
                  kind: 'effect',
                  id: command.id,
                  result: { ok: false, error: { code: 'x', message: 'no' }, at },
                },
              ]
            : [{ kind: 'effect', id: command.id, result: { ok: true, output: given, at } }]
        }
        const wanted = Array.from({ length: groups }, (_, at) => {
          const path = `each#${at}/call`
          if (failing.includes(at))
            return { ok: false, error: { step: 'call', path, code: 'x', message: 'no' } }
          return { ok: true, output: batch === undefined ? at : list.slice(at * batch, (at + 1) * batch) }
        })
        expect(last?.output).toStrictEqual(wanted)
        const turns = { total: groups, done: groups, failed: failing.length }
        expect(last?.turns).toMatchObject(turns)
        expect(last?.turns?.failedAt.toSorted((one, two) => one - two)).toEqual(failing)
        expect(end).toMatchObject({ state: 'succeeded' })
      }),
      { numRuns: RUNS },
    )
  })
})
