import { runs } from '@caseloom/testkit/runs'
import { describe, expect, it } from 'vitest'
import { createBudget, DEFAULT_LIMITS } from './budget.ts'
import { compileExpression } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { aPlaybook, contextOf, drive, pure } from './testing.ts'

const MB = 1_000_000

/** A fifth of the real work in every run, all of it in deep ones: each attack takes what it is given. */
const STEPS = Math.min(DEFAULT_LIMITS.steps, runs(DEFAULT_LIMITS.steps / 5))

async function attack(source: string, scope: object = {}, steps = DEFAULT_LIMITS.steps) {
  const budget = createBudget({ ...DEFAULT_LIMITS, steps })
  const before = process.memoryUsage().rss
  // Work, not the clock: other tests share the machine.
  const begun = process.cpuUsage()
  let code = 'none'
  try {
    await compileExpression(source).evaluate(scope, { budget, now: 0, seed: 's' })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    code = error.code
  }
  const { user, system } = process.cpuUsage(begun)
  const grown = process.memoryUsage().rss - before
  return { code, used: budget.used, ms: (user + system) / 1000, grown }
}

const dag = (depth: number) => `$reduce([1..${depth}], function($a, $i){ [[$a], [$a]] }, "x")`
const big = {
  list: Array.from({ length: 50_000 }, (_, index) => index),
  text: 'some words in a line '.repeat(45_000),
}
const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, [index]]))

