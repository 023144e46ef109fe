import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { LinkedTest, When, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { decidingConditions } from './explain.ts'
import { smallestFlips } from './smallest-flips.ts'
import type { FormContext } from './form-context.ts'
import { linkedName } from './tests.ts'
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

const LINKS = { ...textField('cases'), type: 'reference', multiple: true } as unknown as FieldInput
const withLevel = (value: string, min?: number): When => ({
  linked: 'cases',
  where: { field: 'level', op: 'eq', value },
  ...(min === undefined ? {} : { min }),
})
const any: When = { linked: 'cases' }

/** What would have to be different, where these rules hide the field. */
function differences(rules: When[], cases: string[] | null, more: Partial<FormContext> = {}) {
  const hiding = rules.map((when, at) => rule(`r${at}`, when, [{ ...hide, id: `a${at}` }]))
  const fields = {
    fields: [...FIELDS, LINKS],
    linked: new Map([['cases', [optionField('level', ['low', 'high'])]]]),
  }
  const context = contextOf(
    { status: 'open', score: 90 },
    { linked: () => cases?.map((level) => ({ level })) ?? null, ...more },
  )
  const outcome = evaluate(compileWorkflow(workflowOf(...hiding), fields), context)
  return smallestFlips(outcome, visible).map(({ changes, linked: links }) => [
    ...changes.map(({ field, to }) => `${field} ${String(to)}`),
    ...links.map(({ test: of, holds }) => `${holds ? '' : 'not '}${linkedName(of)}`),
  ])
}
const nameOf = (when: When) => linkedName(when as LinkedTest)

test('what is linked is different where a condition on linked records decided', () => {
  const high = withLevel('high')
  expect(differences([high], [])).toEqual([[nameOf(high)]])
  expect(differences([high], ['low'])).toEqual([[nameOf(high)]])
  expect(differences([high], ['high'])).toEqual([[`not ${nameOf(high)}`]])
  expect(differences([{ all: [closed, high] }], [])).toEqual([['status closed', nameOf(high)]])
  expect(differences([withLevel('high', 3)], ['high'])).toEqual([[nameOf(withLevel('high', 3))]])
})

test('a change of what is linked counts with what follows from it, and with what may come of it', () => {
  const high = withLevel('high')
  // A linked record that is high is one that is linked.
  expect(differences([{ all: [high, any] }], [])).toEqual([[nameOf(high)]])
  expect(differences([{ all: [high, { none: [any] }] }], [])).toEqual([])
  // Whether the new one is low too isn’t known.
  const low = withLevel('low')
  expect(differences([{ all: [high, { none: [low] }] }], [])).toEqual([])
  expect(differences([high, low], [])).toEqual([[nameOf(high)], [nameOf(low)]])
  expect(differences([high, low], ['high'])).toEqual([[`not ${nameOf(high)}`]])
  expect(differences([high, low], ['high', 'low'])).toEqual([])
})

test('links that aren’t known, and those that the actor can’t read, are never part of a change', () => {
  const high = withLevel('high')
  expect(differences([high], null)).toEqual([])
  const actor = { ...contextOf({}).actor, readable: (key: string) => key !== 'cases' }
  expect(differences([high], [], { actor })).toEqual([])
})
