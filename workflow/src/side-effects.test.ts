import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { type Evaluated, sideEffects } from './side-effects.ts'
import { contextOf, optionField, rule, textField, workflowOf } from './testing.ts'

const FIELDS = [
  optionField('status', ['open', 'closed']),
  textField('note'),
  textField('cause'),
  textField('team'),
]
const when = { field: 'status', op: 'eq', value: 'closed' } as const
const hide: WorkflowAction = { id: 'hide', do: 'hide', items: [{ field: 'note' }, { section: 'end' }] }
const ask: WorkflowAction = { id: 'ask', do: 'require', fields: ['cause'] }
const say: WorkflowAction = { id: 'say', do: 'message', level: 'info', text: 'Done' }
const fill: WorkflowAction = {
  id: 'fill',
  do: 'set',
  field: 'team',
  to: { value: 'Tier 2' },
  repeat: 'always',
  onlyIfEmpty: false,
}
const compiled = compileWorkflow(workflowOf(rule('r', when, [hide, ask, say, fill])), { fields: FIELDS })
const at = (record: Record<string, string | null>): Evaluated => ({
  outcome: evaluate(compiled, contextOf(record)),
  record,
})
const [open, closed] = [at({ status: 'open' }), at({ status: 'closed' })]
const required = { item: 'field:cause', aspect: 'required' } as const

test('another record shows, requires, sets, and says something else, besides what was asked for', () => {
  expect(sideEffects(closed, open, { subject: required, required: new Set() })).toEqual([
    { item: 'field:note', aspect: 'visible', value: true },
    { item: 'section:end', aspect: 'visible', value: true },
    { field: 'team', to: null },
    { message: 'Done', isShown: false },
  ])
  const visible = { item: 'field:note', aspect: 'visible' } as const
  expect(sideEffects(open, closed, { subject: visible, required: new Set() })).toEqual([
    { item: 'section:end', aspect: 'visible', value: false },
    { item: 'field:cause', aspect: 'required', value: true },
    { field: 'team', to: 'Tier 2' },
    { message: 'Done', isShown: true },
  ])
})

test('nothing else is said of a record that changes no rule, of a field that is required anyway, and of a given value', () => {
  expect(
    sideEffects(closed, at({ status: 'closed', note: 'x' }), { subject: required, required: new Set() }),
  ).toEqual([])
  const subject = { message: 'say' }
  const anyway = sideEffects(closed, open, { subject, required: new Set(['field:cause']) })
  expect(anyway.map((one) => ('item' in one ? one.item : 'other'))).toEqual([
    'field:note',
    'section:end',
    'other',
  ])
  const given = sideEffects(closed, at({ status: 'open', team: 'Mine' }), { subject, required: new Set() })
  expect(given.some((one) => 'field' in one)).toBe(false)
})
