import { describe, expect, it } from 'vitest'
import type { Advance } from './run-types.ts'
import { aPlaybook, ask, bad, cancel, effect, failing, ok, pure, put, sumOf, timer } from './testing.ts'

type Doc = Parameters<typeof aPlaybook>[0][number]

const lastOf = ({ steps }: Advance, path: string) => steps.findLast((change) => change.path === path)
const range = (count: number) => Array.from({ length: count }, (_, at) => at)
const each = (items: Doc['items'], steps: Doc[], with_: Doc = {}): Doc => ({
  key: 'each',
  action: 'flow.forEach',
  with: { items: items ?? [], ...with_ },
  steps,
})
const again = (with_: Doc, steps: Doc[], more: Doc = {}): Doc => ({
  key: 'again',
  action: 'flow.repeat',
  with: with_,
  steps,
  ...more,
})

describe('the turns that a loop reports', () => {
  it('are none done at its start, and all at its end', async () => {
    const { steps } = await sumOf(
      [each([1, 2], [effect('x')])],
      [ok('each#0/x~1', 2_000), ok('each#1/x~1', 3_000)],
    )
    const turns = steps.filter(({ path }) => path === 'each').map((change) => change.turns)
    expect(turns).toStrictEqual([
      { total: 2, done: 0, failed: 0, failedAt: [] },
      { total: 2, done: 2, failed: 0, failedAt: [] },
    ])
  })

  it('name the first hundred that failed, and count all', async () => {
    const { steps } = await sumOf([each(range(150), [failing('x')], { errors: 'collect' })], [])
    expect(steps.at(-1)?.turns).toStrictEqual({ total: 150, done: 150, failed: 150, failedAt: range(100) })
  })

  it('count the one that failed, and none that was given up', async () => {
    const loop = each([1, 2, 3], [effect('x')], { concurrency: 2 })
    const sum = await sumOf([loop], [bad('each#1/x~1', 2_000), ok('each#0/x~1', 3_000)])
    expect(lastOf(sum, 'each')?.turns).toStrictEqual({ total: 3, done: 1, failed: 1, failedAt: [1] })
    expect(sum.commands).toHaveLength(2)
    expect(sum.end?.error?.detail).toEqual({ step: 'each#1/x' })
  })

  it('end with the failure that came first, not with the lower one', async () => {
    const loop = each([1, 2], [effect('x')], { concurrency: 2 })
    const sum = await sumOf([loop], [bad('each#1/x~1', 2_000, { code: 'first' }), bad('each#0/x~1', 3_000)])
    expect(sum.end?.error).toMatchObject({ code: 'first', detail: { step: 'each#1/x' } })
  })

  it('of nothing are none, and the list of results is empty', async () => {
    const sum = await sumOf([each([], [effect('x')])], [])
    const outcome = lastOf(sum, 'each')
    expect([outcome?.output, outcome?.turns]).toStrictEqual([
      [],
      { total: 0, done: 0, failed: 0, failedAt: [] },
    ])
  })

  it('of a repetition count up to where its condition held', async () => {
    const step = again({ atMost: 5, until: '{% index = 2 %}' }, [pure('x', [], '{% index * 10 %}')])
    const sum = await sumOf([step], [])
    const outcome = lastOf(sum, 'again')
    expect(outcome?.output).toStrictEqual({ turns: 3, done: true, output: 20 })
    expect(outcome?.turns).toStrictEqual({ total: 5, done: 3, failed: 0, failedAt: [] })
  })

  it('of a repetition report which iteration failed', async () => {
    const steps = [again({ atMost: 5, until: '{% false %}' }, [effect('x')])]
    const sum = await sumOf(steps, [ok('again#0/x~1', 2_000), bad('again#1/x~1', 3_000)])
    expect(lastOf(sum, 'again')?.turns).toStrictEqual({ total: 5, done: 2, failed: 1, failedAt: [1] })
  })
})

