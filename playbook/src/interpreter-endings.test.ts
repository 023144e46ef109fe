import { describe, expect, it } from 'vitest'
import { createRun } from './interpreter.ts'
import {
  aPlaybook,
  answer,
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
  timer,
} from './testing.ts'

type Doc = Parameters<typeof aPlaybook>[0][number]

describe('a question', () => {
  it('is put, waits, and gives its answer', async () => {
    const playbook = aPlaybook([ask('q')], { output: '{% steps.q.output %}' })
    expect(await drive(playbook, [[put('q~1', 2_000)], [answer('q~1', 90_000, { approved: true })]])).toEqual(
      [
        '1000 q running',
        '> listen q~1 human.approve 60000ms key run/q~1',
        '--',
        '2000 q waiting',
        '--',
        '90000 q succeeded',
        '= succeeded {"approved":true}',
      ],
    )
  })

  it('may be answered before it is known to be put', async () => {
    const lines = await drive(aPlaybook([ask('q')]), [[answer('q~1', 2_000)], [put('q~1', 3_000)]])
    expect(lines.slice(-4)).toEqual(['2000 q succeeded', '= succeeded', '--', '= succeeded'])
  })

  it('that cannot be put fails the step, after the retries it asks for', async () => {
    const fails = await drive(aPlaybook([ask('q')]), [[refused('opened', 'q~1', 2_000)]])
    expect(fails.at(-1)).toBe('= failed (x.refused: Step q failed: refused)')
    const playbook = aPlaybook([ask('q', [], { retry: { attempts: 2 } })])
    const events = [
      [refused('opened', 'q~1', 2_000, { retryable: true })],
      [timer('q~1.pause', 3_000)],
      [put('q~2', 4_000)],
      [answer('q~2', 5_000)],
    ]
    expect(await drive(playbook, events)).toMatchInlineSnapshot(`
      [
        "1000 q running",
        "> listen q~1 human.approve 60000ms key run/q~1",
        "--",
        "2000 q retrying (x.refused)",
        "> sleep q~1.pause retry until 3000",
        "--",
        "3000 q running #2",
        "> listen q~2 human.approve 60000ms key run/q~1",
        "--",
        "4000 q waiting #2",
        "--",
        "5000 q succeeded #2",
        "= succeeded",
      ]
    `)
  })

  it('whose answer is a failure fails the step', async () => {
    const events = [[put('q~1', 2_000)], [refused('answer', 'q~1', 3_000)]]
    expect((await drive(aPlaybook([ask('q')]), events)).at(-1)).toContain('failed (x.refused')
  })

  it('is closed when no one answers within the timeout of the step', async () => {
    const playbook = aPlaybook([ask('q', [], { timeout: '2h' })])
    const events = [[put('q~1', 2_000)], [timer('q~1.timeout', 7_202_000)], [answer('q~1', 7_300_000)]]
    expect(await drive(playbook, events)).toMatchInlineSnapshot(`
      [
        "1000 q running",
        "> listen q~1 human.approve 60000ms key run/q~1",
        "--",
        "2000 q waiting",
        "> sleep q~1.timeout wait until 7202000",
        "--",
        "7202000 q failed (step.timeout)",
        "> close q~1 timeout",
        "= failed (step.timeout: Step q failed: No response within 2h)",
        "--",
        "= failed (step.timeout: Step q failed: No response within 2h)",
      ]
    `)
  })

  it('that waits for an event may continue without it', async () => {
    const wait: Doc = {
      key: 'w',
      action: 'flow.waitEvent',
      with: { app: 'alert', on: ['updated'], onTimeout: 'continue' },
      timeout: '1h',
    }
    const playbook = aPlaybook([wait], { output: '{% steps.w.output %}' })
    const lines = await drive(playbook, [[put('w~1', 2_000)], [timer('w~1.timeout', 3_602_000)]])
    expect(lines.slice(-3)).toEqual([
      '3602000 w succeeded',
      '> close w~1 timeout',
      '= succeeded {"timedOut":true}',
    ])
  })

  it('carries asset, input and condition to the host as written', async () => {
    const when = '{% event.record.severity = "high" %}'
    const wait: Doc = { key: 'w', action: 'flow.waitEvent', with: { app: 'alert', on: 'updated', when } }
    const { commands } = await createRun(
      aPlaybook([{ ...wait, with: { app: 'alert', on: ['updated'], when } }]),
      contextOf(),
    ).advance([])
    expect(commands[0]).toMatchObject({
      kind: 'listen',
      input: { app: 'alert', on: ['updated'], when, onTimeout: 'fail' },
    })
    const call = aPlaybook([{ ...effect('x'), asset: 'github' }])
    expect((await createRun(call, contextOf()).advance([])).commands[0]).toMatchObject({ asset: 'github' })
  })

  it('is closed when the run fails or is cancelled', async () => {
    const playbook = aPlaybook([ask('q'), effect('x')])
    const failed = await drive(playbook, [[put('q~1', 1_500)], [bad('x~1', 2_000)]])
    expect(failed.slice(-4)).toEqual([
      '2000 x failed (http.down)',
      '2000 q cancelled (run.failed)',
      '> close q~1 run.failed',
      '= failed (http.down: Step x failed: down)',
    ])
    const cancelled = await drive(playbook, [[put('q~1', 1_500)], [cancel(2_000)], [ok('x~1', 3_000)]])
    expect(cancelled).toContain('> close q~1 run.cancelled')
  })
})

