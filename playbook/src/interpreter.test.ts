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

  it('ends immediately when it has no steps', async () => {
    expect(await drive(aPlaybook([], { output: 'done' }), [])).toEqual(['= succeeded "done"'])
    expect(await drive(aPlaybook([]), [])).toEqual(['= succeeded'])
  })

  it('gives an effect as a command and continues with its result', async () => {
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
          "inputHash": "b6f3bf5c425a35ebc2d893283671199f",
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
        "= failed (expression.error: Couldn’t evaluate the output: no)",
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
    await expect(run.advance([])).rejects.toThrow('before the previous call returned')
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

  it('lets expressions read trigger, inputs, tenant, run and the state of steps', async () => {
    const playbook = aPlaybook([failing('a'), pure('b', [{ step: 'a', on: 'failure' }])], {
      output: {
        all: '{% [trigger.t, inputs.i, tenant.n, run.id, run.startedAt] %}',
        a: '{% steps.a.state & " " & steps.a.error.code & " " & steps.a.error.message %}',
        b: '{% steps.b.state %}',
      },
    })
    const context = contextOf({ trigger: { t: 1 }, inputs: { i: 2 }, tenant: { n: 4 } })
    expect((await replay(playbook, context, [])).end).toMatchInlineSnapshot(`
      {
        "output": {
          "a": "failed expression.error with.value: broken",
          "all": [
            1,
            2,
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