describe('the result of a turn that is collected', () => {
  it('holds details of a failure only where there are some', async () => {
    const loop = each([1, 2, 3], [effect('x')], { errors: 'collect' })
    const sum = await sumOf(
      [loop],
      [
        bad('each#0/x~1', 2_000, { detail: { status: 503 } }),
        bad('each#1/x~1', 3_000),
        ok('each#2/x~1', 4_000, 7),
      ],
    )
    const because = { step: 'x', code: 'http.down', message: 'down' }
    expect(lastOf(sum, 'each')?.output).toStrictEqual([
      { ok: false, error: { ...because, path: 'each#0/x', detail: { status: 503 } } },
      { ok: false, error: { ...because, path: 'each#1/x' } },
      { ok: true, output: 7 },
    ])
  })

  it('is a failure when the output of the turn cannot be evaluated, which names the turn', async () => {
    const loop = { ...each([1, 2], [pure('x')], { errors: 'collect' }), output: "{% $error('bad') %}" }
    const sum = await sumOf([loop], [])
    expect(lastOf(sum, 'each')?.output).toMatchObject([
      {
        ok: false,
        error: {
          step: 'each',
          path: 'each#0',
          message: 'Couldn’t evaluate the output: bad',
        },
      },
      { ok: false, error: { path: 'each#1' } },
    ])
  })

  it('is null where the last step was skipped, and leaves skipped ones out among several', async () => {
    const skipped = { ...pure('b', [{ step: 'a', on: 'failure' }]), join: 'all' }
    const one = await sumOf([each([1], [pure('a'), skipped])], [])
    expect(lastOf(one, 'each')?.output).toStrictEqual([null])
    const two = await sumOf([each([1], [pure('a'), skipped, pure('c', 'a', 3)])], [])
    expect(lastOf(two, 'each')?.output).toStrictEqual([{ c: 3 }])
  })
})

describe('a repetition', () => {
  it('says so when its condition held in no turn, and that trying again is of no use', async () => {
    const sum = await sumOf([again({ atMost: 2, until: '{% false %}' }, [pure('x')])], [])
    expect(lastOf(sum, 'again')?.error).toStrictEqual({
      code: 'repeat.exhausted',
      message: 'Step again failed: "until" was still false after 2 iterations',
      retryable: false,
      detail: { step: 'again' },
    })
    expect(lastOf(sum, 'again')?.turns).toStrictEqual({ total: 2, done: 2, failed: 0, failedAt: [] })
  })

  it('continues where it may, and says that it is not done; without a condition it is', async () => {
    const steps = [pure('x', [], 1)]
    const open = await sumOf([again({ atMost: 2, until: '{% false %}', otherwise: 'continue' }, steps)], [])
    expect(lastOf(open, 'again')?.output).toStrictEqual({ turns: 2, done: false, output: 1 })
    const bare = await sumOf([again({ atMost: 2 }, steps)], [])
    expect(lastOf(bare, 'again')?.output).toStrictEqual({ turns: 2, done: true, output: 1 })
  })

  it('sleeps between turns only, from the end of the turn before', async () => {
    const steps = [again({ atMost: 3, pause: '1m' }, [effect('x')])]
    const events = [ok('again#0/x~1', 5_000), timer('again#0.pause', 65_000), ok('again#1/x~1', 70_000)]
    const before = await sumOf(steps, events)
    expect(before.commands.map(({ id }) => id)).toEqual([
      'again#0/x~1',
      'again#0.pause',
      'again#1/x~1',
      'again#1.pause',
    ])
    expect(before.commands.flatMap((one) => (one.kind === 'sleep' ? [one.until] : []))).toEqual([
      65_000, 130_000,
    ])
    const after = await sumOf(steps, [...events, timer('again#1.pause', 130_000), ok('again#2/x~1', 131_000)])
    expect(after.end?.state).toBe('succeeded')
    expect(after.commands).toHaveLength(5)
  })

  it('begins its next turn immediately when its pause is none', async () => {
    const sum = await sumOf([again({ atMost: 2, pause: '0s' }, [effect('x')])], [ok('again#0/x~1', 5_000)])
    expect(sum.commands.map(({ id }) => id)).toEqual(['again#0/x~1', 'again#1/x~1'])
  })

  it('does not wake when it was canceled in its pause', async () => {
    const steps = [again({ atMost: 3, pause: '1m' }, [effect('x')])]
    const events = [ok('again#0/x~1', 5_000), cancel(6_000), timer('again#0.pause', 65_000)]
    const sum = await sumOf(steps, events)
    expect(sum.end?.state).toBe('cancelled')
    expect(sum.commands).toHaveLength(2)
  })
})