const undo = (key: string, more: Doc = {}): Doc => ({
  compensate: { action: 'http.request', with: { url: `http://undo/${key}/{% output.id %}`, ...more } },
})

describe('compensation', () => {
  it('undoes in reverse order, one at a time, what had succeeded when the run fails', async () => {
    const playbook = aPlaybook([
      effect('a', [], undo('a')),
      effect('b', 'a', undo('b')),
      effect('c', 'b', undo('c')),
    ])
    const events = [
      [ok('a~1', 2_000, { id: 1 })],
      [ok('b~1', 3_000, { id: 2 })],
      [bad('c~1', 4_000)],
      [ok('b!undo~1', 5_000)],
      [ok('a!undo~1', 6_000)],
    ]
    const lines = await drive(playbook, events)
    expect(lines.slice(lines.indexOf('4000 c failed (http.down)'))).toMatchInlineSnapshot(`
      [
        "4000 c failed (http.down)",
        "4000 b!undo running",
        "> effect b!undo~1 http.request 30000ms key run/b!undo~1",
        "--",
        "5000 b!undo succeeded",
        "5000 a!undo running",
        "> effect a!undo~1 http.request 30000ms key run/a!undo~1",
        "--",
        "6000 a!undo succeeded",
        "= failed (http.down: Step c failed: down)",
      ]
    `)
  })

  it('reads its input when it runs, with the output of the step as `output`', async () => {
    const playbook = aPlaybook([effect('a', [], undo('a')), failing('b', 'a')])
    const run = createRun(playbook, contextOf())
    await run.advance([])
    const { commands } = await run.advance([ok('a~1', 2_000, { id: 'r7' })])
    expect(commands).toMatchObject([
      {
        id: 'a!undo~1',
        path: 'a!undo',
        action: 'http.request',
        input: { url: 'http://undo/a/r7' },
        idempotencyKey: 'run/a!undo~1',
      },
    ])
  })

  it('does nothing when the run succeeds', async () => {
    const lines = await drive(aPlaybook([effect('a', [], undo('a'))]), [[ok('a~1', 2_000)]])
    expect(lines.at(-1)).toBe('= succeeded')
    expect(lines.join()).not.toContain('undo')
  })

  it('tries again like the step itself; a failed one is recorded and the rest continues', async () => {
    const retry = { retry: { attempts: 2 } }
    const playbook = aPlaybook([
      effect('a', [], undo('a')),
      effect('b', 'a', { ...undo('b'), ...retry }),
      failing('c', 'b'),
    ])
    const events = [
      [ok('a~1', 2_000, { id: 1 })],
      [ok('b~1', 3_000, { id: 2 })],
      [bad('b!undo~1', 4_000, { retryable: true })],
      [timer('b!undo~1.pause', 5_000)],
      [bad('b!undo~2', 6_000, { retryable: true })],
      [ok('a!undo~1', 7_000)],
    ]
    const lines = await drive(playbook, events)
    expect(lines.slice(lines.indexOf('3000 b succeeded'))).toMatchInlineSnapshot(`
      [
        "3000 b succeeded",
        "3000 c failed (expression.error)",
        "3000 b!undo running",
        "> effect b!undo~1 http.request 30000ms key run/b!undo~1",
        "--",
        "4000 b!undo retrying (http.down)",
        "> sleep b!undo~1.pause retry until 5000",
        "--",
        "5000 b!undo running #2",
        "> effect b!undo~2 http.request 30000ms key run/b!undo~1",
        "--",
        "6000 b!undo failed #2 (http.down)",
        "6000 a!undo running",
        "> effect a!undo~1 http.request 30000ms key run/a!undo~1",
        "--",
        "7000 a!undo succeeded",
        "= failed (expression.error: Step c failed: with.value: broken)",
      ]
    `)
  })

  it('happens when the run is cancelled, and a second cancel request ends it immediately', async () => {
    const playbook = aPlaybook([effect('a', [], undo('a')), ask('q', 'a')])
    const begin = [[ok('a~1', 2_000, { id: 1 })], [put('q~1', 2_500)], [cancel(3_000)]]
    const once = await drive(playbook, [...begin, [ok('a!undo~1', 4_000)]])
    expect(once.slice(-3)).toEqual([
      '--',
      '4000 a!undo succeeded',
      '= cancelled (run.cancelled: The run was canceled)',
    ])
    const twice = await drive(playbook, [...begin, [cancel(3_500)]])
    expect(twice.slice(-2)).toEqual([
      '3500 a!undo cancelled (run.cancelled)',
      '= cancelled (run.cancelled: The run was canceled)',
    ])
  })

  it('of steps in turns reads what that turn saw', async () => {
    const each = {
      key: 'each',
      action: 'flow.forEach',
      with: { items: ['x', 'y'] },
      steps: [
        effect('a', [], {
          compensate: { action: 'http.request', with: { url: 'http://undo/{% item %}/{% output %}' } },
        }),
      ],
    }
    const run = createRun(aPlaybook([each, failing('end', 'each')]), contextOf())
    await run.advance([])
    await run.advance([ok('each#0/a~1', 2_000, 1)])
    const first = await run.advance([ok('each#1/a~1', 3_000, 2)])
    expect(first.commands).toMatchObject([{ id: 'each#1/a!undo~1', input: { url: 'http://undo/y/2' } }])
    const second = await run.advance([ok('each#1/a!undo~1', 4_000)])
    expect(second.commands).toMatchObject([{ id: 'each#0/a!undo~1', input: { url: 'http://undo/x/1' } }])
    expect((await run.advance([ok('each#0/a!undo~1', 5_000)])).end?.state).toBe('failed')
  })

  it('whose input cannot be read fails on its own', async () => {
    const broken = { compensate: { action: 'http.request', with: { url: '{% output.nothing %}' } } }
    const lines = await drive(aPlaybook([effect('a', [], broken), failing('b', 'a')]), [
      [ok('a~1', 2_000, {})],
    ])
    expect(lines.slice(-2)).toEqual([
      '2000 a!undo failed (step.missing_value)',
      '= failed (expression.error: Step b failed: with.value: broken)',
    ])
  })
})

