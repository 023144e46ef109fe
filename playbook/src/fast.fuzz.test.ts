import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import jsonata from 'jsonata'
import { describe, expect, it } from 'vitest'
import { createBudget } from './budget.ts'
import { ExpressionError } from './expression-error.ts'
import { compileFast } from './fast.ts'
import { createState } from './evaluation-state.ts'
import { loadFunctions } from './jsonata-functions.ts'
import { type Bindings, guard } from './jsonata-guard.ts'
import { toPlain } from './to-plain-json.ts'

const fresh = (): Bindings => ({ budget: createBudget(), now: 1_000, seed: 's' })

type Outcome = { value: unknown; used: number } | { error: string }

async function byJsonata(source: string, scope: unknown): Promise<Outcome> {
  const bindings = fresh()
  try {
    const value = toPlain(await guard(source, { fast: false }).evaluate(scope, bindings), bindings.budget)
    return { value, used: bindings.budget.used }
  } catch (error) {
    if (error instanceof ExpressionError) return { error: error.code }
    throw error
  }
}

/** The fast way alone; undefined when it does not know the expression or leaves it to JSONata. */
async function byFast(source: string, scope: unknown): Promise<Outcome | undefined> {
  const { all } = await loadFunctions()
  const run = compileFast(guard(source).tree, all)
  if (!run) return undefined
  const { budget, now, seed } = fresh()
  let value: unknown
  try {
    value = run(scope, createState({ budget, now, seed }, ''))
  } catch {
    return undefined
  }
  try {
    return { value: toPlain(value, budget), used: budget.used }
  } catch (error) {
    if (error instanceof ExpressionError) return { error: error.code }
    throw error
  }
}

const names = ['a', 'b', 'c', 'list', 'missing']
// NOTE: bare JSONata never ends on a range of numbers beyond the safe integers, so data hold none.
const scalars = fc.oneof(
  fc.constantFrom<unknown>(0, 1, 2, -1, 2.5, 1e15, 0.1 + 0.2, '', 'x', 'a', '10', true, false, null),
  fc.integer({ min: -5, max: 20 }),
)
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalars,
    fc.array(tie('data'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie('data'), { maxKeys: 4 }),
  ),
}))
const scopes = fc.dictionary(fc.constantFrom(...names), data, { minKeys: 2, maxKeys: 5 })