describe('branches', () => {
  const both = (need: Doc['need'], branches: { [key: string]: Doc[] }): Doc => ({
    key: 'both',
    action: 'flow.parallel',
    with: { need: need ?? 'all' },
    branches: Object.entries(branches).map(([key, steps]) => ({ key, steps })),
  })

  it('refuse to need more than there are, without beginning one', async () => {
    const sum = await sumOf([both('{% 3 %}', { a: [effect('x')], b: [effect('y')] })], [])
    expect(sum.commands).toEqual([])
    expect(lastOf(sum, 'both')?.error).toStrictEqual({
      code: 'step.bad_input',
      message: 'Step both failed: 3 branches must succeed, but there are only 2',
      retryable: false,
      detail: { step: 'both' },
    })
  })

  it('of which two of three are needed may lose one, and continue without the third', async () => {
    const three = both(2, { a: [effect('x')], b: [effect('y')], c: [effect('z')] })
    const events = [bad('both/b/y~1', 2_000), ok('both/c/z~1', 3_000, 'z')]
    expect((await sumOf([three], events)).end).toBeUndefined()
    const sum = await sumOf([three], [...events, ok('both/a/x~1', 4_000, 'x')])
    expect(lastOf(sum, 'both')?.output).toStrictEqual({ a: 'x', c: 'z' })
    const lost = await sumOf([three], [...events, bad('both/a/x~1', 4_000, { message: 'late' })])
    expect(lost.end?.error?.message).toBe('Step both/b/y failed: down')
  })

  it('that are given up end before the block does, unless the race is won', async () => {
    const two = both('all', { a: [effect('x')], b: [effect('y'), effect('more', 'y')] })
    const early = await sumOf([two], [bad('both/a/x~1', 2_000)])
    expect([early.end, lastOf(early, 'both')?.state]).toEqual([undefined, 'running'])
    const sum = await sumOf([two], [bad('both/a/x~1', 2_000), ok('both/b/y~1', 3_000)])
    expect(sum.end?.state).toBe('failed')
    expect(sum.commands).toHaveLength(2)
    const won = await sumOf([both('any', { a: [effect('x')], b: [effect('y')] })], [ok('both/a/x~1', 2_000)])
    expect([won.end, lastOf(won, 'both')?.state]).toEqual([undefined, 'succeeded'])
  })
})

describe('a try', () => {
  const safe = (parts: { steps: Doc[]; catch?: Doc[]; finally?: Doc[] }): Doc => ({
    key: 'safe',
    action: 'flow.try',
    ...parts,
  })

  it('whose handler fails, fails with the failure of the handler, after finally', async () => {
    const sum = await sumOf(
      [safe({ steps: [effect('x')], catch: [effect('h')], finally: [effect('z')] })],
      [bad('safe/x~1', 2_000), bad('safe/h~1', 3_000, { code: 'h.down' }), ok('safe/z~1', 4_000)],
    )
    expect(sum.commands.map(({ id }) => id)).toEqual(['safe/x~1', 'safe/h~1', 'safe/z~1'])
    expect(sum.end?.error?.code).toBe('h.down')
  })

  it('whose finally fails, fails, though everything else succeeded', async () => {
    const sum = await sumOf(
      [safe({ steps: [effect('x')], finally: [effect('z')] })],
      [ok('safe/x~1', 2_000), bad('safe/z~1', 3_000, { code: 'z.down' })],
    )
    expect(sum.end).toMatchObject({ state: 'failed', error: { code: 'z.down' } })
  })

  it('keeps its result over what finally gives', async () => {
    const steps = [safe({ steps: [pure('x', [], 1)], finally: [pure('z', [], 2)] })]
    const sum = await sumOf(steps, [], { output: '{% steps.safe.output %}' })
    expect(sum.end).toStrictEqual({ state: 'succeeded', output: 1 })
  })

  it('that is cancelled while it tidies up does all of it', async () => {
    const tidy = [effect('z'), effect('more', 'z')]
    const steps = [safe({ steps: [pure('x')], finally: tidy })]
    const events = [cancel(2_000), ok('safe/z~1', 3_000)]
    const before = await sumOf(steps, events)
    expect(before.commands.map(({ id }) => id)).toEqual(['safe/z~1', 'safe/more~1'])
    expect(before.end).toBeUndefined()
    const after = await sumOf(steps, [...events, ok('safe/more~1', 4_000)])
    expect([after.end?.state, lastOf(after, 'safe/more')?.state]).toEqual(['cancelled', 'succeeded'])
  })

  it('that asks someone while it tidies up closes the question when it is cancelled again', async () => {
    const steps = [safe({ steps: [effect('x')], finally: [ask('q')] })]
    const events = [cancel(2_000), ok('safe/x~1', 3_000), put('safe/q~1', 4_000), cancel(5_000)]
    const sum = await sumOf(steps, events)
    expect(sum.commands.at(-1)).toEqual({
      kind: 'close',
      id: 'safe/q~1',
      path: 'safe/q',
      reason: 'run.cancelled',
    })
    expect(sum.end?.state).toBe('cancelled')
  })

  it('that is cancelled tidies up once and ends cancelled', async () => {
    const steps = [safe({ steps: [effect('x')], catch: [effect('h')], finally: [effect('z')] })]
    const sum = await sumOf(steps, [cancel(2_000), bad('safe/x~1', 3_000), ok('safe/z~1', 4_000)])
    expect(sum.commands.map(({ id }) => id)).toEqual(['safe/x~1', 'safe/z~1'])
    expect(sum.end?.state).toBe('cancelled')
  })
})
