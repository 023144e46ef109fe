import { describe, expect, it } from 'vitest'
import { builtInActions } from './actions.ts'
import { ExpressionError } from './expression-error.ts'
import { createRun } from './interpreter.ts'
import { errorOf } from './run-state.ts'
import type { Advance, RunEvent } from './run-types.ts'
import {
  answer,
  aPlaybook,
  ask,
  bad,
  cancel,
  contextOf,
  drive,
  effect,
  failing,
  ok,
  pure,
  put,
  refused,
  sumOf,
  timer,
} from './testing.ts'

type Doc = Parameters<typeof aPlaybook>[0][number]

const wait = (key: string, more: Doc = {}): Doc => ({
  key,
  action: 'flow.wait',
  with: { for: '1m' },
  ...more,
})

const each = (steps: Doc[]): Doc => ({ key: 'x', action: 'flow.forEach', with: { items: [1] }, steps })

const entriesOf = ({ steps }: Advance, path: string) =>
  steps.filter((change) => change.path === path).map(({ state }) => state)

describe('an event that does not fit what is out', () => {
  it.each<[string, Doc, RunEvent, string[]]>([
    ['a timer for an effect', effect('x'), timer('x~1', 2_000), ['running']],
    ['a question put for an effect', effect('x'), put('x~1', 2_000), ['running']],
    ['a question refused for an effect', effect('x'), refused('opened', 'x~1', 2_000), ['running']],
    ['an answer for an effect', effect('x'), answer('x~1', 2_000), ['running']],
    ['a result for a sleep', wait('x'), ok('x~1', 90_000), ['waiting']],
    ['a question put for a sleep', wait('x'), put('x~1', 90_000), ['waiting']],
    ['an answer for a sleep', wait('x'), answer('x~1', 90_000), ['waiting']],
    ['a result for a question', ask('x'), ok('x~1', 2_000), ['running']],
    ['a timer for a question', ask('x'), timer('x~1', 2_000), ['running']],
    ['anything for an unknown command', effect('x'), ok('ghost~1', 2_000), ['running']],
  ])('changes nothing: %s', async (_name, step, event, states) => {
    const right =
      { 'flow.wait': timer, 'human.approve': answer, 'http.request': ok }[String(step.action)] ?? ok
    const whole = await sumOf([step], [event, right('x~1', 95_000)])
    expect(whole.end?.state, 'what was waited for still counts').toBe('succeeded')
    const sum = await sumOf([step], [event])
    expect(entriesOf(sum, 'x')).toEqual(states)
    expect(sum.commands).toHaveLength(1)
    expect(sum).not.toHaveProperty('end')
  })

  it.each<[string, Doc, RunEvent[], string[]]>([
    ['a finished sleep', wait('x'), [timer('x~1', 61_000)], ['waiting', 'succeeded']],
    ['a result', effect('x'), [ok('x~1', 2_000)], ['running', 'succeeded']],
    ['a question that was put', ask('x'), [put('x~1', 2_000)], ['running', 'waiting']],
    ['an answer', ask('x'), [put('x~1', 2_000), answer('x~1', 3_000)], ['running', 'waiting', 'succeeded']],
    [
      'a pause before the next attempt',
      effect('x', [], { retry: { attempts: 3, from: '1s' } }),
      [bad('x~1', 2_000, { retryable: true }), timer('x~1.pause', 3_000)],
      ['running', 'retrying', 'running'],
    ],
  ])('counts once although it is reported twice: %s', async (_name, step, events, states) => {
    const again = events.at(-1)
    if (again === undefined) throw new Error('no event')
    const sum = await sumOf([step, effect('other')], [...events, again])
    expect(entriesOf(sum, 'x')).toEqual(states)
  })

  it('is a timeout that comes after the answer', async () => {
    const steps = [ask('q', [], { timeout: '1h' }), effect('other')]
    const events = [put('q~1', 2_000), answer('q~1', 3_000), timer('q~1.timeout', 3_602_000)]
    const sum = await sumOf(steps, events)
    expect(entriesOf(sum, 'q')).toEqual(['running', 'waiting', 'succeeded'])
    expect(sum.commands.filter(({ kind }) => kind === 'close')).toEqual([])
  })

  it('comes after the end: nothing is reported, and the end stays', async () => {
    const run = createRun(aPlaybook([effect('x')]), contextOf())
    await run.advance([])
    const first = await run.advance([ok('x~1', 2_000)])
    for (const event of [ok('x~1', 3_000), cancel(3_000), cancel(4_000)])
      expect(await run.advance([event])).toStrictEqual({ commands: [], steps: [], end: first.end })
  })
})

