import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Playbook, Step } from './document.ts'
import { createRun } from './interpreter.ts'
import type { Advance, Command, RunEvent, StepChange } from './run-types.ts'
import { aPlaybook, contextOf } from './testing.ts'

type Doc = Parameters<typeof aPlaybook>[0][number]

const RUNS = runs(100)

type Kind =
  | 'pure'
  | 'fails'
  | 'effect'
  | 'retried'
  | 'wait'
  | 'ask'
  | 'stop'
  | 'forEach'
  | 'repeat'
  | 'try'
  | 'parallel'
type Shape = {
  kind: Kind
  join: string
  undo: boolean
  edges: { from: number; on: string }[]
  number: number
  inner: Shape[]
  other: Shape[]
}

const kinds: fc.Arbitrary<Kind> = fc.constantFrom(
  ...([
    'pure',
    'fails',
    'effect',
    'effect',
    'retried',
    'wait',
    'ask',
    'forEach',
    'repeat',
    'try',
    'parallel',
  ] as const),
)
const { list } = fc.letrec<{ list: Shape[]; more: Shape[] }>((tie) => ({
  list: fc.array(
    fc.record({
      kind: fc.oneof({ weight: 30, arbitrary: kinds }, { weight: 1, arbitrary: fc.constant<Kind>('stop') }),
      join: fc.constantFrom('all', 'any', 'every'),
      undo: fc.boolean(),
      edges: fc.array(
        fc.record({ from: fc.nat(), on: fc.constantFrom('success', 'success', 'failure', 'complete') }),
        { maxLength: 2 },
      ),
      number: fc.nat(3),
      inner: tie('more'),
      other: tie('more'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  more: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant<Shape[]>([]), tie('list')),
}))

const undo = { compensate: { action: 'http.request', with: { url: 'http://undo/' } } }

/** The steps of a list; an empty one gets a step, for blocks must hold something. */
function stepsOf(shapes: Shape[], prefix: string, allowed: { stop: boolean; undo: boolean }): Doc[] {
  const some: Shape[] =
    shapes.length > 0
      ? shapes
      : [{ kind: 'effect', join: 'all', undo: false, edges: [], number: 0, inner: [], other: [] }]
  return some.map((shape, index) => {
    const key = `${prefix}${index}`
    const edges = shape.edges
      .filter(() => index > 0)
      .map(({ from, on }) => ({ step: `${prefix}${from % index}`, on }))
    const after = [...new Map(edges.map((edge) => [edge.step, edge])).values()]
    return { key, join: shape.join, after, ...partsOf(shape, `${key}_`, allowed) }
  })
}

function partsOf(shape: Shape, prefix: string, allowed: { stop: boolean; undo: boolean }): Doc {
  const { kind, number } = shape
  const undone = shape.undo && allowed.undo ? undo : {}
  const inner = () => stepsOf(shape.inner, `${prefix}i`, allowed)
  const other = () => stepsOf(shape.other, `${prefix}o`, allowed)
  const last = () => stepsOf(shape.other, `${prefix}z`, { ...allowed, stop: false })
  switch (kind) {
    case 'pure':
      return { action: 'data.transform', with: { value: '{% $random() %}' } }
    case 'fails':
      return { action: 'data.transform', with: { value: "{% $error('x') %}" } }
    case 'wait':
      return { action: 'flow.wait', with: { for: '1m' } }
    case 'ask': {
      const timeout = number === 0 ? {} : { timeout: '1h' }
      return { action: 'human.approve', with: { title: 'x', to: { users: ['a'] } }, ...timeout, ...undone }
    }
    case 'stop':
      if (!allowed.stop) return { action: 'data.transform', with: { value: 1 } }
      return {
        action: 'flow.stop',
        with: { state: ['succeeded', 'failed', 'cancelled'][number % 3] ?? 'failed' },
      }
    case 'effect':
      return { action: 'http.request', with: { url: 'http://stub/' }, ...undone }
    case 'retried':
      return { action: 'http.request', with: { url: 'http://stub/' }, retry: { attempts: 3 }, ...undone }
    case 'forEach': {
      const items = Array.from({ length: number }, (_, index) => index)
      const errors = shape.undo ? 'stop' : 'collect'
      return { action: 'flow.forEach', with: { items, concurrency: 2, errors }, steps: inner() }
    }
    case 'repeat': {
      const pause = shape.undo ? { pause: '1m' } : {}
      const until = number === 3 ? {} : { until: `{% index = ${number} %}` }
      return { action: 'flow.repeat', with: { atMost: 2, ...until, ...pause }, steps: inner() }
    }
    case 'try':
      return {
        action: 'flow.try',
        steps: inner(),
        ...(number % 2 === 0 ? { catch: other() } : {}),
        ...(number > 0 ? { finally: last() } : {}),
      }
    case 'parallel':
      return {
        action: 'flow.parallel',
        with: { need: number === 0 ? 'all' : number === 1 ? 'any' : 2 },
        branches: [
          { key: 'left', steps: inner() },
          { key: 'right', steps: other() },
        ],
      }
    default:
      return kind satisfies never
  }
}

const playbooks = fc.tuple(list, fc.option(list, { nil: undefined })).map(([shapes, handler]): Playbook => {
  const onError = handler && { steps: stepsOf(handler, 'e', { stop: false, undo: false }) }
  const steps = stepsOf(shapes, 's', { stop: true, undo: true })
  return aPlaybook(steps, { output: '{% $count($keys(steps)) %}', ...(onError ? { onError } : {}) })
})

type Choice = { pick: number; outcome: number }
const choices = fc.array(fc.record({ pick: fc.nat(), outcome: fc.nat(9) }), { minLength: 25, maxLength: 25 })
const cancels = fc.constantFrom<number[]>([], [], [], [0], [2], [5], [1, 3], [4, 6])
const anyRun = fc.tuple(playbooks, choices, cancels)

/** The world: what becomes of a command, by chance. */
function eventFor(command: Command, { outcome }: Choice, at: number, put: Set<string>): RunEvent {
  const { id } = command
  if (command.kind === 'sleep') return { kind: 'timer', id, at: Math.max(at, command.until) }
  const error = { code: 'x', message: 'x', retryable: outcome < 8 }
  const result =
    outcome < 6 ? { ok: true as const, output: { outcome }, at } : { ok: false as const, error, at }
  if (command.kind === 'effect') return { kind: 'effect', id, result }
  if (!put.has(id) && outcome > 0) {
    put.add(id)
    return { kind: 'opened', id, result }
  }
  return { kind: 'answer', id, result }
}

/** What may come once more for commands that have ended, and says something else than before. */
function lateOf(ids: readonly string[], { pick, outcome }: Choice): RunEvent[] {
  const id = ids[pick % ids.length] ?? ''
  const error = { code: 'late', message: 'late', retryable: true }
  const at = 2_000
  const result = outcome < 5 ? { ok: true as const, output: 'late', at } : { ok: false as const, error, at }
  const kinds = (['effect', 'opened', 'answer'] as const).slice(outcome % 3)
  return [...kinds.map((kind): RunEvent => ({ kind, id, result })), { kind: 'timer', id, at }]
}

type History = { events: RunEvent[]; answers: Advance[]; changes: StepChange[]; commands: Command[] }

async function live(playbook: Playbook, plan: Choice[], cancelAt: number[]): Promise<History> {
  const run = createRun(playbook, contextOf())
  const answers = [await run.advance([])]
  const events: RunEvent[] = []
  const put = new Set<string>()
  let open: Command[] = []
  const see = ({ commands }: Advance) => {
    for (const command of commands) {
      if (command.kind === 'close') open = open.filter(({ id }) => id !== command.id)
      else open.push(command)
    }
  }
  see(answers[0] ?? { commands: [], steps: [] })
  for (let round = 0; answers.at(-1)?.end === undefined; round++) {
    if (round > 3_000) throw new Error('The run does not end')
    const choice = plan[(round * 7) % plan.length] ?? { pick: 0, outcome: 0 }
    const at = 2_000 + round * 10
    const command = open[choice.pick % open.length]
    const cancels = cancelAt.includes(round)
    if (!command && !cancels) throw new Error('The run neither ends nor waits for anything')
    const event: RunEvent = cancels || !command ? { kind: 'cancel', at } : eventFor(command, choice, at, put)
    const stays = event.kind === 'opened' && event.result.ok
    if (event.kind !== 'cancel' && !stays) open = open.filter(({ id }) => id !== event.id)
    const answer = await run.advance([event])
    events.push(event)
    answers.push(answer)
    see(answer)
  }
  const changes = answers.flatMap(({ steps }) => steps)
  return { events, answers, changes, commands: answers.flatMap(({ commands }) => commands) }
}

function undoableOf(steps: readonly Step[]): Set<string> {
  return new Set(
    steps.flatMap((step) => [
      ...(step.compensate ? [step.key] : []),
      ...undoableOf(step.steps ?? []),
      ...undoableOf(step.catch ?? []),
      ...undoableOf(step.finally ?? []),
      ...(step.branches ?? []).flatMap((branch) => [...undoableOf(branch.steps)]),
    ]),
  )
}

const FINAL = new Set(['succeeded', 'failed', 'skipped', 'cancelled'])

describe('any playbook of blocks with any outcomes', () => {
  it('ends; no command is given twice, no step instance ends or begins twice, nothing comes after the end', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ([playbook, plan, cancelAt]) => {
        const { changes, commands } = await live(playbook, plan, cancelAt)
        const out = commands.filter(({ kind }) => kind !== 'close').map(({ id }) => id)
        expect(new Set(out).size).toBe(out.length)
        const closed = commands.filter(({ kind }) => kind === 'close').map(({ id }) => id)
        expect(new Set(closed).size).toBe(closed.length)
        for (const id of closed) expect(out).toContain(id)
        for (const [path, own] of Map.groupBy(changes, (change) => change.path)) {
          const ends = own.filter(({ state }) => FINAL.has(state))
          expect([path, ends.length]).toEqual([path, 1])
          expect([path, FINAL.has(own.at(-1)?.state ?? '')]).toEqual([path, true])
          const begins = own.filter(({ state, attempt }) => state === 'running' && attempt === 1)
          expect(begins.length).toBeLessThan(2)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('gives the same commands, changes and end from every prefix of its events, however they are split', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, fc.nat(), async ([playbook, plan, cancelAt], cut) => {
        const { events, answers } = await live(playbook, plan, cancelAt)
        const prefixes = events.length > 40 ? [0, cut % events.length, events.length] : events.keys()
        for (const length of prefixes) {
          const again = await createRun(playbook, contextOf()).advance(events.slice(0, length))
          const before = answers.slice(0, length + 1)
          expect(again.commands).toEqual(before.flatMap(({ commands }) => commands))
          expect(again.steps).toEqual(before.flatMap(({ steps }) => steps))
          expect(again.end).toEqual(before.at(-1)?.end)
        }
        const run = createRun(playbook, contextOf())
        const first = await run.advance(events.slice(0, cut % (events.length + 1)))
        const second = await run.advance(events.slice(cut % (events.length + 1)))
        expect([...first.commands, ...second.commands]).toEqual(answers.flatMap(({ commands }) => commands))
        expect(second.end).toEqual(answers.at(-1)?.end)
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    )
  })

  it('is not changed by results that come late, twice or for what no one asked', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, choices, async ([playbook, plan, cancelAt], noise) => {
        const { events, answers } = await live(playbook, plan, cancelAt)
        const run = createRun(playbook, contextOf())
        const over = new Set(['ghost~1'])
        let first = await run.advance([])
        expect(first).toEqual(answers[0])
        for (const [index, event] of events.entries()) {
          const choice = noise[index % noise.length] ?? { pick: 0, outcome: 0 }
          first = await run.advance([...lateOf([...over], choice), event])
          expect(first).toEqual(answers[index + 1])
          if (event.kind !== 'cancel' && !(event.kind === 'opened' && event.result.ok)) over.add(event.id)
          for (const { kind, id } of first.commands) if (kind === 'close') over.add(id)
        }
        for (const choice of noise.slice(0, 3))
          expect(await run.advance(lateOf([...over], choice))).toMatchObject({ commands: [], steps: [] })
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    )
  })

  it('undoes exactly what succeeded and says how, once, in reverse order, and only after a bad end', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ([playbook, plan, cancelAt]) => {
        const { changes, answers, events } = await live(playbook, plan, cancelAt)
        const undoable = undoableOf(playbook.steps)
        const ended = changes.filter(({ state }) => FINAL.has(state))
        const done = ended.filter(
          ({ path, key, state }) => state === 'succeeded' && undoable.has(key) && !path.endsWith('!undo'),
        )
        const undone = ended.filter(({ path }) => path.endsWith('!undo')).map(({ path }) => path)
        const all = done.map(({ path }) => `${path}!undo`).reverse()
        if (answers.at(-1)?.end?.state === 'succeeded') expect(undone).toEqual([])
        else if (events.filter(({ kind }) => kind === 'cancel').length < 2) expect(undone).toEqual(all)
        else expect(undone).toEqual(all.slice(0, undone.length))
      }),
      { numRuns: RUNS },
    )
  })

  it('runs every `finally` whose `try` began, unless someone cancelled twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ([playbook, plan, cancelAt]) => {
        if (cancelAt.length > 1) return
        const { changes } = await live(playbook, plan, cancelAt)
        const began = new Set(changes.filter(({ state }) => state === 'running').map(({ path }) => path))
        for (const path of began) {
          const key = path.split('/').at(-1)?.replace(/#\d+$/, '') ?? ''
          const text = JSON.stringify(playbook)
          // The first step of a `finally` that was generated for this try.
          if (!text.includes(`"key":"${key}_z0"`)) continue
          const own = changes.filter((change) => change.path === `${path}/${key}_z0`)
          const blockQuiet = path.includes('#')
          if (!blockQuiet) expect([path, own.length > 0]).toEqual([path, true])
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('starts nothing new outside once someone cancelled, but cleaning up', async () => {
    const noCleaning = playbooks.filter(
      (playbook) => !/finally|compensate/.test(JSON.stringify(playbook.steps)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(noCleaning, choices, fc.constantFrom(0, 1, 3)),
        async ([playbook, plan, at]) => {
          const { events, answers } = await live(playbook, plan, [at])
          const cancelled = events.findIndex(({ kind }) => kind === 'cancel')
          if (cancelled < 0) return
          const later = answers.slice(cancelled + 1).flatMap(({ commands }) => commands)
          const inHandler = later.filter(({ path }) => !path.startsWith('onError/'))
          expect(inHandler.filter(({ kind }) => kind !== 'close')).toEqual([])
        },
      ),
      { numRuns: RUNS },
    )
  })
})
