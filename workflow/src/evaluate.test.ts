import type { When, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { evaluate, settle } from './evaluate.ts'
import { contextOf, numberField, optionField, rule, textField, workflowOf } from './testing.ts'

const FIELDS = [
  optionField('status', ['open', 'closed']),
  numberField('score'),
  textField('note'),
  textField('secret'),
  { ...textField('closed_at'), type: 'datetime' } as never,
]
const closed: When = { field: 'status', op: 'eq', value: 'closed' }
const show = (id: string, field: string): WorkflowAction => ({ id, do: 'show', items: [{ field }] })
const hide = (id: string, field: string): WorkflowAction => ({ id, do: 'hide', items: [{ field }] })
const set = (id: string, field: string, value: string, more = {}): WorkflowAction => ({
  id,
  do: 'set',
  field,
  to: { value },
  repeat: 'once',
  onlyIfEmpty: false,
  ...more,
})
const compiled = (...rules: Parameters<typeof workflowOf>) =>
  compileWorkflow(workflowOf(...rules), { fields: FIELDS })

test('what a rule shows is hidden without it; what a rule hides is visible without it', () => {
  const workflow = compiled(rule('r', closed, [show('a', 'note'), hide('b', 'score')]))
  const open = evaluate(workflow, contextOf({ status: 'open' }))
  expect(open.items.get('field:note')?.visible).toEqual({ value: false, by: [] })
  expect(open.items.get('field:score')?.visible).toEqual({ value: true, by: [] })
  const done = evaluate(workflow, contextOf({ status: 'closed' }))
  expect(done.items.get('field:note')?.visible).toEqual({ value: true, by: ['a'] })
  expect(done.items.get('field:score')?.visible).toEqual({ value: false, by: ['b'] })
})

test('the later action wins, and those that agree with it are named', () => {
  const workflow = compiled(
    rule('one', closed, [hide('a', 'note')]),
    rule('two', closed, [show('b', 'note')]),
    rule('three', closed, [show('c', 'note')]),
  )
  const { items } = evaluate(workflow, contextOf({ status: 'closed' }))
  expect(items.get('field:note')?.visible).toEqual({ value: true, by: ['b', 'c'] })
})

test('an else holds when no earlier rule of its branch does, and nested rules need their parent', () => {
  const nested = {
    id: 'n',
    rules: [rule('inner', { field: 'score', op: 'gt', value: 5 }, [hide('x', 'note')])],
  }
  const workflow = compiled(
    rule('first', closed, [], { branches: [nested] }),
    rule('else', undefined, [hide('e', 'score')]),
  )
  const outcomes = (record: Record<string, string | number>) =>
    evaluate(workflow, contextOf(record)).trace.map(({ rule: id, outcome }) => `${id} ${outcome}`)
  expect(outcomes({ status: 'open', score: 9 })).toEqual(['first false', 'inner not_reached', 'else true'])
  expect(outcomes({ status: 'closed', score: 9 })).toEqual(['first true', 'inner true', 'else false'])
})

test('a disabled rule and one for other occasions are not run', () => {
  const workflow = compiled(
    rule('off', closed, [hide('a', 'note')], { off: true }),
    rule('import', closed, [hide('b', 'note')], { on: ['import'] }),
  )
  const outcome = evaluate(workflow, contextOf({ status: 'closed' }))
  expect(outcome.trace.map(({ outcome: one }) => one)).toEqual(['not_run', 'not_run'])
  expect(outcome.items.get('field:note')?.visible?.value).toBe(true)
})

test('a value that a rule sets is seen by rules after it, and never by those before', () => {
  const workflow = compiled(
    rule('early', { field: 'note', op: 'eq', value: 'x' }, [hide('a', 'score')]),
    rule('set', closed, [set('b', 'note', 'x')]),
    rule('late', { field: 'note', op: 'eq', value: 'x' }, [hide('c', 'secret')]),
  )
  const outcome = evaluate(
    workflow,
    contextOf({ status: 'closed', note: null }, { before: { status: 'open' } }),
  )
  expect(outcome.values).toEqual({ note: 'x' })
  expect(outcome.items.get('field:score')?.visible?.value).toBe(true)
  expect(outcome.items.get('field:secret')?.visible?.value).toBe(false)
})

test('once sets a value when the rule begins to apply, and keeps what the change itself brings', () => {
  const workflow = compiled(rule('r', closed, [set('a', 'note', 'done')]))
  const closing = (record: Record<string, string | null>) =>
    evaluate(workflow, contextOf({ status: 'closed', ...record }, { before: { status: 'open', note: null } }))
      .values
  expect(closing({ note: null })).toEqual({ note: 'done' })
  expect(closing({ note: 'mine' })).toEqual({})
  const later = contextOf({ status: 'closed', note: null }, { before: { status: 'closed', note: 'old' } })
  expect(evaluate(workflow, later).values).toEqual({})
})

test('in an open form, once means since the evaluation before this one', () => {
  const workflow = compiled(rule('r', closed, [set('a', 'note', 'done')]))
  const before = { status: 'open', note: null }
  const actor = contextOf({}).actor
  const first = evaluate(workflow, contextOf(before, { actor }))
  const closing = evaluate(workflow, contextOf({ ...before, status: 'closed' }, { actor, before }), first)
  expect(closing.values).toEqual({ note: 'done' })
  const cleared = contextOf({ status: 'closed', note: null }, { actor, before })
  expect(evaluate(workflow, cleared, closing).values).toEqual({})
})

test('always insists, and only if empty leaves what is there', () => {
  const always = compiled(rule('r', closed, [set('a', 'note', 'done', { repeat: 'always' })]))
  expect(evaluate(always, contextOf({ status: 'closed', note: 'other' })).values).toEqual({ note: 'done' })
  const empty = compiled(
    rule('r', closed, [set('a', 'note', 'done', { repeat: 'always', onlyIfEmpty: true })]),
  )
  expect(evaluate(empty, contextOf({ status: 'closed', note: 'other' })).values).toEqual({})
})

test.each([
  ['lower', 'low', 'mid', 'mid'],
  ['lower', 'high', 'mid', null],
  ['lower', 'mid', 'mid', null],
  ['lower', null, 'low', 'low'],
  ['higher', 'high', 'mid', 'mid'],
  ['higher', 'low', 'mid', null],
  ['higher', null, 'high', 'high'],
  ['lower', 'retired', 'mid', null],
] as const)(
  'only if %s: %s is replaced by %s as %s, by the order of options',
  (onlyIf, present, value, found) => {
    const level = optionField('level', ['low', 'mid', 'high'])
    const action = set('a', 'level', value, { onlyIf })
    const workflow = compileWorkflow(workflowOf(rule('r', closed, [action])), { fields: [...FIELDS, level] })
    const outcome = evaluate(
      workflow,
      contextOf({ status: 'closed', level: present }, { before: { status: 'open', level: present } }),
    )
    expect(outcome.values).toEqual(found === null ? {} : { level: found })
  },
)

test.each([
  ['score', 'lower', 9, 10, true],
  ['score', 'higher', 9, 10, false],
  ['score', 'higher', '100000000000000000001', '100000000000000000000', true],
  ['day', 'lower', '2026-11-20', '2026-11-21', true],
  ['day', 'lower', '2026-11-20', 'today', true],
  ['day', 'higher', '2026-11-20', 'today', false],
  ['closed_at', 'lower', '2026-11-21T11:59:59.000Z', 'now', true],
  ['closed_at', 'higher', '2026-11-21T13:00:00.000Z', 'now', true],
  ['score', 'lower', 9, null, false],
  ['score', 'higher', 9, null, false],
  ['note', 'lower', 'a', 'b', false],
] as const)('%s is set only if %s: %s by %s is %s', (...[field, onlyIf, present, value, isSet]) => {
  const day = { ...textField('day'), type: 'date' } as never
  const action = { ...set('a', field, '', { onlyIf, repeat: 'always' }), to: { value } } as WorkflowAction
  const workflow = compileWorkflow(workflowOf(rule('r', closed, [action])), { fields: [...FIELDS, day] })
  const { values } = evaluate(workflow, contextOf({ status: 'closed', [field]: present }))
  expect(Object.keys(values)).toEqual(isSet ? [field] : [])
})

test('of rules that each set a value if it is lower, the highest stays, whatever their order', () => {
  const to = (value: number, id: string) =>
    rule(id, closed, [{ ...set(id, 'score', '', { onlyIf: 'lower' }), to: { value } } as WorkflowAction])
  for (const order of [
    [3, 9, 5],
    [9, 5, 3],
    [5, 3, 9],
  ]) {
    const workflow = compiled(...order.map((value) => to(value, `r${value}`)))
    const context = contextOf({ status: 'closed', score: 4 }, { before: { status: 'open', score: 4 } })
    expect(evaluate(workflow, context).values).toEqual({ score: 9 })
  }
})

test('a default fills a new record where nothing was given', () => {
  const preset: WorkflowAction = { id: 'd', do: 'default', field: 'note', to: { value: 'hello' } }
  const workflow = compiled(rule('r', { opened: ['new', 'api'] }, [preset]))
  const fresh = (more: object) =>
    evaluate(workflow, contextOf({ note: null }, { occasion: 'new', before: null, ...more }))
  expect(fresh({}).values).toEqual({ note: 'hello' })
  expect(fresh({ record: { note: 'mine' } }).values).toEqual({})
  expect(fresh({ before: { note: null } }).values).toEqual({})
})

test('changed and becomes compare with the stored record', () => {
  const workflow = compiled(
    rule('changed', { changed: 'note' }, []),
    rule('becomes', { ...closed, at: 'becomes' } as When, []),
    rule('before', { ...closed, at: 'before' } as When, []),
  )
  const outcomes = (record: object, before: object | null) =>
    evaluate(workflow, contextOf(record as never, { before: before as never })).trace.map(
      (entry) => entry.outcome,
    )
  expect(outcomes({ status: 'closed', note: 'a' }, { status: 'open', note: 'b' })).toEqual([
    'true',
    'true',
    'false',
  ])
  expect(outcomes({ status: 'closed', note: 'a' }, { status: 'closed', note: 'a' })).toEqual([
    'false',
    'false',
    'true',
  ])
  expect(outcomes({ status: 'closed', note: 'a' }, null)).toEqual(['true', 'true', 'false'])
})

test('an expression decides and computes once its result is there', async () => {
  const workflow = compiled(
    rule('r', { expression: 'record.score > 3 and $not(before.score > 3)' }, [
      { ...set('a', 'note', ''), to: { expression: '"score " & record.score' } } as WorkflowAction,
    ]),
  )
  const context = contextOf({ score: 5, note: null }, { before: { score: 1, note: null } })
  expect(evaluate(workflow, context).pending).toBe(1)
  const outcome = await settle(workflow, context)
  expect([outcome.pending, outcome.values]).toEqual([0, { note: 'score 5' }])
})

test('an expression that fails or exceeds its bound never holds, and says why', async () => {
  const workflow = compiled(
    rule('r', { expression: '$sum([1..9999].($sum([1..9999]))) > 0' }, [hide('a', 'note')]),
  )
  const outcome = await settle(workflow, contextOf({}))
  expect(outcome.trace[0]?.outcome).toBe('false')
  expect(outcome.trace[0]?.operands[0]?.fault).toContain('evaluation steps')
})

test('a rule whose conditions the actor can’t read changes nothing on the form, but sets its values', () => {
  const readable = (key: string) => key !== 'secret'
  const when: When = { field: 'secret', op: 'eq', value: 'x' }
  const workflow = compiled(
    rule('r', when, [hide('a', 'note'), set('b', 'closed_at', 'now', { repeat: 'always' })]),
    rule('else', undefined, [hide('c', 'score')]),
  )
  const actor = { ...contextOf({}).actor, readable }
  for (const secret of ['x', 'y']) {
    const outcome = evaluate(workflow, contextOf({ secret }, { actor }))
    expect(outcome.items.get('field:note')?.visible?.by).toEqual([])
    expect(outcome.items.get('field:score')?.visible?.by).toEqual([])
  }
  expect(evaluate(workflow, contextOf({ secret: 'x' }, { actor })).values['closed_at']).toBe(
    '2026-11-21T12:00:00.000Z',
  )
})

test('conditions on linked records and on the actor', () => {
  const workflow = compileWorkflow(
    workflowOf(
      rule('two', { linked: 'alerts', where: { field: 'severity', op: 'gte', value: 'high' }, min: 2 }, []),
      rule('role', { actor: 'role', in: ['lead'] }, []),
      rule('kind', { actor: 'kind', in: ['playbook'] }, []),
    ),
    { fields: FIELDS, linked: new Map([['alerts', [optionField('severity', ['low', 'high', 'critical'])]]]) },
  )
  const linked = () => [{ severity: 'high' }, { severity: 'critical' }, { severity: 'low' }]
  const actor = { ...contextOf({}).actor, roles: ['lead'] }
  const outcome = evaluate(workflow, contextOf({}, { linked, actor }))
  expect(outcome.trace.map((entry) => [entry.outcome, entry.operands[0]?.actual])).toEqual([
    ['true', 2],
    ['true', null],
    ['false', 'user'],
  ])
})

test('settings of fields are rules with the same outcome', () => {
  const filter = { field: 'status', op: 'eq', value: 'closed' } as const
  const fields = [
    ...FIELDS.filter(({ key }) => key !== 'closed_at' && key !== 'note'),
    textField('note', { requiredWhen: filter }),
    { ...textField('closed_at'), type: 'datetime', stamp: { when: filter, keep: 'first' } } as never,
    { ...textField('clock'), type: 'clock', start: { not: filter }, stop: filter, warnAt: 75 } as never,
  ]
  const workflow = compileWorkflow(undefined, { fields })
  const before = { status: 'open', note: null, closed_at: null }
  const outcome = evaluate(workflow, contextOf({ ...before, status: 'closed' }, { before, occasion: 'api' }))
  expect(outcome.values).toEqual({ closed_at: '2026-11-21T12:00:00.000Z' })
  expect(outcome.items.get('field:note')?.required?.value).toBe(true)
  expect(outcome.clocks.get('clock')).toEqual({ start: false, pause: false, stop: true })
})

test('an error message blocks saving', () => {
  const message: WorkflowAction = {
    id: 'm',
    do: 'message',
    level: 'error',
    text: 'No',
    at: { field: 'note' },
  }
  const workflow = compiled(rule('r', closed, [message]))
  const outcome = evaluate(workflow, contextOf({ status: 'closed' }))
  expect(outcome.blocks).toBe(true)
  expect(outcome.messages).toEqual([{ level: 'error', text: 'No', at: 'field:note', rule: 'r', action: 'm' }])
})