describe('the end of a bad run waits for effects in flight', () => {
  it.each<[string, Doc[], RunEvent[]]>([
    ['after a question was answered', [ask('q')], [put('q~1', 2_000), answer('q~1', 2_100)]],
    [
      'after a question could not be put but was not needed',
      [ask('q'), pure('h', [{ step: 'q', on: 'failure' }])],
      [refused('opened', 'q~1', 2_000)],
    ],
    ['after a sleep', [wait('q')], [timer('q~1', 61_000)]],
    ['after another effect', [effect('q')], [ok('q~1', 2_000)]],
    [
      'after a retry',
      [effect('q', [], { retry: { attempts: 2, from: '1s' } })],
      [bad('q~1', 2_000, { retryable: true }), timer('q~1.pause', 3_000), ok('q~2', 4_000)],
    ],
  ])('%s', async (_name, steps, before) => {
    const all = [...steps, effect('slow'), effect('fails')]
    const failed = await sumOf(all, [...before, bad('fails~1', 70_000)])
    expect(failed.end).toBeUndefined()
    const over = await sumOf(all, [...before, bad('fails~1', 70_000), ok('slow~1', 80_000)])
    expect(over.end?.state).toBe('failed')
    expect(entriesOf(over, 'slow')).toEqual(['running', 'succeeded'])
  })
})

describe('the edges of what ends in a cancelled run', () => {
  it('are asked no more: their steps are skipped, whatever their conditions would be', async () => {
    const steps = [effect('x'), pure('y', [{ step: 'x', on: 'success', when: "{% $error('never') %}" }])]
    const sum = await sumOf(steps, [cancel(2_000), ok('x~1', 3_000)])
    expect(entriesOf(sum, 'x')).toEqual(['running', 'succeeded'])
    expect(entriesOf(sum, 'y')).toEqual(['skipped'])
    expect(sum.end?.state).toBe('cancelled')
  })
})

describe('what is reported holds nothing that is not there', () => {
  it('of a run that continues, and of one that succeeded without a word', async () => {
    const run = createRun(aPlaybook([effect('x')]), contextOf())
    expect(Object.keys(await run.advance([]))).toEqual(['commands', 'steps'])
    expect((await run.advance([ok('x~1', 2_000)])).end).toStrictEqual({ state: 'succeeded' })
  })

  it('of a step that failed before its input was read, and of one that failed with it', async () => {
    const unread = await sumOf([failing('x')], [])
    expect(Object.keys(unread.steps[0] ?? {})).not.toContain('input')
    const { steps, end } = await sumOf([effect('x')], [bad('x~1', 2_000, { detail: { status: 503 } })])
    const last = steps.at(-1)
    expect(last).toStrictEqual({
      path: 'x',
      key: 'x',
      action: 'http.request',
      pure: false,
      state: 'failed',
      attempt: 1,
      input: last?.input,
      error: { code: 'http.down', message: 'down', detail: { status: 503 } },
      at: 2_000,
    })
    expect(last?.input).toMatchObject({ url: 'http://stub/x' })
    expect(end).toStrictEqual({
      state: 'failed',
      error: { code: 'http.down', message: 'Step x failed: down', retryable: false, detail: { step: 'x' } },
    })
  })

  it('of a step that stopped the run, with and without words and output', async () => {
    const stop = (with_: Doc): Doc => ({ key: 'x', action: 'flow.stop', with: with_ })
    const bare = await sumOf([stop({ state: 'failed' })], [])
    expect(bare.end).toStrictEqual({
      state: 'failed',
      error: {
        code: 'run.stopped',
        message: 'The step x stopped the run',
        retryable: false,
        detail: { step: 'x' },
      },
    })
    const full = await sumOf([stop({ state: 'cancelled', message: 'Enough', output: { n: 1 } })], [])
    expect(full.end).toStrictEqual({
      state: 'cancelled',
      output: { n: 1 },
      error: { code: 'run.cancelled', message: 'Enough', retryable: false, detail: { step: 'x' } },
    })
    expect((await sumOf([stop({ state: 'succeeded' })], [])).end).toStrictEqual({ state: 'succeeded' })
  })

  it('of a command: no asset where none is named', async () => {
    const [command] = (await sumOf([effect('x')], [])).commands
    expect(Object.keys(command ?? {})).not.toContain('asset')
  })

  it('of a question that no one answered: trying again is of no use', async () => {
    const events = [put('q~1', 2_000), timer('q~1.timeout', 3_602_000)]
    const { steps } = await sumOf([ask('q', [], { timeout: '1h', retry: { attempts: 5 } })], events)
    expect(steps.at(-1)?.error).toStrictEqual({
      code: 'step.timeout',
      message: 'No response within 1h',
      retryable: false,
    })
  })
})

describe('expressions see of the steps before', () => {
  it('that one was skipped', async () => {
    const steps = [pure('a'), pure('b', [{ step: 'a', on: 'failure' }])]
    const { end } = await sumOf(steps, [], { output: '{% steps.b.state %}' })
    expect(end).toStrictEqual({ state: 'succeeded', output: 'skipped' })
  })

  it('why one failed, with the details that the other side gave', async () => {
    const steps = [effect('a'), pure('b', [{ step: 'a', on: 'failure' }], '{% steps.a.error %}')]
    const more = { output: '{% steps.b.output %}' }
    const known = await sumOf(steps, [bad('a~1', 2_000, { detail: { status: 503 } })], more)
    expect(known.end?.output).toStrictEqual({ code: 'http.down', message: 'down', detail: { status: 503 } })
    const bare = await sumOf(steps, [bad('a~1', 2_000)], more)
    expect(bare.end?.output).toStrictEqual({ code: 'http.down', message: 'down', detail: null })
  })
})