describe('onError', () => {
  const handler = (steps: Doc[]) => ({ onError: { steps } })

  it('runs once before the failed end and sees the error and what the steps gave', async () => {
    const playbook = aPlaybook(
      [pure('a'), failing('b', 'a')],
      handler([
        effect('notify', [], {
          with: { url: 'http://x/{% error.step %}/{% error.code %}/{% steps.a.output %}' },
        }),
      ]),
    )
    const run = createRun(playbook, contextOf())
    const { commands } = await run.advance([])
    expect(commands).toMatchObject([
      { id: 'onError/notify~1', input: { url: 'http://x/b/expression.error/a' } },
    ])
    expect((await run.advance([ok('onError/notify~1', 2_000)])).end).toMatchObject({
      state: 'failed',
      error: { message: 'Step b failed: with.value: broken' },
    })
  })

  it('runs after what was done is undone, and cannot save the run', async () => {
    const playbook = aPlaybook(
      [effect('a', [], undo('a')), failing('b', 'a')],
      handler([pure('note'), failing('worse', 'note')]),
    )
    const lines = await drive(playbook, [[ok('a~1', 2_000, { id: 1 })], [ok('a!undo~1', 3_000)]])
    expect(lines.slice(-4)).toEqual([
      '3000 a!undo succeeded',
      '3000 onError/note succeeded',
      '3000 onError/worse failed (expression.error)',
      '= failed (expression.error: Step b failed: with.value: broken)',
    ])
  })

  it.each([
    ['succeeds', [pure('a')], []],
    ['is cancelled', [effect('a')], [[cancel(2_000)], [ok('a~1', 3_000)]]],
  ])('does not run when the run %s', async (_, steps, events) => {
    const lines = await drive(aPlaybook(steps, handler([pure('notify')])), events)
    expect(lines.join()).not.toContain('notify')
  })

  it('runs when only the output of the run cannot be evaluated', async () => {
    const playbook = aPlaybook([pure('a')], {
      output: "{% $error('x') %}",
      ...handler([pure('notify', [], '{% error %}')]),
    })
    const { steps, end } = await createRun(playbook, contextOf()).advance([])
    expect(steps.at(-1)).toMatchObject({
      path: 'onError/notify',
      output: { step: null, code: 'expression.error' },
    })
    expect(end?.state).toBe('failed')
  })

  it('is stopped by a wish to cancel; the run stays failed', async () => {
    const playbook = aPlaybook([failing('a')], handler([ask('q'), effect('later', 'q')]))
    const lines = await drive(playbook, [[put('onError/q~1', 2_000)], [cancel(3_000)]])
    expect(lines.slice(-4)).toEqual([
      '3000 onError/q cancelled (run.cancelled)',
      '3000 onError/later skipped',
      '> close onError/q~1 run.cancelled',
      '= failed (expression.error: Step a failed: with.value: broken)',
    ])
  })
})

