import { describe, expect, it } from 'vitest'
import { createRun, replay } from './interpreter.ts'
import { aPlaybook, bad, contextOf, drive, effect, failing, linesOf, ok, pure, timer } from './testing.ts'

describe('a run', () => {
  it('computes pure steps in place and ends without any command', async () => {
    const playbook = aPlaybook([pure('a'), pure('b', 'a', '{% steps.a.output & "!" %}')], {
      output: '{% steps.b.output %}',
    })
    expect(await drive(playbook, [])).toMatchInlineSnapshot(`
      [
        "1000 a succeeded",
        "1000 b succeeded",
        "= succeeded "a!"",
      ]
    `)
  })

  it('ends at once when it has no steps', async () => {
    expect(await drive(aPlaybook([], { output: 'done' }), [])).toEqual(['= succeeded "done"'])
    expect(await drive(aPlaybook([]), [])).toEqual(['= succeeded'])
  })

  it('gives an effect as a command and goes on with its result', async () => {
    const playbook = aPlaybook([effect('get'), pure('use', 'get', '{% steps.get.output.body.n + 1 %}')], {
      output: { n: '{% steps.use.output %}' },
    })
    expect(await drive(playbook, [[ok('get~1', 1_500, { body: { n: 41 } })]])).toMatchInlineSnapshot(`
      [
        "1000 get running",
        "> effect get~1 http.request 30000ms key run/get~1",
        "--",
        "1500 get succeeded",
        "1500 use succeeded",
        "= succeeded {"n":42}",
      ]
    `)
  })

  it('hands over the evaluated input, its hash and the time limit', async () => {
    const step = effect('get', [], {
      with: { url: 'http://x/{% trigger.id %}', method: 'POST', body: '{% trigger %}' },
      timeout: '5s',
    })
    const { commands } = await createRun(aPlaybook([step]), contextOf({ trigger: { id: 7 } })).advance([])
    expect(commands).toMatchInlineSnapshot(`
      [
        {
          "action": "http.request",
          "attempt": 1,
          "id": "get~1",
          "idempotencyKey": "run/get~1",
          "input": {
            "body": {
              "id": 7,
            },
            "method": "POST",
            "url": "http://x/7",
          },
          "inputHash": "f3aa05566235197ee1a21d096bb4b790b3ef1da26dbde3579b1e78d26af4ad29",
          "kind": "effect",
          "path": "get",
          "timeoutMs": 5000,
        },
      ]
    `)
  })

  it('uses the attempt group of a repeated run in its idempotency key', async () => {
    const context = contextOf({ run: { id: 'r9', startedAt: 0, group: 3 } })
    const { commands } = await createRun(aPlaybook([effect('get')]), context).advance([])
    expect(commands).toMatchObject([{ idempotencyKey: 'r9/get~3' }])
  })

  it('starts all steps without edges together and in the order in which they are written', async () => {
    expect(await drive(aPlaybook([effect('b'), pure('a'), effect('c')]), [])).toMatchInlineSnapshot(`
      [
        "1000 b running",
        "1000 a succeeded",
        "1000 c running",
        "> effect b~1 http.request 30000ms key run/b~1",
        "> effect c~1 http.request 30000ms key run/c~1",
      ]
    `)
  })

  it('fails when its output cannot be evaluated', async () => {
    const playbook = aPlaybook([pure('a')], { output: "{% $error('no') %}" })
    expect(await drive(playbook, [])).toMatchInlineSnapshot(`
      [
        "1000 a succeeded",
        "= failed (expression.error: The output could not be evaluated: no)",
      ]
    `)
  })

  it('gives null when its output gives nothing', async () => {
    expect(await drive(aPlaybook([pure('a')], { output: '{% steps.a.output.missing %}' }), [])).toContain(
      '= succeeded null',
    )
  })

  it('says again how it ended and ignores what comes later', async () => {
    const run = createRun(aPlaybook([effect('a')]), contextOf())
    await run.advance([])
    await run.advance([ok('a~1', 2_000)])
    expect(linesOf(await run.advance([bad('a~1', 3_000), timer('x', 1)]))).toEqual(['= succeeded'])
  })

  it('ignores events of commands that are not out', async () => {
    const playbook = aPlaybook([effect('a', [], { retry: { attempts: 2 } })])
    const lines = await drive(playbook, [[ok('b~1', 2_000), timer('a~1', 2_000), ok('a~2', 2_000)]])
    expect(lines.slice(lines.indexOf('--'))).toEqual(['--'])
  })

  it('takes only the first of two results of the same command', async () => {
    const lines = await drive(aPlaybook([effect('a'), effect('b', 'a')]), [
      [ok('a~1', 2_000, 1), ok('a~1', 2_000, 2), bad('a~1', 1)],
    ])
    expect(lines.filter((line) => line.includes('a succeeded'))).toEqual(['2000 a succeeded'])
  })

  it('never goes back in time when the clocks of workers differ', async () => {
    const playbook = aPlaybook([effect('a'), effect('b', 'a'), pure('c', 'b', '{% $millis() %}')], {
      output: '{% steps.c.output %}',
    })
    expect(await drive(playbook, [[ok('a~1', 9_000)], [ok('b~1', 8_000)]])).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "> effect a~1 http.request 30000ms key run/a~1",
        "--",
        "9000 a succeeded",
        "9000 b running",
        "> effect b~1 http.request 30000ms key run/b~1",
        "--",
        "9000 b succeeded",
        "9000 c succeeded",
        "= succeeded 9000",
      ]
    `)
  })

  it('refuses overlapping calls', async () => {
    const run = createRun(aPlaybook([pure('a')]), contextOf())
    const first = run.advance([])
    await expect(run.advance([])).rejects.toThrow('before the last call had answered')
    await first
  })

  it('gives the same answers however the events are split over calls', async () => {
    const playbook = aPlaybook([effect('a'), effect('b'), effect('c', ['a', 'b'])])
    const events = [ok('a~1', 2_000, 1), ok('b~1', 3_000, 2), ok('c~1', 4_000, 3)]
    const split = (
      await drive(
        playbook,
        events.map((event) => [event]),
      )
    ).filter((line) => line !== '--')
    const joined = linesOf(await replay(playbook, contextOf(), events))
    expect(joined.filter((line) => !line.startsWith('>'))).toEqual(
      split.filter((line) => !line.startsWith('>')),
    )
    expect(joined.filter((line) => line.startsWith('>'))).toEqual(
      split.filter((line) => line.startsWith('>')),
    )
  })

  it('shows inputs and outputs of pure steps again on replay', async () => {
    const playbook = aPlaybook([effect('a'), pure('b', 'a', { n: '{% steps.a.output * 2 %}' })])
    const { steps } = await replay(playbook, contextOf(), [ok('a~1', 2_000, 21)])
    expect(steps.at(-1)).toEqual({
      path: 'b',
      key: 'b',
      action: 'data.transform',
      pure: true,
      state: 'succeeded',
      attempt: 1,
      input: { value: { n: 42 } },
      output: { n: 42 },
      at: 2_000,
    })
  })

  it('binds time and random numbers to the run, so that a replay gives the same', async () => {
    const value = {
      now: '{% $now() %}',
      a: '{% $random() %}',
      b: '{% $random() %}',
      s: '{% $shuffle([1..9]) %}',
    }
    const playbook = aPlaybook([pure('a', [], value), pure('b', [], value)], {
      output: ['{% steps.a.output %}', '{% steps.b.output %}'],
    })
    const first = (await replay(playbook, contextOf(), [])).end
    expect((await replay(playbook, contextOf(), [])).end).toEqual(first)
    const [a, b] = first?.output as { [key: string]: unknown }[]
    expect(a?.now).toBe('1970-01-01T00:00:01.000Z')
    expect(new Set([a?.a, a?.b, b?.a, b?.b]).size).toBe(4)
    const other = await replay(playbook, contextOf({ run: { id: 'other', startedAt: 1_000 } }), [])
    expect(other.end).not.toEqual(first)
  })

  it('lets expressions read trigger, inputs, vars, tenant, run and the state of steps', async () => {
    const playbook = aPlaybook([failing('a'), pure('b', [{ step: 'a', on: 'failure' }])], {
      output: {
        all: '{% [trigger.t, inputs.i, vars.v, tenant.n, run.id, run.startedAt] %}',
        a: '{% steps.a.state & " " & steps.a.error.code & " " & steps.a.error.message %}',
        b: '{% steps.b.state %}',
      },
    })
    const context = contextOf({ trigger: { t: 1 }, inputs: { i: 2 }, vars: { v: 3 }, tenant: { n: 4 } })
    expect((await replay(playbook, context, [])).end).toMatchInlineSnapshot(`
      {
        "output": {
          "a": "failed expression.error with.value: broken",
          "all": [
            1,
            2,
            3,
            4,
            "run",
            "1970-01-01T00:00:01.000Z",
          ],
          "b": "succeeded",
        },
        "state": "succeeded",
      }
    `)
  })
})

describe('the failure of a step', () => {
  it('fails the run when no edge goes on from it', async () => {
    expect(await drive(aPlaybook([failing('a'), pure('b', 'a')]), [])).toMatchInlineSnapshot(`
      [
        "1000 a failed (expression.error)",
        "1000 b skipped",
        "= failed (expression.error: Step a failed: with.value: broken)",
      ]
    `)
  })

  it.each(['failure', 'complete'])('goes on over an edge on %s and the run succeeds', async (on) => {
    const playbook = aPlaybook([failing('a'), pure('b', [{ step: 'a', on }]), pure('c', 'a')])
    const lines = await drive(playbook, [])
    expect(lines).toEqual(
      ['1000 a failed (expression.error)', '1000 b succeeded', '1000 c skipped', '= succeeded'].sort(
        byOrder(lines),
      ),
    )
  })

  it('fails the run when the condition of its failure edge does not hold', async () => {
    const playbook = aPlaybook([
      failing('a'),
      pure('b', [{ step: 'a', on: 'failure', when: "{% steps.a.error.code = 'x' %}" }]),
    ])
    expect(await drive(playbook, [])).toMatchInlineSnapshot(`
      [
        "1000 a failed (expression.error)",
        "1000 b skipped",
        "= failed (expression.error: Step a failed: with.value: broken)",
      ]
    `)
  })

  it('is handled by an edge into a step that another branch has already started', async () => {
    const playbook = aPlaybook([
      effect('a'),
      effect('b'),
      effect('any', ['a', { step: 'b', on: 'failure' }], { join: 'any' }),
    ])
    expect(
      await drive(playbook, [[ok('a~1', 2_000)], [bad('b~1', 3_000)], [ok('any~1', 4_000)]]),
    ).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "1000 b running",
        "> effect a~1 http.request 30000ms key run/a~1",
        "> effect b~1 http.request 30000ms key run/b~1",
        "--",
        "2000 a succeeded",
        "2000 any running",
        "> effect any~1 http.request 30000ms key run/any~1",
        "--",
        "3000 b failed (http.down)",
        "--",
        "4000 any succeeded",
        "= succeeded",
      ]
    `)
  })

  it('records effects in flight before the run ends as failed, and starts nothing new', async () => {
    const playbook = aPlaybook([
      effect('a'),
      effect('b'),
      effect('c', 'b'),
      effect('r', [], { retry: { attempts: 3 } }),
      { key: 'w', action: 'flow.wait', with: { for: '1h' } },
    ])
    expect(
      await drive(playbook, [
        [bad('r~1', 1_500, { retryable: true })],
        [bad('a~1', 2_000)],
        [ok('b~1', 3_000, 'late')],
      ]),
    ).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "1000 b running",
        "1000 r running",
        "1000 w waiting",
        "> effect a~1 http.request 30000ms key run/a~1",
        "> effect b~1 http.request 30000ms key run/b~1",
        "> effect r~1 http.request 30000ms key run/r~1",
        "> sleep w~1 wait until 3601000",
        "--",
        "1500 r retrying (http.down)",
        "> sleep r~1.pause retry until 2500",
        "--",
        "2000 a failed (http.down)",
        "--",
        "3000 b succeeded",
        "3000 c skipped",
        "3000 r failed (http.down)",
        "3000 w cancelled (run.failed)",
        "= failed (http.down: Step a failed: down)",
      ]
    `)
  })

  it('does not try a failing effect again once the run is failing', async () => {
    const playbook = aPlaybook([effect('a'), effect('b', [], { retry: { attempts: 3 } })])
    expect(
      await drive(playbook, [[bad('a~1', 2_000)], [bad('b~1', 3_000, { retryable: true })]]),
    ).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "1000 b running",
        "> effect a~1 http.request 30000ms key run/a~1",
        "> effect b~1 http.request 30000ms key run/b~1",
        "--",
        "2000 a failed (http.down)",
        "--",
        "3000 b failed (http.down)",
        "= failed (http.down: Step a failed: down)",
      ]
    `)
  })

  it('keeps the first of several failures as the reason of the run', async () => {
    const lines = await drive(aPlaybook([effect('a'), effect('b')]), [
      [bad('b~1', 2_000, { message: 'first' })],
      [bad('a~1', 3_000)],
    ])
    expect(lines.at(-1)).toBe('= failed (http.down: Step b failed: first)')
  })

  it('comes with place, expression and position when an expression is at fault', async () => {
    const { steps } = await replay(
      aPlaybook([pure('a', [], { x: [1, 'n: {% 1 + "a" %}'] })]),
      contextOf(),
      [],
    )
    expect(steps[0]?.error).toMatchInlineSnapshot(`
      {
        "code": "expression.error",
        "detail": {
          "expression": "1 + "a"",
          "place": "with.value.x.1",
          "position": 3,
        },
        "message": "with.value.x.1: The right side of the "+" operator must evaluate to a number",
        "retryable": false,
      }
    `)
  })
})

