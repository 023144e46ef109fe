import type { When, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { decidingConditions, smallestFlips } from './explain.ts'
import { contextOf, numberField, optionField, rule, textField, workflowOf } from './testing.ts'

const FIELDS = [optionField('status', ['open', 'closed']), numberField('score'), textField('note')]
const hide: WorkflowAction = { id: 'a', do: 'hide', items: [{ field: 'note' }] }
const visible = { item: 'field:note', aspect: 'visible' } as const
const outcomeOf = (when: When, record: Record<string, string | number | null>) =>
  evaluate(compileWorkflow(workflowOf(rule('r', when, [hide])), { fields: FIELDS }), contextOf(record))

const closed: When = { field: 'status', op: 'eq', value: 'closed' }
const high: When = { field: 'score', op: 'gte', value: 80 }

test('of conditions that all have to hold, each decided; of those that failed together, none alone', () => {
  const both = (record: Record<string, string | number>) =>
    decidingConditions(outcomeOf({ all: [closed, high] }, record), visible).map(({ path, actual }) => [
      path,
      actual,
    ])
  expect(both({ status: 'closed', score: 90 })).toEqual([
    ['all.0', 'closed'],
    ['all.1', 90],
  ])
  expect(both({ status: 'closed', score: 3 })).toEqual([['all.1', 3]])
  expect(both({ status: 'open', score: 3 })).toEqual([])
})

test('the smallest changes that flip an item come first: one field before two', () => {
  const flips = (record: Record<string, string | number>) =>
    smallestFlips(outcomeOf({ all: [closed, high] }, record), visible).map(({ changes }) =>
      changes.map(({ field, to }) => `${field} ${String(to)}`),
    )
  expect(flips({ status: 'closed', score: 3 })).toEqual([['score 80']])
  expect(flips({ status: 'open', score: 3 })).toEqual([['status closed', 'score 80']])
  expect(flips({ status: 'closed', score: 90 })).toEqual([['status open'], ['score 79']])
})

test('fields that the actor can’t read are never part of a change', () => {
  const compiled = compileWorkflow(workflowOf(rule('r', { any: [closed, high] }, [hide])), { fields: FIELDS })
  const actor = { ...contextOf({}).actor, readable: (key: string) => key !== 'score' }
  const flips = smallestFlips(
    evaluate(compiled, contextOf({ status: 'open', score: 90 }, { actor })),
    visible,
  )
  expect(flips.flatMap(({ changes }) => changes.map(({ field }) => field))).not.toContain('score')
})
