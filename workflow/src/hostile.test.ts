import type { When } from '@caseloom/contract/apps/workflow'
import { MAX_RULES } from '@caseloom/contract/apps/workflow'
import { describe, expect, it } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { MAX_STEPS, settle } from './evaluate.ts'
import { workflowProblems } from './problems.ts'
import { contextOf, optionField, rule, textField, workflowOf } from './testing.ts'

const FIELDS = [optionField('status', ['open', 'closed']), textField('note'), textField('constructor')]
const set = (expression: string) => ({
  id: 'a',
  do: 'set' as const,
  field: 'note',
  to: { expression },
  repeat: 'always' as const,
  onlyIfEmpty: false,
})
const ALWAYS: When = { all: [] }

describe('expressions that would not end', () => {
  it.each([
    ['a text of many megabytes', '$pad("x", 400000000)'],
    ['a list of a billion numbers', '$count([1..1000000000])'],
    ['a function that calls itself', '($f := function($n){ $f($n + 1) + 1 }; $f(0))'],
    ['a function that calls itself at its end', '($f := function($n){ $f($n + 1) }; $f(0))'],
    ['lists of lists', '$map([1..3000], function($v){ $map([1..3000], function($w){ $v * $w }) })'],
    [
      'a regular expression that tries every way',
      '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)',
    ],
  ])('%s gives nothing and says so', async (_what, expression) => {
    const compiled = compileWorkflow(workflowOf(rule('r', ALWAYS, [set(expression)])), { fields: FIELDS })
    const outcome = await settle(compiled, contextOf({ status: 'open' }))
    expect(outcome.values['note'] ?? null).toBeNull()
    expect(outcome.pending).toBe(0)
  })

  it.each([
    ['code', 'record.note.constructor.constructor("return process")()'],
    ['the prototype', 'record.__proto__'],
    ['an unknown function', '$eval("1")'],
    ['the clock', '$now()'],
    ['chance', '$random()'],
    ['half a parenthesis', '(record.note'],
  ])('an expression of %s is a problem at its place, or gives nothing', async (_what, expression) => {
    const workflow = workflowOf(rule('r', ALWAYS, [set(expression)]))
    const problems = workflowProblems(workflow, { fields: FIELDS })
    const outcome = await settle(compileWorkflow(workflow, { fields: FIELDS }), contextOf({ note: 'n' }))
    expect(outcome.values['note'] ?? null).toBeNull()
    for (const { path } of problems) expect(path.slice(4).join('.')).toBe('rules.0.actions.0.to.expression')
  })
})

it('a field named like what every object has is empty while it is', async () => {
  const when: When = { field: 'constructor', op: 'empty' }
  const hide = { id: 'h', do: 'hide' as const, items: [{ field: 'note' }] }
  const compiled = compileWorkflow(workflowOf(rule('r', when, [hide])), { fields: FIELDS })
  const outcome = await settle(compiled, contextOf({ status: 'open' }))
  expect(outcome.outcomes).toEqual(['true'])
})

it('five thousand rules are one problem, and evaluating them ends within its bound', async () => {
  const rules = Array.from({ length: 5_000 }, (_, at) =>
    rule(`r${at}`, { field: 'status', op: 'eq', value: 'open' }, []),
  )
  const workflow = workflowOf(...rules)
  expect(workflowProblems(workflow, { fields: FIELDS }).map(({ code, path }) => [code, ...path])).toEqual([
    ['too_many', 'stages'],
  ])
  expect(MAX_RULES).toBeLessThan(5_000)
  const { steps } = await settle(compileWorkflow(workflow, { fields: FIELDS }), contextOf({ status: 'open' }))
  expect(steps).toBeLessThanOrEqual(MAX_STEPS)
})

it('linked records beyond the bound of steps are left out', async () => {
  const many = Array.from({ length: 1_000 }, () => ({ level: 'x' }))
  const where = { all: Array.from({ length: 40 }, () => ({ field: 'level', op: 'eq' as const, value: 'x' })) }
  const rules = Array.from({ length: 400 }, (_, at) =>
    rule(`r${at}`, { linked: 'links', where, min: 1_000 }, []),
  )
  const linked = new Map([['links', [optionField('level', ['x'])]]])
  const compiled = compileWorkflow(workflowOf(...rules), { fields: FIELDS, linked })
  const outcome = await settle(compiled, contextOf({}, { linked: () => many }))
  // One condition may pass the bound; those after it are not evaluated.
  expect(outcome.steps).toBeLessThanOrEqual(MAX_STEPS + 41 * 1_000)
  expect(outcome.outcomes.at(-1)).toBe('not_run')
})

it('groups nested deeper than allowed, and too many conditions, are problems of their rule', () => {
  const deep = Array.from({ length: 30 }).reduce<When>((when) => ({ all: [when] }), ALWAYS)
  const wide: When = {
    all: Array.from({ length: 50 }, () => ({
      any: Array.from({ length: 5 }, () => ({ field: 'note', op: 'empty' as const })),
    })),
  }
  const found = workflowProblems(workflowOf(rule('deep', deep, []), rule('wide', wide, [])), {
    fields: FIELDS,
  })
  expect(found.map(({ code, path }) => `${code} ${path.slice(4).join('.')}`)).toEqual([
    'too_deep rules.0.when',
    'too_many rules.1.when',
  ])
})
