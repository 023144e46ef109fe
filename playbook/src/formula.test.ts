import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, test } from 'vitest'
import { evaluateFormula, FORMULA_LIMITS, readFormula, recordBudget } from './formula.ts'

const KEYS = new Set(['score', 'title', 'items', 'raw', 'größe'])
const read = (expression: string) => readFormula(expression, (key) => KEYS.has(key))

describe('reading a formula', () => {
  test.each([
    ['record.score * 2', ['score']],
    ['score * 2 + record.score', ['score']],
    ['title & " " & $string(score)', ['title', 'score']],
    ['record.raw.title', ['raw']],
    ['items[$ = $$.record.title]', ['items', 'title']],
    ['($x := score; $x > 3 ? "high" : "low")', ['score']],
    ['$$.score', ['score']],
    ['created_by.name', ['created_by']],
    ['42', []],
  ])('%s names its fields', (expression, reads) => {
    expect(read(expression)).toEqual({ reads })
  })

  test.each([
    ['record.gone', 'unknown_field', 'Unknown field "gone"'],
    ['gone + 1', 'unknown_field', 'Unknown field "gone"'],
    ['tracking_id', 'unknown_field', 'Unknown field "tracking_id"'],
    ['steps.a.output', 'unknown_field', 'Unknown field "steps"'],
    ['$now()', 'not_allowed', '$now isn’t available: a formula can use only the record’s values'],
    [
      '$jwtVerify("a.b.c", "key", "HS256")',
      'not_allowed',
      '$jwtVerify isn’t available: a formula can use only the record’s values',
    ],
    [
      '($f := $millis; $f())',
      'not_allowed',
      '$millis isn’t available: a formula can use only the record’s values',
    ],
    [
      'items ~> $shuffle',
      'not_allowed',
      '$shuffle isn’t available: a formula can use only the record’s values',
    ],
    ['$keys(record)', 'not_allowed', 'Specify a field: record.<key>'],
    ['($r := record; $r.score)', 'not_allowed', 'Specify a field: record.<key>'],
    ['$eval("1")', 'bad_expression', 'Unknown function or variable $eval'],
  ])('%s is refused', (expression, code, message) => {
    expect(read(expression).faults).toMatchObject([{ code, message }])
  })

  test.each(['case.owner', 'record.case.owner', 'score + case.score', 'linked.case.owner'])(
    '%s reads a linked record, and says what to use instead',
    (expression) => {
      const { faults } = readFormula(
        expression,
        (key) => KEYS.has(key),
        (key) => key === 'case',
      )
      expect(faults).toMatchObject([
        { code: 'not_allowed', message: expect.stringContaining('linked record') },
      ])
    },
  )

  test('a field with the name of linked records is a field', () => {
    expect(readFormula('linked.level', (key) => key === 'linked')).toEqual({ reads: ['linked'] })
  })

  test('reports where the syntax breaks', () => {
    expect(read('score +').faults).toMatchObject([{ code: 'bad_expression' }])
    expect(read('score ++ 1').faults?.[0]?.position).toBeGreaterThan(0)
  })
})

const run = (expression: string, facts: Record<string, JsonValue>, budget = recordBudget()) =>
  evaluateFormula(expression, facts, budget)

describe('working a formula out', () => {
  test('gives its value, and nothing for empty fields', async () => {
    expect(await run('record.score * 2', { score: 4 })).toEqual({ value: 8 })
    expect(await run('score * 2', { score: null })).toEqual({ value: undefined })
    expect(await run('$exists(score)', { score: null })).toEqual({ value: false })
    expect(await run('title & "!"', { title: 'שלום 漢字 🚨' })).toEqual({ value: 'שלום 漢字 🚨!' })
  })

  test('sees nothing but what it was given', async () => {
    expect(await run('$keys($$)', { score: 1 })).toEqual({ value: ['score', 'record'] })
    expect(await run('**.secret', { score: 1 })).toEqual({ value: undefined })
  })

  test.each([
    ['an endless recursion', '($f := function($n) { $f($n + 1) }; $f(score))'],
    ['a loop in tail position', '($f := function($n) { $n < 0 ? 0 : $f($n + 1) }; $f(score))'],
    ['an explosion of text', '$pad("x", 400000000)'],
    ['an explosion of lists', '[1..9999].[1..9999]'],
    ['a type that does not fit', 'title * 2'],
    ['a fault of its own', '$error("no")'],
  ])('stops %s with a reason', async (_name, expression) => {
    const budget = recordBudget()
    const { fault } = await run(expression, { score: 1, title: 'x' }, budget)
    expect(fault).toEqual(expect.stringMatching(/./))
    expect(budget.used).toBeLessThanOrEqual(FORMULA_LIMITS.steps)
  })

  test('bounds all formulas of a record together', async () => {
    const budget = recordBudget()
    const loop = '($f := function($n) { $n < 0 ? 0 : $f($n + 1) }; $f(score))'
    const outcomes = []
    for (let at = 0; at < 500; at += 1) outcomes.push(await run(loop, { score: 1 }, budget))
    expect(budget.used).toBeLessThanOrEqual(budget.limits.steps)
    expect(outcomes.at(-1)).toEqual({ fault: 'The formulas of this record take too long to compute' })
  })
})