function byOrder(lines: string[]) {
  return (a: string, b: string) => lines.indexOf(a) - lines.indexOf(b)
}

describe('retry', () => {
  const exponential = { attempts: 6, backoff: 'exponential', from: '1s', to: '5s' }

  it('pauses longer each time up to the cap and keeps the idempotency key', async () => {
    const playbook = aPlaybook([effect('a', [], { retry: exponential })])
    const down = { retryable: true }
    expect(
      await drive(playbook, [
        [bad('a~1', 2_000, down)],
        [timer('a~1.pause', 3_000), bad('a~2', 4_000, down)],
        [timer('a~2.pause', 6_000), bad('a~3', 7_000, down)],
        [timer('a~3.pause', 11_000), bad('a~4', 12_000, down)],
        [timer('a~4.pause', 17_000), ok('a~5', 18_000)],
      ]),
    ).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "> effect a~1 http.request 30000ms key run/a~1",
        "--",
        "2000 a retrying (http.down)",
        "> sleep a~1.pause retry until 3000",
        "--",
        "3000 a running #2",
        "4000 a retrying #2 (http.down)",
        "> effect a~2 http.request 30000ms key run/a~1",
        "> sleep a~2.pause retry until 6000",
        "--",
        "6000 a running #3",
        "7000 a retrying #3 (http.down)",
        "> effect a~3 http.request 30000ms key run/a~1",
        "> sleep a~3.pause retry until 11000",
        "--",
        "11000 a running #4",
        "12000 a retrying #4 (http.down)",
        "> effect a~4 http.request 30000ms key run/a~1",
        "> sleep a~4.pause retry until 17000",
        "--",
        "17000 a running #5",
        "18000 a succeeded #5",
        "> effect a~5 http.request 30000ms key run/a~1",
        "= succeeded",
      ]
    `)
  })

  it('fails after the last attempt with the last error', async () => {
    const playbook = aPlaybook([effect('a', [], { retry: { attempts: 2, backoff: 'fixed', from: '2s' } })])
    const lines = await drive(playbook, [
      [bad('a~1', 2_000, { retryable: true, message: 'one' })],
      [timer('a~1.pause', 4_000)],
      [bad('a~2', 5_000, { retryable: true, message: 'two' })],
    ])
    expect(lines).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "> effect a~1 http.request 30000ms key run/a~1",
        "--",
        "2000 a retrying (http.down)",
        "> sleep a~1.pause retry until 4000",
        "--",
        "4000 a running #2",
        "> effect a~2 http.request 30000ms key run/a~1",
        "--",
        "5000 a failed #2 (http.down)",
        "= failed (http.down: Step a failed: two)",
      ]
    `)
  })

  it.each([{ retryable: false }, {}])(
    'does not try again when the error says that it is of no use: %j',
    async (error) => {
      const lines = await drive(aPlaybook([effect('a', [], { retry: exponential })]), [
        [bad('a~1', 2_000, error)],
      ])
      expect(lines).toContain('2000 a failed (http.down)')
    },
  )

  it('does not try again without a retry rule', async () => {
    const lines = await drive(aPlaybook([effect('a')]), [[bad('a~1', 2_000, { retryable: true })]])
    expect(lines.at(-1)).toContain('= failed')
  })

  it('waits as long as the other side asks, up to an hour', async () => {
    const playbook = aPlaybook([effect('a', [], { retry: exponential })])
    const asked = async (retryAfterMs: number) => {
      const lines = await drive(playbook, [[bad('a~1', 2_000, { retryable: true, retryAfterMs })]])
      return lines.at(-1)
    }
    expect(await asked(30_000)).toBe('> sleep a~1.pause retry until 32000')
    expect(await asked(10)).toBe('> sleep a~1.pause retry until 3000')
    expect(await asked(1e12)).toBe('> sleep a~1.pause retry until 3602000')
  })

  it('evaluates the input once and uses it for all attempts', async () => {
    const step = effect('a', [], { with: { url: 'http://x/{% $random() %}' }, retry: exponential })
    const run = createRun(aPlaybook([step]), contextOf())
    const [first] = (await run.advance([])).commands
    await run.advance([bad('a~1', 2_000, { retryable: true })])
    const [second] = (await run.advance([timer('a~1.pause', 3_000)])).commands
    if (first?.kind !== 'effect' || second?.kind !== 'effect') throw new Error('no effects')
    expect(second.input).toBe(first.input)
    expect(second.inputHash).toBe(first.inputHash)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
  })
})

