import { describe, expect, it } from 'vitest'
import { createRun, replay } from './interpreter.ts'
import type { Advance } from './run-types.ts'
import { aPlaybook, bad, cancel, contextOf, drive, effect, failing, ok, pure, timer } from './testing.ts'

type Doc = Parameters<typeof aPlaybook>[0][number]
const each = (steps: Doc[], with_: Doc = {}, more: Doc = {}): Doc => ({
  key: 'each',
  action: 'flow.forEach',
  with: { items: '{% trigger.items %}', ...with_ },
  steps,
  ...more,
})
const items = (...list: Doc['items'][]) => contextOf({ trigger: { items: list as never } })
const double = pure('double', [], '{% item * 2 %}')
const out = { output: '{% steps.each.output %}' }

describe('flow.forEach', () => {
  it('gives the list of results in the order of the items, and reports one change for all turns', async () => {
    expect(await drive(aPlaybook([each([double])], out), [], items(1, 2, 3))).toEqual([
      '1000 each running',
      '1000 each succeeded',
      '= succeeded [2,4,6]',
    ])
  })

  it.each([[[]], [undefined]])('of %j is an empty list', async (list) => {
    const context = contextOf({ trigger: list === undefined ? {} : { items: list } })
    const lines = await drive(aPlaybook([each([effect('x')])], out), [], context)
    expect(lines.at(-1)).toBe('= succeeded []')
  })

  it('of one thing that is no list takes it as the only item', async () => {
    const lines = await drive(aPlaybook([each([double])], out), [], contextOf({ trigger: { items: 4 } }))
    expect(lines.at(-1)).toBe('= succeeded [8]')
  })

  it('refuses more than 10,000 items', async () => {
    const context = contextOf({ trigger: { items: new Array(10_001).fill(1) } })
    expect((await drive(aPlaybook([each([double])]), [], context)).at(-1)).toContain('step.bad_input')
  })

  it('runs one turn after the other by default, with the index in every path', async () => {
    const body = [effect('look', [], { with: { url: 'http://stub/{% item %}/{% index %}' } })]
    const playbook = aPlaybook([each(body)])
    const lines = await drive(
      playbook,
      [[ok('each#0/look~1', 2_000)], [ok('each#1/look~1', 3_000)]],
      items('a', 'b'),
    )
    expect(lines).toMatchInlineSnapshot(`
      [
        "1000 each running",
        "1000 each#0/look running",
        "> effect each#0/look~1 http.request 30000ms key run/each#0/look~1",
        "--",
        "2000 each#0/look succeeded",
        "2000 each#1/look running",
        "> effect each#1/look~1 http.request 30000ms key run/each#1/look~1",
        "--",
        "3000 each#1/look succeeded",
        "3000 each succeeded",
        "= succeeded",
      ]
    `)
    const run = createRun(playbook, items('a', 'b'))
    const [first] = (await run.advance([])).commands
    expect(first).toMatchObject({ kind: 'effect', input: { url: 'http://stub/a/0' } })
  })

  it('keeps at most `concurrency` turns going and the results in order', async () => {
    const playbook = aPlaybook([each([effect('x')], { concurrency: 2 })], out)
    const events = [
      [ok('each#1/x~1', 2_000, 'b')],
      [ok('each#2/x~1', 3_000, 'c')],
      [ok('each#0/x~1', 4_000, 'a')],
    ]
    expect(await drive(playbook, events, items(1, 2, 3))).toMatchInlineSnapshot(`
      [
        "1000 each running",
        "1000 each#0/x running",
        "1000 each#1/x running",
        "> effect each#0/x~1 http.request 30000ms key run/each#0/x~1",
        "> effect each#1/x~1 http.request 30000ms key run/each#1/x~1",
        "--",
        "2000 each#1/x succeeded",
        "2000 each#2/x running",
        "> effect each#2/x~1 http.request 30000ms key run/each#2/x~1",
        "--",
        "3000 each#2/x succeeded",
        "--",
        "4000 each#0/x succeeded",
        "4000 each succeeded",
        "= succeeded ["a","b","c"]",
      ]
    `)
  })

  it('takes items in batches', async () => {
    const playbook = aPlaybook(
      [each([pure('sum', [], { n: '{% $count(item) %}', at: '{% index %}' })], { batch: 2 })],
      out,
    )
    const lines = await drive(playbook, [], items(1, 2, 3, 4, 5))
    expect(lines.at(-1)).toBe('= succeeded [{"n":2,"at":0},{"n":2,"at":1},{"n":1,"at":2}]')
  })

  it('gives per turn what `output` says, or the outputs of its last steps by key', async () => {
    const two = [pure('a', [], '{% item %}'), pure('b', [], 'b')]
    const lines = await drive(aPlaybook([each(two)], out), [], items(1))
    expect(lines.at(-1)).toBe('= succeeded [{"a":1,"b":"b"}]')
    const named = aPlaybook([each(two, {}, { output: '{% steps.a.output + index %}' })], out)
    expect((await drive(named, [], items(1, 1))).at(-1)).toBe('= succeeded [1,2]')
  })

  it('lets steps see what is before the block, and nothing of other turns', async () => {
    const body = [pure('a', [], '{% item %}'), pure('b', 'a', '{% [steps.first.output, steps.a.output] %}')]
    const playbook = aPlaybook([pure('first', [], 'f'), each(body, {}, { after: 'first' })], out)
    expect((await drive(playbook, [], items(1, 2))).at(-1)).toBe('= succeeded [["f",1],["f",2]]')
  })

  it('hides its steps from outside', async () => {
    const playbook = aPlaybook([each([double]), pure('after', 'each', '{% $keys(steps) %}')], {
      output: '{% steps.after.output %}',
    })
    expect((await drive(playbook, [], items(1))).at(-1)).toBe('= succeeded "each"')
  })

  it('nests: inner items hide outer ones', async () => {
    const inner: Doc = {
      key: 'inner',
      action: 'flow.forEach',
      with: { items: '{% item.list %}' },
      after: 'name',
      steps: [pure('pair', [], '{% steps.name.output & item & index %}')],
    }
    const playbook = aPlaybook([each([pure('name', [], '{% item.name %}'), inner])], out)
    const lines = await drive(playbook, [], items({ name: 'x', list: ['a', 'b'] }, { name: 'y', list: [] }))
    expect(lines.at(-1)).toBe('= succeeded [["xa0","xb1"],[]]')
  })

  it('stops at the first failed turn: what waits is given up, what is in flight is recorded', async () => {
    const body = [effect('x'), { key: 'w', action: 'flow.wait', with: { for: '1h' } }]
    const playbook = aPlaybook([each(body, { concurrency: 2 })])
    const events = [[bad('each#0/x~1', 2_000)], [ok('each#1/x~1', 3_000)]]
    expect(await drive(playbook, events, items(1, 2, 3))).toMatchInlineSnapshot(`
      [
        "1000 each running",
        "1000 each#0/x running",
        "1000 each#0/w waiting",
        "1000 each#1/x running",
        "1000 each#1/w waiting",
        "> effect each#0/x~1 http.request 30000ms key run/each#0/x~1",
        "> sleep each#0/w~1 wait until 3601000",
        "> effect each#1/x~1 http.request 30000ms key run/each#1/x~1",
        "> sleep each#1/w~1 wait until 3601000",
        "--",
        "2000 each#0/x failed (http.down)",
        "2000 each#0/w cancelled (block.failed)",
        "--",
        "3000 each#1/x succeeded",
        "3000 each#1/w cancelled (block.failed)",
        "3000 each failed (http.down)",
        "= failed (http.down: Step each#0/x failed: down)",
      ]
    `)
  })

  it('collects errors beside results when configured to', async () => {
    const body = [pure('odd', [], "{% item % 2 = 0 ? $error('even') : item %}")]
    const playbook = aPlaybook([each(body, { errors: 'collect' })], out)
    const { end, steps } = await createRun(playbook, items(1, 2, 3)).advance([])
    expect(end?.output).toEqual([
      { ok: true, output: 1 },
      {
        ok: false,
        error: {
          step: 'odd',
          path: 'each#1/odd',
          code: 'expression.error',
          message: 'with.value: even',
          detail: expect.anything(),
        },
      },
      { ok: true, output: 3 },
    ])
    expect(steps.at(-1)?.turns).toEqual({ total: 3, done: 3, failed: 1, failedAt: [1] })
  })

  it('fails the run with the path of the step that failed first', async () => {
    const { end, steps } = await createRun(aPlaybook([each([failing('bad')])]), items(1, 2)).advance([])
    expect(end).toMatchObject({
      state: 'failed',
      error: {
        message: 'Step each#0/bad failed: with.value: broken',
        detail: { step: 'each#0/bad' },
      },
    })
    expect(steps.at(-1)).toMatchObject({
      path: 'each',
      state: 'failed',
      turns: { total: 2, done: 1, failedAt: [0] },
    })
  })

  it('is handled by an edge on failure like any step', async () => {
    const playbook = aPlaybook([each([failing('bad')]), pure('mend', [{ step: 'each', on: 'failure' }])])
    expect((await drive(playbook, [], items(1))).at(-1)).toBe('= succeeded')
  })

  it('retries inside turns and waits in them', async () => {
    const body = [
      effect('x', [], { retry: { attempts: 2 } }),
      { key: 'w', action: 'flow.wait', with: { for: '1m' }, after: 'x' },
    ]
    const events = [
      [bad('each#0/x~1', 2_000, { retryable: true })],
      [timer('each#0/x~1.pause', 3_000)],
      [ok('each#0/x~2', 4_000)],
      [timer('each#0/w~1', 64_000)],
    ]
    expect(await drive(aPlaybook([each(body)]), events, items(1))).toMatchInlineSnapshot(`
      [
        "1000 each running",
        "1000 each#0/x running",
        "> effect each#0/x~1 http.request 30000ms key run/each#0/x~1",
        "--",
        "2000 each#0/x retrying (http.down)",
        "> sleep each#0/x~1.pause retry until 3000",
        "--",
        "3000 each#0/x running #2",
        "> effect each#0/x~2 http.request 30000ms key run/each#0/x~1",
        "--",
        "4000 each#0/x succeeded #2",
        "4000 each#0/w waiting",
        "> sleep each#0/w~1 wait until 64000",
        "--",
        "64000 each#0/w succeeded",
        "64000 each succeeded",
        "= succeeded",
      ]
    `)
  })

  it('gives the values of a pure step inside a turn to a replay that watches its path', async () => {
    const playbook = aPlaybook([each([double])])
    const watch = (path: string) => path === 'each#1/double'
    const { steps } = await replay(playbook, { ...items(1, 2, 3), watch }, [])
    expect(steps.map(({ path, output }) => [path, output])).toEqual([
      ['each', undefined],
      ['each#1/double', 4],
      ['each', [2, 4, 6]],
    ])
  })

  it('is cancelled with its turns', async () => {
    const body = [effect('x'), effect('y', 'x')]
    const events = [[cancel(2_000)], [ok('each#0/x~1', 3_000)]]
    expect(await drive(aPlaybook([each(body)]), events, items(1, 2))).toMatchInlineSnapshot(`
      [
        "1000 each running",
        "1000 each#0/x running",
        "> effect each#0/x~1 http.request 30000ms key run/each#0/x~1",
        "--",
        "--",
        "3000 each#0/x succeeded",
        "3000 each cancelled (run.cancelled)",
        "= cancelled (run.cancelled: The run was canceled)",
      ]
    `)
  })

  it('stays linear: 10,000 items of five pure steps report two changes', async () => {
    const body = [
      pure('a', [], '{% item + 1 %}'),
      pure('b', 'a', '{% steps.a.output * 2 %}'),
      pure('c', 'b', { x: '{% steps.b.output %}' }),
      pure('d', 'c', 'n {% steps.c.output.x %}'),
      pure('e', 'd', '{% steps.d.output %}'),
    ]
    const playbook = aPlaybook([each(body)], out)
    const work = async (count: number) => {
      const begun = process.cpuUsage()
      const context = contextOf({ trigger: { items: Array.from({ length: count }, (_, index) => index) } })
      const advance: Advance = await createRun(playbook, context).advance([])
      expect(advance.steps).toHaveLength(2)
      expect(advance.end?.output).toHaveLength(count)
      const { user, system } = process.cpuUsage(begun)
      return (user + system) / 1_000
    }
    await work(1_000)
    const [few, many] = [await work(1_000), await work(10_000)]
    // Ten times the work; a square would be a hundred times.
    expect(many).toBeLessThan(Math.max(few, 20) * 40)
  })
})

