import { describe, expect, it } from 'vitest'
import { createRun } from './interpreter.ts'
import {
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
  timer,
} from './testing.ts'

type Doc = Parameters<typeof aPlaybook>[0][number]

describe('flow.try', () => {
  const tried = (parts: Doc, more: Doc = {}): Doc => ({ key: 'safe', action: 'flow.try', ...parts, ...more })
  const out = { output: '{% steps.safe.output %}' }

  it('gives the output of its steps when nothing fails, and runs what is to be tidied up', async () => {
    const playbook = aPlaybook(
      [tried({ steps: [pure('a')], catch: [pure('fix')], finally: [pure('tidy')] })],
      out,
    )
    expect(await drive(playbook, [])).toEqual([
      '1000 safe running',
      '1000 safe/a succeeded',
      '1000 safe/tidy succeeded',
      '1000 safe succeeded',
      '= succeeded "a"',
    ])
  })

  it('gives the output of catch when a step fails, which sees the error', async () => {
    const playbook = aPlaybook(
      [tried({ steps: [failing('a'), pure('b', 'a')], catch: [pure('fix', [], '{% error %}')] })],
      out,
    )
    const { end, steps } = await createRun(playbook, contextOf()).advance([])
    expect(end).toMatchObject({
      state: 'succeeded',
      output: { step: 'a', path: 'safe/a', code: 'expression.error', message: 'with.value: broken' },
    })
    expect(steps.map(({ path, state }) => `${path} ${state}`)).toEqual([
      'safe running',
      'safe/a failed',
      'safe/b skipped',
      'safe/fix succeeded',
      'safe succeeded',
    ])
  })

  it('reports the deepest step that failed, through blocks inside', async () => {
    const inner = { key: 'each', action: 'flow.forEach', with: { items: [1] }, steps: [failing('bad')] }
    const playbook = aPlaybook([tried({ steps: [inner], catch: [pure('fix', [], '{% error.path %}')] })], out)
    expect((await drive(playbook, [])).at(-1)).toBe('= succeeded "each#0/bad"'.replace('each', 'safe/each'))
  })

  it('without catch fails with the error of its steps, after finally', async () => {
    const playbook = aPlaybook([tried({ steps: [failing('a')], finally: [pure('tidy')] })])
    expect(await drive(playbook, [])).toEqual([
      '1000 safe running',
      '1000 safe/a failed (expression.error)',
      '1000 safe/tidy succeeded',
      '1000 safe failed (expression.error)',
      '= failed (expression.error: Step safe/a failed: with.value: broken)',
    ])
  })

  it.each([
    ['catch', { steps: [failing('a')], catch: [failing('b')] }],
    ['finally', { steps: [pure('a')], finally: [failing('b')] }],
    [
      'finally after a handled failure',
      { steps: [failing('a')], catch: [pure('c')], finally: [failing('b')] },
    ],
  ])('fails with a failure in %s', async (_, parts) => {
    const lines = await drive(aPlaybook([tried(parts)]), [])
    expect(lines.at(-1)).toBe('= failed (expression.error: Step safe/b failed: with.value: broken)')
  })

  it('records effects in flight before it handles a failure', async () => {
    const playbook = aPlaybook([tried({ steps: [effect('a'), effect('b'), ask('q')], catch: [pure('fix')] })])
    const events = [[put('safe/q~1', 1_500)], [bad('safe/a~1', 2_000)], [ok('safe/b~1', 3_000)]]
    expect(await drive(playbook, events)).toMatchInlineSnapshot(`
      [
        "1000 safe running",
        "1000 safe/a running",
        "1000 safe/b running",
        "1000 safe/q running",
        "> effect safe/a~1 http.request 30000ms key run/safe/a~1",
        "> effect safe/b~1 http.request 30000ms key run/safe/b~1",
        "> listen safe/q~1 human.approve 60000ms key run/safe/q~1",
        "--",
        "1500 safe/q waiting",
        "--",
        "2000 safe/a failed (http.down)",
        "> close safe/q~1 block.failed",
        "--",
        "3000 safe/b succeeded",
        "3000 safe/q cancelled (block.failed)",
        "3000 safe/fix succeeded",
        "3000 safe succeeded",
        "= succeeded",
      ]
    `)
  })

  it('runs finally when the run is cancelled, and then ends as cancelled', async () => {
    const playbook = aPlaybook([
      tried({ steps: [effect('a')], catch: [pure('fix')], finally: [effect('tidy')] }),
      pure('later', 'safe'),
    ])
    const events = [[cancel(2_000)], [ok('safe/a~1', 3_000)], [ok('safe/tidy~1', 4_000)]]
    expect(await drive(playbook, events)).toMatchInlineSnapshot(`
      [
        "1000 safe running",
        "1000 safe/a running",
        "> effect safe/a~1 http.request 30000ms key run/safe/a~1",
        "--",
        "--",
        "3000 safe/a succeeded",
        "3000 safe/tidy running",
        "> effect safe/tidy~1 http.request 30000ms key run/safe/tidy~1",
        "--",
        "4000 safe/tidy succeeded",
        "4000 safe cancelled (run.cancelled)",
        "4000 later skipped",
        "= cancelled (run.cancelled: The run was canceled)",
      ]
    `)
  })

  it('ends immediately when someone cancels again while finally runs', async () => {
    const playbook = aPlaybook([tried({ steps: [ask('q')], finally: [effect('tidy')] })])
    const events = [[put('safe/q~1', 1_500)], [cancel(2_000)], [cancel(2_500)], [ok('safe/tidy~1', 3_000)]]
    expect(await drive(playbook, events)).toMatchInlineSnapshot(`
      [
        "1000 safe running",
        "1000 safe/q running",
        "> listen safe/q~1 human.approve 60000ms key run/safe/q~1",
        "--",
        "1500 safe/q waiting",
        "--",
        "2000 safe/q cancelled (run.cancelled)",
        "2000 safe/tidy running",
        "> close safe/q~1 run.cancelled",
        "> effect safe/tidy~1 http.request 30000ms key run/safe/tidy~1",
        "--",
        "2500 safe/tidy cancelled (run.cancelled)",
        "2500 safe cancelled (run.cancelled)",
        "= cancelled (run.cancelled: The run was canceled)",
        "--",
        "= cancelled (run.cancelled: The run was canceled)",
      ]
    `)
  })

  it('runs finally when a step beside it fails', async () => {
    const playbook = aPlaybook([tried({ steps: [ask('q')], finally: [pure('tidy')] }), effect('other')])
    const lines = await drive(playbook, [[put('safe/q~1', 1_500)], [bad('other~1', 2_000)]])
    expect(lines.slice(lines.lastIndexOf('--'))).toMatchInlineSnapshot(`
      [
        "--",
        "2000 other failed (http.down)",
        "2000 safe/q cancelled (run.failed)",
        "2000 safe/tidy succeeded",
        "2000 safe cancelled (run.failed)",
        "> close safe/q~1 run.failed",
        "= failed (http.down: Step other failed: down)",
      ]
    `)
  })
})

