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
  { ...textField('links'), type: 'reference', multiple: true } as unknown as FieldInput,
]
const is = (value: string): When => ({ field: 'status', op: 'eq', value })
const act = (id: string, verb: 'show' | 'hide', field: string): WorkflowAction => ({
  id,
  do: verb,
  items: [{ field }],
})
const set = (id: string, field: string, to: object): WorkflowAction =>
  ({ id, do: 'set', field, to, repeat: 'once', onlyIfEmpty: false }) as WorkflowAction
const say = (text: string): WorkflowAction => ({ id: 'm', do: 'message', level: 'info', text })
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
    'lower for a field without an order',
    [rule('r', is('open'), [{ ...set('a', 'note', { value: 'x' }), onlyIf: 'lower' } as WorkflowAction])],
    'error not_allowed rules.0.actions.0.onlyIf',
  ],
  [
    'lower beside only if empty',
    [
      rule('r', is('open'), [
        { ...set('a', 'score', { value: 1 }), onlyIf: 'lower', onlyIfEmpty: true } as WorkflowAction,
      ]),
    ],
    'error not_allowed rules.0.actions.0.onlyIf',
  ],
  [
    'an unknown field in the text of a message',
    [rule('r', is('open'), [say('{{score}} of {{gone}}')])],
    'error unknown_field rules.0.actions.0.text',
  ],
  [
    'a linked field in the text of a message',
    [rule('r', is('open'), [say('{{links}}')])],
    'error not_allowed rules.0.actions.0.text',
  ],
  [
    'a message that is too long',
    [rule('r', is('open'), [say('x'.repeat(1_001))])],
    'error too_long rules.0.actions.0.text',
  ],
  [
    'a message with too many fields',
    [rule('r', is('open'), [say('{{note}}'.repeat(51))])],
    'error too_long rules.0.actions.0.text',
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
  ...['linked.links.note', 'record.links.note = "x"', '$exists(before.links)'].map(
    (expression): [string, Parameters<typeof workflowOf>, string] => [
      `a linked record in the expression ${expression}`,
      [rule('r', { expression }, [])],
      'error not_allowed rules.0.when.expression',
    ],
  ),
  [
    'a linked record in the value that a rule sets',
    [rule('r', is('open'), [set('a', 'note', { expression: 'record.links.note' })])],
    'error not_allowed rules.0.actions.0.to.expression',
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

test('numbers and options can be set only if they are lower or higher', () => {
  const actions = [
    { ...set('a', 'score', { value: 1 }), onlyIf: 'lower' },
    { ...set('b', 'status', { value: 'closed' }), onlyIf: 'higher' },
  ] as WorkflowAction[]
  expect(found(rule('r', { changed: 'note' }, actions))).toEqual([])
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

test('a rule nested under a condition on a field that is set there can apply', () => {
  const inner = { id: 'n', rules: [rule('inner', { field: 'score', op: 'lt', value: 3 }, [])] }
  const above: When = { field: 'score', op: 'gt', value: 5 }
  expect(found(rule('r', above, [], { branches: [inner] }))).toHaveLength(1)
  expect(found(rule('r', above, [set('x', 'score', { value: 1 })], { branches: [inner] }))).toEqual([])
})

const score = (op: 'eq' | 'gt' | 'gte' | 'lt' | 'lte', value: number): When => ({ field: 'score', op, value })
const within = (from: number, to: number): When => ({ field: 'score', op: 'between', value: [from, to] })
const empty: When = { field: 'score', op: 'empty' }
test.each<[boolean, When[]]>([
  [true, [score('gt', 5), score('lt', 3)]],
  [true, [score('gt', 5), score('lte', 5)]],
  [false, [score('gte', 5), score('lte', 5)]],
  [true, [within(1, 4), score('gte', 5)]],
  [false, [within(1, 4), score('gte', 4)]],
  [true, [score('eq', 2), score('gt', 2)]],
  [false, [score('eq', 3), score('gt', 2)]],
  [true, [score('gt', 5), { none: [score('gt', 3)] }]],
  [false, [score('gt', 3), { none: [score('gt', 5)] }]],
  // An empty field is neither.
  [false, [{ none: [score('gt', 5)] }, { none: [score('lte', 5)] }]],
  [true, [score('lt', 5), empty]],
  // What was before the change, or became so, says nothing of now.
  [false, [{ ...score('gt', 5), at: 'before' }, score('lt', 3)] as When[]],
  [false, [score('lt', 3), { none: [{ ...score('lt', 9), at: 'becomes' }] }] as When[]],
])('whether numbers can’t be in both ranges (%s): %j', (isDead, all) => {
  expect(found(rule('r', { all }, []))).toEqual(isDead ? ['warning dead_branch rules.0.when'] : [])
})

const day = (op: string, value: string | string[]) => ({ field: 'day', op, value }) as When
const due = (op: string, value: string | string[]) => ({ field: 'due', op, value }) as When
test.each<[boolean, When[]]>([
  [true, [day('lt', '2026-01-10'), day('gt', '2026-01-20')]],
  [true, [day('lt', '2026-01-10'), day('gte', '2026-01-10')]],
  [false, [day('lte', '2026-01-10'), day('gte', '2026-01-10')]],
  [true, [day('between', ['2026-01-01', '2026-01-31']), day('gt', '2026-01-31')]],
  [true, [day('eq', '2026-01-01'), day('gt', '2026-01-31')]],
  [true, [day('gt', '2026-01-20'), { none: [day('gt', '2026-01-10')] }]],
  [false, [day('gt', '2026-01-10'), { none: [day('gt', '2026-01-20')] }]],
  [true, [due('lt', '2026-01-10T08:00:00Z'), due('gt', '2026-01-10T10:00:00+02:00')]],
  [false, [due('lte', '2026-01-10T08:00:00Z'), due('gte', '2026-01-10T10:00:00+02:00')]],
  [true, [due('olderThan', '7d'), due('within', '24h')]],
  [true, [due('within', '7d'), due('gt', 'today+7d')]],
  [true, [due('lt', 'now-2mo'), due('gt', 'now')]],
  [true, [due('withinNext', '1d'), { field: 'due', op: 'empty' }]],
  // Months differ, days begin with their zone, and what moves passes what is fixed.
  [false, [due('lt', 'now-1mo'), due('gt', 'now-31d')]],
  [false, [due('lt', 'today'), due('gte', 'now-1h')]],
  [false, [due('gt', 'now'), due('lt', '2026-01-10T08:00:00Z')]],
  [false, [{ ...day('lt', '2026-01-10'), at: 'before' }, day('gt', '2026-01-20')] as When[]],
])('whether dates can’t be in both ranges (%s): %j', (isDead, all) => {
  const fields = [
    { ...textField('day'), type: 'date' } as never,
    { ...textField('due'), type: 'datetime' } as never,
  ]
  const codes = problems([rule('r', { all }, [])], { fields }).map(({ code }) => code)
  expect(codes).toEqual(isDead ? ['dead_branch'] : [])
})

test('problems between rules say labels, options, and conditions, and no keys', () => {
  const messages = (...rules: Parameters<typeof workflowOf>) =>
    problems(rules, {
      fields: [
        { ...numberField('n1'), label: 'Mails' },
        { ...optionField('s1', ['open']), label: 'Status' },
        { ...textField('t1'), label: 'Note' },
      ],
    }).map(({ message }) => message)
  const mails: When = { field: 'n1', op: 'gt', value: 5 }
  expect(messages(rule('r1', { all: [mails, { field: 'n1', op: 'lt', value: 3 }] }, []))).toEqual([
    'This rule never applies: “Mails is more than 5” and “Mails is less than 3” can’t both be true',
  ])
  const open: When = { field: 's1', op: 'eq', value: 'open' }
  expect(
    messages(rule('r1', open, [act('a', 'hide', 't1')]), rule('r2', mails, [act('b', 'show', 't1')])),
  ).toEqual([
    '“hide” in the rule “Status is open” and “show” here can apply to Note together; the later one wins',
  ])
  expect(messages(rule('r1', { all: [] }, []), rule('r2', undefined, []))).toEqual([
    'This else is never reached: the rule “always” always applies',
  ])
  expect(
    messages(
      rule('r1', { field: 't1', op: 'notEmpty' }, []),
      rule('r2', mails, [set('a', 't1', { value: 'x' })]),
    ),
  ).toEqual([
    'This rule reads Note, which the later rule “Mails is more than 5” sets. Move it after that rule, or read the value before the change.',
  ])
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

test('a message may name a field that only some can read, or that a later rule sets', () => {
  const rules = [
    rule('r', is('open'), [say(`{{secret}} {{ score }} {{created_at}} {{tracking_id}} ${'x'.repeat(900)}`)]),
    rule('later', is('open'), [set('a', 'score', { value: 1 })]),
  ]
  expect(found(...rules)).toEqual([])
})
