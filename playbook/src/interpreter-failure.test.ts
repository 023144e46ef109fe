import { describe, expect, it } from 'vitest'
import { createRun, replay } from './interpreter.ts'
import { aPlaybook, bad, contextOf, drive, effect, failing, ok, pure, timer } from './testing.ts'

describe('the failure of a step', () => {
  it('fails the run when no edge continues from it', async () => {
    expect(await drive(aPlaybook([failing('a'), pure('b', 'a')]), [])).toMatchInlineSnapshot(`
      [
        "1000 a failed (expression.error)",
        "1000 b skipped",
        "= failed (expression.error: Step a failed: with.value: broken)",
      ]
    `)
  })

  it.each(['failure', 'complete'])('continues over an edge on %s and the run succeeds', async (on) => {
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
      aPlaybook([pure('a', [], { x: [1, 'n: {% 1 + $string(2) %}'] })]),
      contextOf(),
      [],
    )
    expect(steps[0]?.error).toMatchInlineSnapshot(`
      {
        "code": "expression.error",
        "detail": {
          "expression": "1 + $string(2)",
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