describe('flow.parallel', () => {
  const race = (need: Doc['need'], branches: Doc, more: Doc = {}): Doc => ({
    key: 'both',
    action: 'flow.parallel',
    with: { need: need ?? 'all' },
    branches: Object.entries(branches).map(([key, steps]) => ({ key, steps: steps as never })),
    ...more,
  })
  const out = { output: '{% steps.both.output %}' }

  it('gives the result of each branch by its key', async () => {
    const playbook = aPlaybook([race('all', { left: [effect('a')], right: [pure('b')] })], out)
    expect(await drive(playbook, [[ok('both/left/a~1', 2_000, 1)]])).toEqual([
      '1000 both running',
      '1000 both/left/a running',
      '1000 both/right/b succeeded',
      '> effect both/left/a~1 http.request 30000ms key run/both/left/a~1',
      '--',
      '2000 both/left/a succeeded',
      '2000 both succeeded',
      '= succeeded {"left":1,"right":"b"}',
    ])
  })

  it('continues with the first branch and gives up the others: questions close, effects still end', async () => {
    const playbook = aPlaybook([
      race('any', {
        fast: [effect('a')],
        slow: [effect('b'), effect('b2', 'b')],
        asks: [ask('q', [], { timeout: '1h' })],
        waits: [{ key: 'w', action: 'flow.wait', with: { for: '1h' } }],
      }),
      pure('next', 'both', '{% steps.both.output %}'),
    ])
    const events = [
      [put('both/asks/q~1', 1_500)],
      [ok('both/fast/a~1', 2_000, 'won')],
      [ok('both/slow/b~1', 3_000, 'late')],
    ]
    expect(await drive(playbook, events)).toMatchInlineSnapshot(`
      [
        "1000 both running",
        "1000 both/fast/a running",
        "1000 both/slow/b running",
        "1000 both/asks/q running",
        "1000 both/waits/w waiting",
        "> effect both/fast/a~1 http.request 30000ms key run/both/fast/a~1",
        "> effect both/slow/b~1 http.request 30000ms key run/both/slow/b~1",
        "> listen both/asks/q~1 human.approve 60000ms key run/both/asks/q~1",
        "> sleep both/waits/w~1 wait until 3601000",
        "--",
        "1500 both/asks/q waiting",
        "> sleep both/asks/q~1.timeout wait until 3601500",
        "--",
        "2000 both/fast/a succeeded",
        "2000 both succeeded",
        "2000 both/asks/q cancelled (block.decided)",
        "2000 both/waits/w cancelled (block.decided)",
        "2000 next succeeded",
        "> close both/asks/q~1 block.decided",
        "--",
        "3000 both/slow/b succeeded",
        "3000 both/slow/b2 skipped",
        "= succeeded",
      ]
    `)
  })

  it('runs what is to be tidied up in a branch that lost', async () => {
    const tried = { key: 'safe', action: 'flow.try', steps: [ask('q')], finally: [effect('tidy')] }
    const playbook = aPlaybook([race('any', { slow: [tried], fast: [pure('a')] })])
    const lines = await drive(playbook, [[ok('both/slow/safe/tidy~1', 2_000)]])
    expect(lines).toMatchInlineSnapshot(`
      [
        "1000 both running",
        "1000 both/slow/safe running",
        "1000 both/fast/a succeeded",
        "1000 both succeeded",
        "1000 both/slow/safe/q skipped",
        "1000 both/slow/safe/tidy running",
        "> effect both/slow/safe/tidy~1 http.request 30000ms key run/both/slow/safe/tidy~1",
        "--",
        "2000 both/slow/safe/tidy succeeded",
        "2000 both/slow/safe cancelled (block.decided)",
        "= succeeded",
      ]
    `)
  })

  it('continues when so many as are needed succeeded, whatever became of the others', async () => {
    const playbook = aPlaybook([race(2, { a: [failing('x')], b: [pure('y')], c: [pure('z')] })], out)
    expect((await drive(playbook, [])).at(-1)).toBe('= succeeded {"b":"y","c":"z"}')
  })

  it('fails as soon as not enough can succeed, with the first failure', async () => {
    const playbook = aPlaybook([race(2, { a: [failing('x')], b: [effect('y')], c: [failing('z')] })])
    const lines = await drive(playbook, [[ok('both/b/y~1', 2_000)]])
    expect(lines).toMatchInlineSnapshot(`
      [
        "1000 both running",
        "1000 both/a/x failed (expression.error)",
        "1000 both/b/y running",
        "1000 both/c/z failed (expression.error)",
        "> effect both/b/y~1 http.request 30000ms key run/both/b/y~1",
        "--",
        "2000 both/b/y succeeded",
        "2000 both failed (expression.error)",
        "= failed (expression.error: Step both/a/x failed: with.value: broken)",
      ]
    `)
  })

  it('takes the output that a branch names, and refuses to need more than there is', async () => {
    const branches = [
      { key: 'left', steps: [pure('a', [], 1), pure('b', 'a', 2)], output: '{% steps.a.output %}' },
      { key: 'right', steps: [pure('c')] },
    ]
    const playbook = aPlaybook([{ key: 'both', action: 'flow.parallel', branches }], out)
    expect((await drive(playbook, [])).at(-1)).toBe('= succeeded {"left":1,"right":"c"}')
    const greedy = aPlaybook([race('{% 3 %}', { a: [pure('x')], b: [pure('y')] })])
    expect((await drive(greedy, [])).at(-1)).toContain('3 branches must succeed, but there are only 2')
  })

  it('keeps branches apart', async () => {
    const branches = { left: [pure('a')], right: [effect('w'), pure('b', 'w', '{% $keys(steps) %}')] }
    const playbook = aPlaybook([pure('first'), race('all', branches, { after: 'first' })], out)
    const lines = await drive(playbook, [[ok('both/right/w~1', 2_000)]])
    expect(lines.at(-1)).toBe('= succeeded {"left":"a","right":["first","w"]}')
  })
})

describe('timers of steps that are given up', () => {
  it('change nothing any more', async () => {
    const waits = [{ key: 'w', action: 'flow.wait', with: { for: '1m' } }]
    const playbook = aPlaybook([
      {
        key: 'both',
        action: 'flow.parallel',
        with: { need: 'any' },
        branches: [
          { key: 'a', steps: waits },
          { key: 'b', steps: [effect('x')] },
        ],
      },
      effect('next', 'both'),
    ])
    const events = [[ok('both/b/x~1', 2_000)], [timer('both/a/w~1', 61_000)], [ok('next~1', 62_000)]]
    const lines = await drive(playbook, events)
    expect(lines.filter((line) => line.includes('both/a/w'))).toEqual([
      '1000 both/a/w waiting',
      '> sleep both/a/w~1 wait until 61000',
      '2000 both/a/w cancelled (block.decided)',
    ])
    expect(lines.at(-1)).toBe('= succeeded')
  })
})