describe('a step that a second cancel ends', () => {
  it.each<[string, Doc, RunEvent[], string, string]>([
    [
      'an effect in flight',
      effect('x'),
      [],
      'x',
      'The run ended while this step was running. Its side effects may have occurred.',
    ],
    [
      'a block at work',
      each([effect('in')]),
      [],
      'x',
      'The run ended while the steps of this block were running',
    ],
    [
      'what is inside of the block',
      each([effect('in')]),
      [],
      'x#0/in',
      'The run ended while this step was running. Its side effects may have occurred.',
    ],
    ['a wait', wait('x'), [], 'x', 'The run ended while this step was waiting'],
    ['a question', ask('x'), [put('x~1', 2_000)], 'x', 'The run ended while this step was waiting'],
  ])('says what may have happened: %s', async (_name, ...given) => {
    const [step, before, path, message] = given
    const busy = { key: 'busy', action: 'flow.try', steps: [effect('b')], finally: [effect('clean')] }
    const steps = [step, busy]
    const events = [...before, cancel(3_000), ok('busy/b~1', 3_500), cancel(4_000)]
    const sum = await sumOf(steps, events)
    expect(sum.end).toStrictEqual({
      state: 'cancelled',
      error: { code: 'run.cancelled', message: 'The run was canceled' },
    })
    const changes = sum.steps.filter((change) => change.path === path)
    expect(changes.at(-1)).toMatchObject({ state: 'cancelled', error: { code: 'run.cancelled', message } })
  })
})

describe('a wait', () => {
  it('until this very moment, or one that is past, is none', async () => {
    for (const until of ['1970-01-01T00:00:01Z', '1970-01-01T00:00:00.999Z']) {
      const { commands, steps } = await sumOf([{ key: 'x', action: 'flow.wait', with: { until } }], [])
      expect(commands).toEqual([])
      expect(steps.map(({ state }) => state)).toEqual(['succeeded'])
    }
  })

  it('until the next moment is one', async () => {
    const step = { key: 'x', action: 'flow.wait', with: { until: '1970-01-01T00:00:01.001Z' } }
    expect((await sumOf([step], [])).commands).toMatchObject([{ kind: 'sleep', until: 1_001 }])
  })
})

describe('the host gets room', () => {
  it('once per 256 steps that begin, and not before', async () => {
    let breaths = 0
    const breathe = async () => void (breaths += 1)
    const items = (count: number) => ({ inputs: { items: Array.from({ length: count }, (_, at) => at) } })
    const with_ = { items: '{% inputs.items %}' }
    const loop: Doc = { key: 'each', action: 'flow.forEach', with: with_, steps: [pure('p', [], 1)] }
    // The block itself is the first step that begins.
    const lines = await drive(aPlaybook([loop]), [], contextOf({ ...items(254), breathe }))
    expect(lines.at(-1)).toContain('succeeded')
    expect(breaths).toBe(0)
    await drive(aPlaybook([loop]), [], contextOf({ ...items(255), breathe }))
    expect(breaths).toBe(1)
    await drive(aPlaybook([loop]), [], contextOf({ ...items(1_023), breathe }))
    expect(breaths).toBe(5)
  })
})

describe('the error of an evaluation', () => {
  it('names its place, its expression and where in it', () => {
    const error = new ExpressionError('expression.error', 'broken')
    expect(errorOf(error)).toStrictEqual({ code: 'expression.error', message: 'broken', retryable: false })
    Object.assign(error, { place: ['with', 'value'], source: `  ${'x'.repeat(600)} `, position: 3 })
    expect(errorOf(error)).toStrictEqual({
      code: 'expression.error',
      message: 'with.value: broken',
      retryable: false,
      detail: { place: 'with.value', expression: 'x'.repeat(500), position: 3 },
    })
    Object.assign(error, { place: [], source: undefined })
    expect(errorOf(error).detail).toStrictEqual({ position: 3 })
    Object.assign(error, { position: undefined })
    expect(errorOf(error)).toStrictEqual({ code: 'expression.error', message: 'broken', retryable: false })
  })

  it('is no error of the step when the program is at fault', () => {
    expect(() => errorOf(new TypeError('x is undefined'))).toThrow(TypeError)
  })

  it('of a pure action that no one knows how to compute fails the step', async () => {
    const spec = builtInActions.get('data.template')
    if (spec === undefined) throw new Error('no spec')
    const catalog = new Map(builtInActions).set('data.ghost', spec)
    const playbook = aPlaybook([{ key: 'x', action: 'data.template', with: { text: 'a' } }])
    const [step] = playbook.steps
    if (step === undefined) throw new Error('no step')
    const ghost = { ...playbook, steps: [{ ...step, action: 'data.ghost' }] }
    expect((await drive(ghost, [], contextOf({ catalog }))).at(-1)).toBe(
      '= failed (step.unknown_action: Step x failed: data.ghost can’t be computed here)',
    )
  })
})
