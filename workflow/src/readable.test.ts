import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { readableWorkflow } from './readable.ts'
import { rule, textField, workflowOf } from './testing.ts'

const FIELDS = [textField('open'), textField('secret')]
const hide = (id: string, ...fields: string[]): WorkflowAction => ({
  id,
  do: 'hide',
  items: fields.map((field) => ({ field })),
})
const shown = (...rules: Parameters<typeof workflowOf>) => {
  const workflow = readableWorkflow(workflowOf(...rules), FIELDS, (field) => field !== 'secret')
  return workflow.stages[0]?.branches[0]?.rules
}

test('rules that use a field that can’t be read never apply, nor does what is nested or an else after them', () => {
  const inner = { id: 'n', rules: [rule('inner', { field: 'open', op: 'notEmpty' }, [])] }
  const secret = rule('secret', { field: 'secret', op: 'notEmpty' }, [], { branches: [inner] })
  const open = rule('open', { field: 'open', op: 'notEmpty' }, [
    hide('a', 'open', 'secret'),
    hide('b', 'secret'),
  ])
  expect(shown(secret, open, rule('else', undefined, []))?.map(({ id }) => id)).toEqual([
    'secret',
    'open',
    'else',
  ])
  expect(shown(secret)?.[0]).toEqual({
    id: 'secret',
    when: { any: [] },
    actions: [],
    branches: [{ id: 'n', rules: [{ id: 'inner', when: { any: [] }, actions: [], branches: [] }] }],
  })
  expect(shown(open)?.[0]?.actions).toEqual([hide('a', 'open')])
})

test('an expression is hidden by what it reads', () => {
  const to = { expression: 'record.secret' }
  const set: WorkflowAction = { id: 's', do: 'set', field: 'open', to, repeat: 'once', onlyIfEmpty: false }
  expect(shown(rule('r', { expression: 'record.open = "x"' }, [set]))?.[0]?.actions).toEqual([])
  expect(shown(rule('r', { expression: 'record.secret = "x"' }, []))?.[0]?.when).toEqual({ any: [] })
})

test('a message is without the names of fields that can’t be read', () => {
  const message = (text: string): WorkflowAction => ({ id: 'm', do: 'message', level: 'info', text })
  const [first] =
    shown(rule('r', { field: 'open', op: 'notEmpty' }, [message('{{open}} and {{ secret }}')])) ?? []
  expect(first?.actions).toEqual([message('{{open}} and …')])
})