describe('an attack by an expression is stopped in bounded work, time and memory', () => {
  it.each([
    ['endless loop', '($f := function(){ $f() }; $f())'],
    ['endless recursion', '($f := function($n){ 1 + $f($n + 1) }; $f(0))'],
    ['mutual recursion', '($f := function($n){ $g($n) + 1 }; $g := function($n){ $f($n) + 1 }; $f(0))'],
    ['nested 3000 × 3000', '[1..3000].($x := $; [1..3000].($x * $))'],
    ['sequence of ten million', '[1..10000000]'],
    ['a range that cannot count on', '[1e21..1e21]'],
    ['a range at the edge of the safe integers', '($end := 9007199254740992; [$end..$end + 1])'],
    ['many long sequences', '$map([1..5000], function($x){ [1..100000] })'],
    ['$pad to 400 million', '$pad("x", 400000000)'],
    ['$pad to the left', '$pad("x", -400000000, "abc")'],
    ['many long pads', '[1..1000].$pad("x", 8000000)'],
    ['doubling a text', '$reduce([1..60], function($a, $i){ $a & $a }, "xxxxxxxxxx")'],
    ['$join with a long separator', '$join($map([1..50000], $string), $pad("y", 100000))'],
    ['$replace that grows', '$replace($pad("", 100000, "a"), "a", $pad("", 10000, "b"))'],
    ['doubling a list', dag(60)],
    ['writing out a shared list', `$string(${dag(21)})`],
    ['comparing shared lists', `(${dag(20)}) = (${dag(21)})`],
    [
      'testing a shared list',
      `($d := ${dag(18).replace('"x"', 'false')}; $map([1..100000], function(){ $d ? 1 : 2 }))`,
    ],
    ['a list of big values', '[1..100000].($$.list)'],
    ['an object of big lists', '[1..3000].{"a": $$.list, "b": $$.list}'],
    ['$formatNumber with a long picture', `$formatNumber(1, "${'0'.repeat(9_000)}")`],
    ['$formatNumber with a built picture', '$formatNumber(1, $pad("", 1000000, "0"))'],
    ['a wide date field', '$fromMillis(0, "[Y,4-400000000]")'],
    [
      'a date picture of many parts',
      '$toMillis("111111111111111111111111111111111111111x", "[Y][M][D][H][m][s][f][d][F][W][w]")',
    ],
    ['Roman millions', '$formatInteger(900000000, "I")'],
    ['growing by $append', '$reduce([1..100000], function($a, $i){ $append($a, $i) }, [])'],
    ['growing by native $append', '$reduce([1..100000], $append)'],
    ['growing by $merge', '$reduce([1..100000], function($a, $i){ $merge([$a, {$string($i): $i}]) }, {})'],
    ['one group of many', '$map([1..20], function(){ $$.list{"all": $} })'],
    ['membership in a big list', '$map([1..100000], function($i){ -1 in $$.list })'],
    ['wildcards over many lists', '$map([1..20], function(){ $$.keys.* })'],
    ['descendants again and again', '$map([1..5000], function(){ $count(**) })'],
    ['quadratic regular expression', '$match($$.text, /o.*z|s/)'],
    ['sorting again and again', '$map([1..1000], function(){ $sort($$.list, function($a, $b){ $a < $b }) })'],
    ['$shuffle again and again', '$map([1..100000], function(){ $shuffle($$.list) })'],
    ['long texts in parts', '$map([1..100000], function(){ $length($$.text) })'],
    ['deep nesting', '($f := function($n){ $n = 0 ? [] : [[$f($n - 1)]] }; $f(3000))'],
  ])('%s', { timeout: 60_000 }, async (_name, source) => {
    const { code, used, ms, grown } = await attack(source, { ...big, keys }, STEPS)
    expect(code).toBe('expression.limit')
    expect(used).toBeLessThan(DEFAULT_LIMITS.steps * 3)
    expect(ms).toBeLessThan(20_000)
    expect(grown).toBeLessThan(700 * MB)
  })

  it.each([
    ['catastrophic for backtracking', `$match("${'a'.repeat(60)}!", /^(a+)+$/)`],
    ['nested quantifiers', `$contains("${'x'.repeat(80)}y", /^(x+x+)+$/)`],
    ['alternation', `$replace("${'a'.repeat(80)}b", /(a|aa)+$/, "")`],
    ['overlapping words', `$split("${'word '.repeat(30)}!", /^(\\w+\\s?)*$/)`],
  ])('a regular expression that is %s is harmless', async (_name, source) => {
    const { code, used, ms } = await attack(source)
    expect(code).toBe('none')
    expect(used).toBeLessThan(5_000)
    expect(ms).toBeLessThan(2_000)
  })

  it.each([
    '$formatNumber(1/0, "0.0e0")',
    '$formatNumber(-1/0, "#e0")',
    '$formatInteger(1/0, "A")',
    '$formatInteger(-1/0, "a")',
  ])('infinity in %s, on which JSONata never ends, is an error', async (source) => {
    expect((await attack(source)).code).toBe('expression.error')
  })

  it.each([
    ['sorting 30,000 numbers', '$count($sort([1..30000].(30000 - $)))'],
    ['distinct of 100,000', '$count($distinct([1..100000].($ % 1000)))'],
    ['$spread of 20,000', '$count($spread([1..20000].{"a": $}))'],
    [
      'transforming 10,000 objects',
      '$count([1..10000].{"id": $, "name": "n" & $string($), "high": $ > 5000})',
    ],
    ['10,000 appends', '$count($reduce([1..10000], function($a, $i){ $append($a, $i) }, []))'],
    ['reading lines of 900 kB', '$count($split($$.text, /line\\s/))'],
    ['$max of a long list', '$max($$.list)'],
  ])('honest work is let through: %s', { timeout: 60_000 }, async (_name, source) => {
    expect((await attack(source, big)).code).toBe('none')
  })

  it.each([
    ['parentheses', '('.repeat(50_000)],
    ['brackets', '['.repeat(50_000)],
    ['braces', '{"a":'.repeat(50_000)],
    ['calls', '$f('.repeat(50_000)],
    ['functions', 'function($x){'.repeat(20_000)],
    ['conditions', '1 ? '.repeat(50_000)],
    ['signs', `${'-'.repeat(50_000)}1`],
    ['predicates', `a${'[0'.repeat(50_000)}`],
    ['an open text', `"${'x'.repeat(900_000)}`],
    ['an open comment', `/*${'*'.repeat(900_000)}`],
    ['groups of a regular expression', `/${'('.repeat(50_000)}${')'.repeat(50_000)}/`],
    ['repetitions of repetitions', '$match("a", /((a{1000}){1000}){1000}/)'],
    ['a repetition without end', '$match("a", /a{1000000000}/)'],
    ['a class of everything', `$match("a", /[${'\\u0000-\\uffff'.repeat(20_000)}]/)`],
    ['a path without end', `${'a.'.repeat(100_000)}a`],
    ['a sum without end', `1${' + 1'.repeat(100_000)}`],
    ['a block without end', `(${'1;'.repeat(200_000)})`],
  ])(
    'a text that is itself a bomb is an error or harmless: %s',
    { timeout: 60_000 },
    async (_name, source) => {
      const { code, ms } = await attack(source)
      expect(code).toMatch(/^(none|expression\.\w+)$/)
      expect(ms).toBeLessThan(10_000)
    },
  )

  it('comes to the same verdict after the same number of steps each time', { timeout: 60_000 }, async () => {
    for (const source of [
      '[1..3000].($x := $; [1..3000].($x * $))',
      '($f := function($n){ 1 + $f($n + 1) }; $f(0))',
      dag(60),
    ]) {
      const first = await attack(source, {}, STEPS)
      const second = await attack(source, {}, STEPS)
      expect(second.used).toBe(first.used)
      expect(second.code).toBe(first.code)
    }
  })

  it('does not depend on what was evaluated before with the same values', async () => {
    const scope = { ...big, keys }
    const source = '$count($filter($$.list, function($i){ $i in [1..100] }))'
    const fresh = await attack(source, { ...structuredClone(big), keys })
    await attack('$string($$.list)', scope)
    expect((await attack(source, scope)).used).toBe(fresh.used)
  })

  it('lets others run meanwhile when the host gives room', { timeout: 60_000 }, async () => {
    let breaths = 0
    const breathe = () => {
      breaths += 1
      return Promise.resolve()
    }
    const budget = createBudget({ ...DEFAULT_LIMITS, steps: STEPS })
    const bindings = { budget, now: 0, seed: 's', breathe }
    await expect(
      compileExpression('($f := function(){ $f() }; $f())').evaluate({}, bindings),
    ).rejects.toThrow(ExpressionError)
    expect(breaths).toBeGreaterThan(STEPS / 100_000)
  })

  it('fails the step and the run with a clear reason', async () => {
    const playbook = aPlaybook([pure('loop', [], '{% ($f := function(){ $f() }; $f()) %}')])
    const limits = { ...DEFAULT_LIMITS, steps: 10_000 }
    expect((await drive(playbook, [], contextOf({ limits }))).at(-1)).toBe(
      '= failed (expression.limit: Step loop failed: with.value: The expression needs more than 10000 evaluation steps)',
    )
  })

  it('shares one budget among all expressions of a step, so that many small ones are bounded too', async () => {
    const playbook = aPlaybook([
      {
        key: 'f',
        action: 'data.filter',
        with: { items: '{% [1..2000] %}', where: '{% $sum([1..100]) > item %}' },
      },
    ])
    const limits = { ...DEFAULT_LIMITS, steps: 10_000 }
    expect((await drive(playbook, [], contextOf({ limits }))).at(-1)).toContain('with.where: item ')
  })
})