describe('flow.repeat', () => {
  const repeat = (steps: Doc[], with_: Doc, more: Doc = {}): Doc => ({
    key: 'again',
    action: 'flow.repeat',
    with: { atMost: 5, ...with_ },
    steps,
    ...more,
  })
  const result = { output: '{% steps.again.output %}' }
  const count = pure('n', [], '{% index * 10 %}')

  it('runs until its condition holds over the outputs of the turn', async () => {
    const playbook = aPlaybook([repeat([count], { until: '{% steps.n.output >= 20 %}' })], result)
    expect(await drive(playbook, [])).toEqual([
      '1000 again running',
      '1000 again succeeded',
      '= succeeded {"turns":3,"done":true,"output":20}',
    ])
  })

  it('fails when the condition held in no turn, unless it may continue', async () => {
    const never = { until: '{% false %}', atMost: 3 }
    expect((await drive(aPlaybook([repeat([count], never)]), [])).at(-1)).toBe(
      '= failed (repeat.exhausted: Step again failed: "until" was still false after 3 iterations)',
    )
    const going = aPlaybook([repeat([count], { ...never, otherwise: 'continue' })], result)
    expect((await drive(going, [])).at(-1)).toBe('= succeeded {"turns":3,"done":false,"output":20}')
  })

  it('without a condition runs as often as it says', async () => {
    const playbook = aPlaybook([repeat([count], { atMost: 4 })], result)
    expect((await drive(playbook, [])).at(-1)).toBe('= succeeded {"turns":4,"done":true,"output":30}')
  })

  it('pauses between turns, with paths that count them', async () => {
    const playbook = aPlaybook([
      repeat([effect('check')], { pause: '1m', until: '{% steps.check.output %}' }),
    ])
    const events = [
      [ok('again#0/check~1', 2_000, false)],
      [timer('again#0.pause', 62_000)],
      [ok('again#1/check~1', 63_000, true)],
    ]
    expect(await drive(playbook, events)).toMatchInlineSnapshot(`
      [
        "1000 again running",
        "1000 again#0/check running",
        "> effect again#0/check~1 http.request 30000ms key run/again#0/check~1",
        "--",
        "2000 again#0/check succeeded",
        "> sleep again#0.pause wait until 62000",
        "--",
        "62000 again#1/check running",
        "> effect again#1/check~1 http.request 30000ms key run/again#1/check~1",
        "--",
        "63000 again#1/check succeeded",
        "63000 again succeeded",
        "= succeeded",
      ]
    `)
  })

  it('fails with a failed turn, and with a condition that cannot be evaluated', async () => {
    const failed = await createRun(aPlaybook([repeat([failing('x')], {})]), contextOf()).advance([])
    expect(failed.end?.error?.message).toBe('Step again#0/x failed: with.value: broken')
    expect(failed.steps.at(-1)?.turns).toEqual({ total: 5, done: 1, failed: 1, failedAt: [0] })
    const broken = aPlaybook([repeat([count], { until: "{% $error('x') %}" })])
    expect((await drive(broken, [])).at(-1)).toContain('Couldn’t evaluate "until": x')
  })

  it('is cancelled in its pause immediately', async () => {
    const playbook = aPlaybook([repeat([count], { pause: '1m' })])
    expect(await drive(playbook, [[cancel(2_000)]])).toEqual([
      '1000 again running',
      '> sleep again#0.pause wait until 61000',
      '--',
      '2000 again cancelled (run.cancelled)',
      '= cancelled (run.cancelled: The run was canceled)',
    ])
  })
})