const literal = fc.constantFrom('0', '1', '2', '-1', '2.5', '"x"', '"a"', '""', 'true', 'false', 'null')
const unaryCalls = fc.constantFrom(
  ...'string count sum exists not boolean number length uppercase lowercase trim keys type reverse merge distinct spread abs floor max min average round'.split(
    ' ',
  ),
)
const { expression } = fc.letrec<{ expression: string; step: string; path: string }>((tie) => ({
  step: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: tie('expression').map((inner) => `(${inner})`) },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('expression'), tie('expression')).map(([k, v]) => `{"k": ${k}, "v": ${v}}`),
    },
    { weight: 1, arbitrary: tie('expression').map((inner) => `[${inner}]`) },
    { weight: 1, arbitrary: fc.constantFrom('$', '$string($)', '$count(list)', '$uppercase()') },
  ),
  path: fc
    .tuple(
      fc.oneof(fc.constantFrom(...names, '$', '$$', '$v'), tie('step')),
      fc.array(tie('step'), { maxLength: 2 }),
      fc.option(fc.oneof(fc.constantFrom('0', '-1', '1', 'true', '$ > 1'), tie('expression'))),
      fc.constantFrom('', '', '', '[]'),
    )
    .map(
      ([head, steps, filter, keep]) =>
        [head, ...steps].join('.') + (filter === null ? '' : `[${filter}]`) + keep,
    ),
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    literal,
    { weight: 4, arbitrary: tie('path') },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          tie('expression'),
          fc.constantFrom('+', '-', '*', '=', '!=', '<', '>=', '&', 'and', 'or', 'in', '..'),
          tie('expression'),
        )
        .map(([a, op, b]) => (op === '..' ? `[${a}..${b}]` : `(${a} ${op} ${b})`)),
    },
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a} ? ${b})`),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('"k"', '"1"', 'a', '$string(b)'), tie('expression')), { maxLength: 2 })
      .map((pairs) => `{${pairs.map(([k, v]) => `${k}: ${v}`).join(', ')}}`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `($v := ${a}; ${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `($w := ${a}; $v := [$w]; ${b}; $w)`),
    fc.tuple(unaryCalls, tie('expression')).map(([name, a]) => `$${name}(${a})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `$append(${a}, ${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `$lookup(${a}, ${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `$contains(${a}, ${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `$split(${a}, ${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `$join(${a}, ${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `$map(${a}, function($v){ ${b} })`),
    fc
      .tuple(tie('expression'), tie('expression'))
      .map(([a, b]) => `$map(${a}, function($x, $v, $w){ [$v, ${b}] })`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `$filter(${a}, function($v){ ${b} })`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `$reduce(${a}, function($v, $w){ ${b} })`),
    fc
      .tuple(tie('expression'), tie('expression'))
      .map(([a, b]) => `$reduce(${a}, function($v, $w){ $append($v, $w) }, ${b})`),
    tie('expression').map((a) => `-${a}`),
  ),
}))

const RUNS = runs(800)

describe('the fast way', () => {
  it('gives what JSONata gives, after the same number of steps, for any expression and value', {
    timeout: 120_000,
  }, async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(expression, scopes, async (source, scope) => {
        let fast: Outcome | undefined
        try {
          fast = await byFast(source, structuredClone(scope))
        } catch (error) {
          if (error instanceof ExpressionError && error.code === 'expression.syntax') return
          throw error
        }
        if (!fast) return
        taken += 1
        const slow = await byJsonata(source, structuredClone(scope))
        expect(fast, source).toStrictEqual(slow)
      }),
      { numRuns: RUNS, verbose: 1 },
    )
    // A comparison that hardly ever happens would prove nothing.
    expect(taken).toBeGreaterThan(RUNS / 3)
  })

  it('leaves the values that it reads as they are', async () => {
    await fc.assert(
      fc.asyncProperty(expression, scopes, async (source, scope) => {
        const before = JSON.stringify(scope)
        try {
          await byFast(source, scope)
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error
        }
        expect(JSON.stringify(scope)).toBe(before)
      }),
      { numRuns: Math.floor(RUNS / 3), verbose: 1 },
    )
  })

  it('does not change what JSONata itself says: the guard gives what the bare library gives', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(expression, scopes, async (source, scope) => {
        let bare: unknown
        try {
          bare = await jsonata(source).evaluate(structuredClone(scope))
        } catch {
          return
        }
        const bindings = fresh()
        let guarded: unknown
        try {
          guarded = toPlain(await guard(source).evaluate(structuredClone(scope), bindings), bindings.budget)
        } catch (error) {
          // A number that JSON cannot carry is refused by the guard only.
          expect((error as Error).message).toContain('JSON can carry')
          return
        }
        expect(JSON.stringify(guarded), source).toBe(JSON.stringify(withoutFunctions(bare)))
      }),
      { numRuns: RUNS, verbose: 1 },
    )
  })

  it.each([
    'steps.a.output.title',
    '$map(items, function($i){ $merge([$i, {"x": $i.n + 1}]) })',
    '[items.{"id": id, "t": $uppercase(t)}]',
    'items[n > 1 and t != "x"].t',
    '($a := items; $exists($a) ? $a[0].t & "-" & $string(n) : "none")',
    '$contains(t, "x") and $count(items) > 0',
  ])('knows the expressions that playbooks mostly have: %s', async (source) => {
    const scope = { items: [{ id: 1, n: 2, t: 'b' }], t: 'x', n: 1, steps: { a: { output: { title: 'T' } } } }
    expect(await byFast(source, scope)).toBeDefined()
  })

  it.each([
    '$random()',
    'items{"k": v}',
    'items^(n)',
    '**',
    '$sort([1])',
    '$eval("1")',
    '($string := 5; $string)',
    '$f(1)',
  ])('leaves to JSONata: %s', async (source) => {
    expect(await byFast(source, {})).toBeUndefined()
  })
})

function withoutFunctions(value: unknown): unknown {
  if (typeof value === 'function') return undefined
  if (Array.isArray(value)) return value.map(withoutFunctions).filter((item) => item !== undefined)
  if (typeof value !== 'object' || value === null) return value
  if ('_jsonata_function' in value || '_jsonata_lambda' in value) return undefined
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFunctions(item)]))
}
