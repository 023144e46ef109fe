import { describe, expect, it } from 'vitest'
import { judge } from './join.ts'
import { aPlaybook, bad, drive, effect, failing, ok, pure } from './testing.ts'

const outcomes = ['ok', 'bad', 'skip'] as const
type Outcome = (typeof outcomes)[number]

/** A step that ends in the given way; a failure is handled, so that only the join decides. */
function source(key: string, outcome: Outcome) {
  if (outcome === 'ok') return [pure(key)]
  if (outcome === 'bad') return [failing(key), pure(`${key}Handled`, [{ step: key, on: 'failure' }])]
  return [pure(`${key}Before`), pure(key, [{ step: `${key}Before`, when: '{% false %}' }])]
}

async function stateOfJoin(join: string, on: string, left: Outcome, right: Outcome): Promise<string> {
  const after = [
    { step: 'l', on },
    { step: 'r', on },
  ]
  const playbook = aPlaybook([
    ...source('l', left),
    ...source('r', right),
    pure('j', after, 'joined', { join }),
  ])
  const lines = await drive(playbook, [])
  expect(lines.at(-1)).toBe('= succeeded')
  const found = lines.filter((line) => line.startsWith('1000 j '))
  expect(found).toHaveLength(1)
  return found[0] === '1000 j succeeded' ? 'runs' : 'skipped'
}

describe('a join of two steps', () => {
  it.each(['all', 'any', 'every'])(
    '"%s" decides by the results of both for each kind of edge',
    async (join) => {
      const table: string[] = []
      for (const on of ['success', 'failure', 'complete']) {
        for (const left of outcomes) {
          for (const right of outcomes)
            table.push(`${on}: ${left} + ${right} → ${await stateOfJoin(join, on, left, right)}`)
        }
      }
      expect(table).toEqual(expectedTable(join))
    },
  )

  // Written as the rules of the design say it, not as the code does it.
  function expectedTable(join: string): string[] {
    const holds = (on: string, outcome: Outcome) =>
      on === 'complete' ? outcome !== 'skip' : outcome === (on === 'success' ? 'ok' : 'bad')
    return ['success', 'failure', 'complete'].flatMap((on) =>
      outcomes.flatMap((left) =>
        outcomes.map((right) => {
          const held = [left, right].filter((outcome) => holds(on, outcome)).length
          const runs = join === 'every' ? held === 2 : held > 0
          return `${on}: ${left} + ${right} → ${runs ? 'runs' : 'skipped'}`
        }),
      ),
    )
  }

  it('"all" waits for the slower branch and runs once', async () => {
    const playbook = aPlaybook([effect('a'), effect('b'), pure('j', ['a', 'b'])])
    expect(await drive(playbook, [[ok('b~1', 2_000)], [ok('a~1', 3_000)]])).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "1000 b running",
        "> effect a~1 http.request 30000ms key run/a~1",
        "> effect b~1 http.request 30000ms key run/b~1",
        "--",
        "2000 b succeeded",
        "--",
        "3000 a succeeded",
        "3000 j succeeded",
        "= succeeded",
      ]
    `)
  })

  it('"any" runs at the first edge that holds and never again', async () => {
    const playbook = aPlaybook([effect('a'), effect('b'), effect('j', ['a', 'b'], { join: 'any' })])
    expect(
      await drive(playbook, [[ok('b~1', 2_000)], [ok('a~1', 3_000)], [ok('j~1', 4_000)]]),
    ).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "1000 b running",
        "> effect a~1 http.request 30000ms key run/a~1",
        "> effect b~1 http.request 30000ms key run/b~1",
        "--",
        "2000 b succeeded",
        "2000 j running",
        "> effect j~1 http.request 30000ms key run/j~1",
        "--",
        "3000 a succeeded",
        "--",
        "4000 j succeeded",
        "= succeeded",
      ]
    `)
  })

  it('"any" waits on when the first edge does not hold, and is skipped when none does', async () => {
    const handled = pure('h', [
      { step: 'a', on: 'failure' },
      { step: 'b', on: 'failure' },
    ])
    const playbook = aPlaybook([effect('a'), effect('b'), pure('j', ['a', 'b'], 1, { join: 'any' }), handled])
    expect(
      (await drive(playbook, [[bad('a~1', 2_000)], [ok('b~1', 3_000)]])).slice(-3),
    ).toMatchInlineSnapshot(`
      [
        "3000 j succeeded",
        "3000 h succeeded",
        "= succeeded",
      ]
    `)
    expect(
      (await drive(playbook, [[bad('a~1', 2_000)], [bad('b~1', 3_000)]])).slice(-3),
    ).toMatchInlineSnapshot(`
      [
        "3000 j skipped",
        "3000 h succeeded",
        "= succeeded",
      ]
    `)
  })

  it('"every" is skipped when one branch did not run', async () => {
    const playbook = aPlaybook([
      effect('a'),
      pure('b', [{ step: 'a', when: '{% steps.a.output.go %}' }]),
      pure('j', ['a', 'b'], 1, { join: 'every' }),
    ])
    expect(await drive(playbook, [[ok('a~1', 2_000, { go: false })]])).toContain('2000 j skipped')
    expect(await drive(playbook, [[ok('a~1', 2_000, { go: true })]])).toContain('2000 j succeeded')
  })

  it('of branches of a switch runs once, behind the branch that was taken', async () => {
    const playbook = aPlaybook([
      {
        key: 's',
        action: 'flow.switch',
        with: {
          cases: [
            { name: 'x', when: '{% trigger.x %}' },
            { name: 'y', when: true },
          ],
        },
      },
      pure('onX', [{ step: 's', case: 'x' }]),
      pure('onY', [{ step: 's', case: ['y', 'else'] }]),
      pure('j', ['onX', 'onY']),
    ])
    expect(await drive(playbook, [])).toMatchInlineSnapshot(`
      [
        "1000 s succeeded",
        "1000 onX skipped",
        "1000 onY succeeded",
        "1000 j succeeded",
        "= succeeded",
      ]
    `)
  })

  it('passes a skip on through a chain', async () => {
    const playbook = aPlaybook([
      pure('a'),
      pure('b', [{ step: 'a', when: '{% false %}' }]),
      pure('c', 'b'),
      pure('d', [{ step: 'c', on: 'complete' }]),
    ])
    expect(await drive(playbook, [])).toMatchInlineSnapshot(`
      [
        "1000 a succeeded",
        "1000 b skipped",
        "1000 c skipped",
        "1000 d skipped",
        "= succeeded",
      ]
    `)
  })
})

