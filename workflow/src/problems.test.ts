import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { When, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import type { FormParts } from './checking.ts'
import { workflowProblems } from './problems.ts'
import { numberField, optionField, rule, textField, workflowOf } from './testing.ts'

const LEADS = ['00000000-0000-4000-8000-000000000001'] as never
const FIELDS: FieldInput[] = [
  optionField('status', ['open', 'closed']),
  numberField('score'),
  textField('note'),
  textField('secret', { readers: LEADS }),
]
const is = (value: string): When => ({ field: 'status', op: 'eq', value })
const act = (id: string, verb: 'show' | 'hide', field: string): WorkflowAction => ({
  id,
  do: verb,
  items: [{ field }],
})
const set = (id: string, field: string, to: object): WorkflowAction =>
  ({ id, do: 'set', field, to, repeat: 'once', onlyIfEmpty: false }) as WorkflowAction
const problems = (rules: Parameters<typeof workflowOf>, parts: Partial<FormParts> = {}) =>
  workflowProblems(workflowOf(...rules), { fields: FIELDS, ...parts })
const found = (...rules: Parameters<typeof workflowOf>) =>
  problems(rules).map(({ code, path, severity }) => `${severity} ${code} ${path.slice(4).join('.')}`)

test.each<[string, Parameters<typeof workflowOf>, string]>([
  [
    'an unknown field',
    [rule('r', { field: 'gone', op: 'empty' }, [])],
    'error unknown_field rules.0.when.field',
  ],
  [
    'an operator of another type',
    [rule('r', { field: 'score', op: 'contains', value: 'x' }, [])],
    'error not_allowed rules.0.when.op',
  ],
  [
    'a value of another type',
    [rule('r', { all: [{ field: 'score', op: 'gt', value: 'x' }] }, [])],
    'error invalid_type rules.0.when.all.0.value',
  ],
  ['an unknown option', [rule('r', is('gone'), [])], 'error unknown_option rules.0.when.value'],
  [
    'a hidden item that is none',
    [rule('r', is('open'), [act('a', 'hide', 'gone')])],
    'error unknown_field rules.0.actions.0.items.0.field',
  ],
  [
    'a value that would betray a field',
    [rule('r', { field: 'secret', op: 'notEmpty' }, [set('a', 'note', { value: 'x' })])],
    'error betrays rules.0.actions.0.field',
  ],
  [
    'an expression that would betray a field',
    [rule('r', is('open'), [set('a', 'note', { expression: 'record.secret' })])],
    'error betrays rules.0.actions.0.field',
  ],
  [
    'a hostile expression',
    [rule('r', { expression: `${'('.repeat(3_000)}1` }, [])],
    'error bad_expression rules.0.when.expression',
  ],
  [
    'a clock of the wall',
    [rule('r', { expression: '$now() > "2"' }, [])],
    'error not_allowed rules.0.when.expression',
  ],
  [
    'an else that is not last',
    [rule('a', is('open'), []), rule('b', undefined, []), rule('c', is('closed'), [])],
    'error misplaced_else rules.1',
  ],
  [
    'two rules with one ID',
    [rule('a', is('open'), []), rule('a', is('closed'), [])],
    'error duplicate rules.1.id',
  ],
  [
    'a condition that contradicts itself',
    [rule('r', { all: [is('open'), is('closed')] }, [])],
    'warning dead_branch rules.0.when',
  ],
  [
    'an else after what always applies',
    [rule('a', { all: [] }, []), rule('b', undefined, [])],
    'warning dead_branch rules.1',
  ],
  [
    'show and hide that can meet',
    [
      rule('a', is('open'), [act('x', 'show', 'note')]),
      rule('b', { field: 'score', op: 'gt', value: 3 }, [act('y', 'hide', 'note')]),
    ],
    'warning contradiction rules.1.actions.0',
  ],
  [
    'a field that a later rule sets',
    [
      rule('a', { field: 'note', op: 'notEmpty' }, []),
      rule('b', is('open'), [set('x', 'note', { value: 'x' })]),
    ],
    'error reads_later rules.0.when',
  ],
])('%s is named at its place', (_name, rules, expected) => {
  expect(found(...rules)).toEqual([expected])
})

test('a rule nested under its negation never applies', () => {
  const inner = { id: 'n', rules: [rule('inner', { none: [is('open')] }, [])] }
  expect(found(rule('r', is('open'), [], { branches: [inner] }))).toHaveLength(1)
  const other = {
    id: 'n',
    rules: [rule('inner', { field: 'status', op: 'in', value: ['open', 'closed'] }, [])],
  }
  expect(found(rule('r', is('open'), [], { branches: [other] }))).toEqual([])
})

test('opposite actions that can’t meet are no contradiction', () => {
  expect(
    found(
      rule('a', is('open'), [act('x', 'show', 'note')]),
      rule('b', is('closed'), [act('y', 'hide', 'note')]),
    ),
  ).toEqual([])
  const inner = {
    id: 'n',
    rules: [rule('inner', { field: 'score', op: 'gt', value: 1 }, [act('y', 'show', 'note')])],
  }
  expect(found(rule('a', is('open'), [act('x', 'hide', 'note')], { branches: [inner] }))).toEqual([])
})

test('a cycle is named with its way, and reading the value before the change is none', () => {
  const cycle = (at: 'now' | 'before') =>
    problems([
      rule('a', { field: 'note', op: 'notEmpty', at }, [set('x', 'score', { value: 1 })]),
      rule('b', { field: 'score', op: 'notEmpty' }, [set('y', 'note', { value: 'x' })]),
    ])
  expect(cycle('now').map(({ code, message }) => [code, message.includes('note → score → note')])).toEqual([
    ['cycle', true],
  ])
  expect(cycle('before')).toEqual([])
})

test('5,000 rules are one clear error', () => {
  const rules = Array.from({ length: 5_000 }, (_, at) => rule(`r${at}`, is('gone'), []))
  expect(problems(rules).map(({ code, message }) => [code, message])).toEqual([
    ['too_many', 'The workflow has 5000 rules; at most 2000 are allowed'],
  ])
})

test('sections, roles, and values are checked where they are known', () => {
  const rules = [
    rule('a', { actor: 'role', in: ['nobody'] }, [
      { id: 'x', do: 'hide', items: [{ section: 'gone' }] },
      set('y', 'score', { value: 'text' }),
    ]),
  ] as const
  expect(problems([...rules])).toEqual([])
  const known = { sections: ['details'], roles: ['lead'], normalize: () => null }
  expect(problems([...rules], known).map(({ code }) => code)).toEqual([
    'unknown_role',
    'unknown_section',
    'invalid_value',
  ])
})
