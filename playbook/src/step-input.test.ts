import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ActionSpec } from './actions.ts'
import { createBudget } from './budget.ts'
import { Queue } from './queue.ts'
import { type Input, inputReader, inputSchema } from './step-input.ts'
import { aPlaybook, drive } from './testing.ts'

const spec = (more: Partial<ActionSpec> = {}): ActionSpec => ({
  name: 'test.do',
  title: 'Do',
  description: 'Does something.',
  kind: 'effect',
  input: z.looseObject({ match: z.json().optional(), count: z.int().optional() }),
  ...more,
})
const read = (withs: Input, of: ActionSpec, scope: object = {}) =>
  inputReader(withs, of).read(scope, { budget: createBudget(), now: 0, seed: 's' })

describe('a value that must be there', () => {
  it.each<[string, Input, string]>([
    ['an empty text', { match: '' }, 'with.match'],
    ['an empty text inside', { match: { a: 'x', b: { c: '' } } }, 'with.match.b.c'],
    ['nothing inside a list', { match: ['x', null] }, 'with.match.1'],
  ])('is refused as %s, with its place', async (_name, withs, place) => {
    expect(await read(withs, spec({ required: ['match'] }))).toMatchObject({
      ok: false,
      error: {
        code: 'step.missing_value',
        message: `${place}: a value is required, but it is empty`,
        retryable: false,
      },
    })
  })

  it.each(['{% trigger.none %}', '{% null %}', '{% "" %}', 'x-{% trigger.none %}'])(
    'is refused when %s gives nothing, deep inside too',
    async (written) => {
      for (const match of [written, { a: written }])
        await expect(read({ match }, spec({ required: ['match'] }), { trigger: {} })).rejects.toMatchObject({
          code: 'step.missing_value',
        })
    },
  )

  it('is left out when nothing was written for it: the schema of the action decides', async () => {
    expect(await read({ match: null }, spec({ required: ['match'] }))).toStrictEqual({ ok: true, input: {} })
  })

  it.each<[string, Input]>([
    ['zero', { match: 0 }],
    ['no', { match: false }],
    ['a whole object', { match: { a: 'x', b: [0] } }],
  ])('is there as %s', async (_name, withs) => {
    expect(await read(withs, spec({ required: ['match'] }))).toStrictEqual({ ok: true, input: withs })
  })

  it('may be empty where nothing asks for it', async () => {
    expect(await read({ match: { a: '' } }, spec())).toStrictEqual({ ok: true, input: { match: { a: '' } } })
  })
})

describe('the input of a step', () => {
  it('that does not fit reports the place of the fault, and is retained as it was given', async () => {
    const refused = await read({ count: 'many' }, spec())
    expect(refused).toMatchObject({ ok: false, input: { count: 'many' }, error: { code: 'step.bad_input' } })
    expect(refused.ok ? '' : refused.error.message).toMatch(/^with\.count: ./)
  })

  it('is computed once when it holds no expression, and each time when it does', async () => {
    const bindings = { budget: createBudget(), now: 0, seed: 's' }
    const constant = inputReader({ match: 'x' }, spec())
    expect(await constant.read({}, bindings)).toBe(await constant.read({}, bindings))
    const other = inputReader({ match: '{% trigger.n %}' }, spec())
    const values = [1, 2].map(async (n) => (await other.read({ trigger: { n } }, bindings)).input)
    expect(await Promise.all(values)).toEqual([{ match: 1 }, { match: 2 }])
  })

  it('uses the replacement of an absent value, and omits what returns nothing', async () => {
    const withs = { match: '{% trigger.none %}', other: '{% trigger.none %}' }
    expect(await read(withs, spec({ absent: { match: [] } }))).toStrictEqual({
      ok: true,
      input: { match: [] },
    })
  })

  it('has one schema per action, made once', () => {
    const one = spec()
    expect(inputSchema(one)).toBe(inputSchema(one))
    expect(inputSchema(one)).toMatchObject({ type: 'object' })
  })
})

describe('the input of pure steps', () => {
  it('finds observables of the kinds that are asked for, or all', async () => {
    const text = 'From 192.0.2.7 and ana@example.com'
    const extract = (more: object) =>
      aPlaybook([{ key: 'x', action: 'observable.extract', with: { text, ...more } }], {
        output: '{% steps.x.output[] %}',
      })
    const kindsOf = async (more: object) =>
      [...((await drive(extract(more), [])).at(-1) ?? '').matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind)
    const all = await kindsOf({})
    expect(all.length).toBeGreaterThan(1)
    for (const kind of new Set(all))
      expect(new Set(await kindsOf({ kinds: [kind ?? ''] }))).toEqual(new Set([kind]))
  })

  it('refuses a duration that is none when the step runs', async () => {
    const playbook = aPlaybook([{ key: 'w', action: 'flow.wait', with: { for: '{% "soon" %}' } }])
    expect((await drive(playbook, [])).at(-1)).toContain('step.bad_input')
  })
})

describe('a queue', () => {
  it('gives everything once, in order, however pushing and taking alternate', () => {
    const queue = new Queue<number>()
    const taken: number[] = []
    let next = 0
    for (const [pushes, takes] of [
      [3_000, 1_100],
      [10, 500],
      [0, 1_000],
      [2_500, 2_400],
      [1, 600],
    ] as const) {
      for (let n = 0; n < pushes; n += 1) queue.push(next++)
      for (let n = 0; n < takes; n += 1) {
        const item = queue.shift()
        if (item !== undefined) taken.push(item)
      }
    }
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) taken.push(item)
    expect(taken).toEqual(Array.from({ length: next }, (_, at) => at))
    queue.push(7)
    expect([queue.shift(), queue.shift()]).toEqual([7, undefined])
  })
})
