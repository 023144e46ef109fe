import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { settle } from './evaluate.ts'
import { contextOf, numberField, optionField, rule, textField, workflowOf } from './testing.ts'
import { tryExpression } from './try-expression.ts'

const FIELDS = [optionField('status', ['open', 'closed']), numberField('score'), textField('secret')]
const set = (id: string, value: number): WorkflowAction => ({
  id,
  do: 'set',
  field: 'score',
  to: { value },
  repeat: 'always',
  onlyIfEmpty: false,
})
const workflow = workflowOf(
  rule('first', { field: 'status', op: 'eq', value: 'open' }, [set('a', 5)]),
  rule('second', { field: 'status', op: 'eq', value: 'open' }, [set('b', 7), set('c', 9)]),
  rule('never', { field: 'status', op: 'eq', value: 'closed' }, [set('d', 11)]),
)
const outcomeWith = (more = {}) =>
  settle(
    compileWorkflow(workflow, { fields: FIELDS }),
    contextOf({ status: 'open', score: 1, secret: 'plum' }, { before: { score: 3 }, ...more }),
  )
const value = async (source: string, at: { rule: string; action?: string }) => {
  const tried = await tryExpression(await outcomeWith(), source, at)
  return tried !== null && 'value' in tried ? tried.value : tried
}

test.each([
  ['record.score', { rule: 'first' }, 1],
  ['record.score', { rule: 'second' }, 5],
  ['record.score', { rule: 'second', action: 'c' }, 7],
  ['record.score', { rule: 'never', action: 'd' }, 9],
  ['before.score', { rule: 'second' }, 3],
  ['actor.kind & opened', { rule: 'second' }, 'useredit'],
  ['record.score > 4', { rule: 'second' }, true],
  ['before.secret', { rule: 'second' }, null],
  ['record.score', { rule: 'gone' }, null],
  ['record.gone', { rule: 'first' }, null],
  ['record.', { rule: 'first' }, null],
])('%s at %j gives %j', async (source, at, expected) => {
  expect(await value(source, at)).toEqual(expected)
})

test('an expression says why it fails, and what it read', async () => {
  const outcome = await outcomeWith()
  expect(await tryExpression(outcome, '$error("no " & record.score)', { rule: 'first' })).toEqual({
    fault: expect.stringContaining('no 1'),
  })
  expect(await tryExpression(outcome, 'record.score + before.score', { rule: 'second' })).toEqual({
    value: 8,
    record: { score: 5 },
    before: { score: 3 },
  })
})

test('nothing is said of what the actor can’t read', async () => {
  const actor = { ...contextOf({}).actor, readable: (field: string) => field !== 'secret' }
  const outcome = await outcomeWith({ actor })
  expect(await tryExpression(outcome, '$length(record.secret)', { rule: 'first' })).toEqual({ hidden: true })
  expect(await tryExpression(outcome, '$length(before.secret)', { rule: 'first' })).toEqual({ hidden: true })
})