describe('flow.wait', () => {
  const wait = (with_: { [key: string]: string }, after: string[] = []) => ({
    key: 'w',
    action: 'flow.wait',
    with: with_,
    after,
  })

  it('sleeps for a duration counted from the moment at which it begins', async () => {
    const playbook = aPlaybook([effect('a'), wait({ for: '5m' }, ['a']), pure('b', 'w')])
    expect(await drive(playbook, [[ok('a~1', 10_000)], [timer('w~1', 310_004)]])).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "> effect a~1 http.request 30000ms key run/a~1",
        "--",
        "10000 a succeeded",
        "10000 w waiting",
        "> sleep w~1 wait until 310000",
        "--",
        "310004 w succeeded",
        "310004 b succeeded",
        "= succeeded",
      ]
    `)
  })

  it('sleeps until an instant', async () => {
    const playbook = aPlaybook([wait({ until: '{% trigger.due %}' })])
    const context = contextOf({ trigger: { due: '1970-01-01T01:00:00+00:30' } })
    expect(await drive(playbook, [[timer('w~1', 1_800_000)]], context)).toMatchInlineSnapshot(`
      [
        "1000 w waiting",
        "> sleep w~1 wait until 1800000",
        "--",
        "1800000 w succeeded",
        "= succeeded",
      ]
    `)
  })

  it('goes on at once when the instant is over', async () => {
    expect(await drive(aPlaybook([wait({ until: '1970-01-01' })]), [])).toEqual([
      '1000 w succeeded',
      '= succeeded',
    ])
  })

  it.each([
    [{ until: '{% trigger.due %}' }, 'step.missing_value'],
    [{ until: '{% "tomorrow" %}' }, 'step.bad_input'],
    [{ for: '{% "5 minutes" %}' }, 'step.bad_input'],
  ])('fails when it cannot tell until when: %j', async (with_, code) => {
    expect(await drive(aPlaybook([wait(with_)]), [])).toContain(`1000 w failed (${code})`)
  })
})

describe('cancelling', () => {
  it('ends the run at once: what is in flight is cancelled, what has not begun is skipped', async () => {
    const playbook = aPlaybook([
      pure('done'),
      effect('flying'),
      effect('pausing', [], { retry: { attempts: 2 } }),
      { key: 'waiting', action: 'flow.wait', with: { for: '1h' } },
      effect('later', 'flying'),
    ])
    expect(
      await drive(playbook, [
        [bad('pausing~1', 2_000, { retryable: true })],
        [{ kind: 'cancel', at: 3_000 }],
        [ok('flying~1', 4_000)],
      ]),
    ).toMatchInlineSnapshot(`
      [
        "1000 done succeeded",
        "1000 flying running",
        "1000 pausing running",
        "1000 waiting waiting",
        "> effect flying~1 http.request 30000ms key run/flying~1",
        "> effect pausing~1 http.request 30000ms key run/pausing~1",
        "> sleep waiting~1 wait until 3601000",
        "--",
        "2000 pausing retrying (http.down)",
        "> sleep pausing~1.pause retry until 3000",
        "--",
        "3000 flying cancelled (run.cancelled)",
        "3000 pausing cancelled (run.cancelled)",
        "3000 waiting cancelled (run.cancelled)",
        "3000 later skipped",
        "= cancelled (run.cancelled: The run was cancelled)",
        "--",
        "= cancelled (run.cancelled: The run was cancelled)",
      ]
    `)
  })

  it('of a run that has ended changes nothing', async () => {
    expect(await drive(aPlaybook([pure('a')]), [[{ kind: 'cancel', at: 3_000 }]])).toEqual([
      '1000 a succeeded',
      '= succeeded',
      '--',
      '= succeeded',
    ])
  })

  it('of a failing run ends it as cancelled without waiting for effects in flight', async () => {
    const lines = await drive(aPlaybook([effect('a'), effect('b')]), [
      [bad('a~1', 2_000)],
      [{ kind: 'cancel', at: 3_000 }],
    ])
    expect(lines.at(-1)).toBe('= cancelled (run.cancelled: The run was cancelled)')
  })
})