describe('flow.stop', () => {
  const stop = (with_: Doc, after: string[] = []): Doc => ({
    key: 'stop',
    action: 'flow.stop',
    with: with_,
    after,
  })

  it.each<[string, Doc, string]>([
    ['succeeded', { output: { n: 1 } }, '= succeeded {"n":1}'],
    ['failed', { state: 'failed', message: 'No luck' }, '= failed (run.stopped: No luck)'],
    ['cancelled', { state: 'cancelled' }, '= cancelled (run.cancelled: The step stop stopped the run)'],
  ])('ends the run as %s', async (_, with_, end) => {
    const lines = await drive(aPlaybook([stop(with_), effect('later', 'stop')]), [])
    expect(lines).toEqual(['1000 stop succeeded', '1000 later skipped', end])
  })

  it('lets effects in flight end, closes questions and tidies up, from deep inside', async () => {
    const tried = { key: 'safe', action: 'flow.try', steps: [stop({}, [])], finally: [pure('tidy')] }
    const playbook = aPlaybook([effect('a'), ask('q'), effect('b', [], {}), tried])
    const lines = await drive(playbook, [[ok('a~1', 2_000)], [ok('b~1', 3_000)]])
    expect(lines).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "1000 q running",
        "1000 b running",
        "1000 safe running",
        "1000 safe/stop succeeded",
        "1000 safe/tidy succeeded",
        "> effect a~1 http.request 30000ms key run/a~1",
        "> listen q~1 human.approve 60000ms key run/q~1",
        "> effect b~1 http.request 30000ms key run/b~1",
        "> close q~1 run.stopped",
        "--",
        "2000 a succeeded",
        "--",
        "3000 b succeeded",
        "3000 q cancelled (run.stopped)",
        "3000 safe cancelled (run.stopped)",
        "= succeeded",
      ]
    `)
  })

  it('with a failed stop compensates and runs onError', async () => {
    const playbook = aPlaybook([effect('a', [], undo('a')), stop({ state: 'failed' }, ['a'])], {
      onError: { steps: [pure('notify', [], '{% error.code %}')] },
    })
    const lines = await drive(playbook, [[ok('a~1', 2_000, { id: 1 })], [ok('a!undo~1', 3_000)]])
    expect(lines.slice(-3)).toEqual([
      '3000 a!undo succeeded',
      '3000 onError/notify succeeded',
      '= failed (run.stopped: The step stop stopped the run)',
    ])
  })
})