describe('flow.switch', () => {
  const cases = [
    { name: 'low', when: '{% trigger.n < 10 %}' },
    { name: 'mid', when: '{% trigger.n < 20 %}' },
  ]
  const playbook = aPlaybook([{ key: 's', action: 'flow.switch', with: { cases } }], {
    output: '{% steps.s.output.case %}',
  })

  it.each([
    [5, 'low'],
    [15, 'mid'],
    [25, 'else'],
  ])('chooses the first case that holds: %d → %s', async (n, name) => {
    const context = { run: { id: 'r', startedAt: 0 }, trigger: { n } }
    expect((await drive(playbook, [], context)).at(-1)).toBe(`= succeeded "${name}"`)
  })

  it('fails with the name of the case that cannot be evaluated', async () => {
    const context = { run: { id: 'r', startedAt: 0 }, trigger: { n: true } }
    expect((await drive(playbook, [], context)).at(-1)).toContain('with.cases.0.when: case low: ')
  })
})

describe('the condition of an edge', () => {
  it.each([
    ['{% 1 %}', true],
    ['{% "" %}', false],
    ['{% [] %}', false],
    ['{% [0, 1] %}', true],
    ['{% {} %}', false],
    ['{% {"a": 1} %}', true],
    ['{% missing.path.steps %}', false],
    ['{% null %}', false],
  ])('counts %s as %s', async (when, holds) => {
    const source = when.replace('missing.path.steps', 'trigger.missing')
    const lines = await drive(aPlaybook([pure('a'), pure('b', [{ step: 'a', when: source }])]), [])
    expect(lines[1]).toBe(holds ? '1000 b succeeded' : '1000 b skipped')
  })

  it('is asked only when the edge follows from the result of its source', async () => {
    const broken = "{% $error('asked') %}"
    const playbook = aPlaybook([pure('a'), pure('b', [{ step: 'a', on: 'failure', when: broken }])])
    expect(await drive(playbook, [])).toEqual(['1000 a succeeded', '1000 b skipped', '= succeeded'])
  })

  it('fails the step that carries it when it cannot be evaluated', async () => {
    const broken = "{% $error('asked') %}"
    const playbook = aPlaybook([
      pure('a'),
      pure('b', [{ step: 'a', when: broken }]),
      pure('c', [{ step: 'b', on: 'failure' }]),
    ])
    expect(await drive(playbook, [])).toMatchInlineSnapshot(`
      [
        "1000 a succeeded",
        "1000 b failed (expression.error)",
        "1000 c succeeded",
        "= succeeded",
      ]
    `)
    expect(
      (await drive(aPlaybook([pure('a'), pure('b', [{ step: 'a', when: broken }])]), [])).at(-1),
    ).toMatchInlineSnapshot(
      `"= failed (expression.error: Step b failed: Couldn’t evaluate the condition of the edge: asked)"`,
    )
  })

  it('that cannot be evaluated fails an "all" only after its other edges are known', async () => {
    const broken = "{% $error('asked') %}"
    const playbook = aPlaybook([effect('a'), effect('b'), pure('j', [{ step: 'a', when: broken }, 'b'])])
    const lines = await drive(playbook, [[ok('a~1', 2_000)], [ok('b~1', 3_000)]])
    expect(lines).toContain('3000 j failed (expression.error)')
  })
})

describe('judge', () => {
  it('runs a step without edges', () => {
    expect(judge('all', { total: 0, resolved: 0, held: 0, broken: false })).toBe('run')
  })

  it.each([
    ['all', { total: 2, resolved: 1, held: 1, broken: false }, 'wait'],
    ['every', { total: 2, resolved: 1, held: 0, broken: false }, 'wait'],
    ['any', { total: 2, resolved: 1, held: 0, broken: false }, 'wait'],
    ['any', { total: 2, resolved: 1, held: 1, broken: false }, 'run'],
    ['any', { total: 2, resolved: 1, held: 0, broken: true }, 'fail'],
    ['all', { total: 2, resolved: 2, held: 1, broken: true }, 'fail'],
  ] as const)('%s with %j says %s', (join, arrivals, verdict) => {
    expect(judge(join, arrivals)).toBe(verdict)
  })
})
