import { AppCreate } from '@caseloom/contract/apps/apps'
import { checkConditions } from '@caseloom/testkit/apps-door'
import { expect, it } from 'vitest'
import { definitionIssues } from './definition/app-definition.rules.ts'

const APP = '01a200fb-ba03-70fc-8e5f-af4c6ce7a632'
const never = { any: [] }

function faults(fields: Record<string, unknown>[]): string[] {
  const options = ['new', 'closed'].map((key) => ({ key, label: key }))
  const app = AppCreate.parse({
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields: [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'state', label: 'State', type: 'selection', options },
      { key: 'due', label: 'Due', type: 'date' },
      { key: 'case', label: 'Case', type: 'reference', app: APP },
      { key: 'talk', label: 'Talk', type: 'comments' },
      { key: 'loud', label: 'Loud', type: 'formula', expression: '$uppercase(title)', result: 'text' },
      { key: 'other', label: 'Other', type: 'clock', start: { all: [] }, stop: never },
      ...fields,
    ],
  })
  return definitionIssues(app, app.fields, checkConditions).map(
    ({ path, code }) => `${path.slice(3).join('.')} ${code}`,
  )
}
const clock = (over: object) => [
  { key: 'sla', label: 'SLA', type: 'clock', start: never, stop: never, ...over },
]
const closed = { field: 'state', op: 'eq', value: 'closed' }

it('refuses a clock that would betray a field that only some roles may read', () => {
  const ROLE = '01a200fb-ba03-70fc-8e5f-af4c6ce7a633'
  const secret = { key: 'secret', label: 'Secret', type: 'text', readers: [ROLE] }
  const hidden = { field: 'secret', op: 'notEmpty' }
  for (const over of [{ start: hidden }, { pause: hidden }, { stop: { any: [{ not: hidden }] } }]) {
    expect(faults([secret, ...clock(over)])).toEqual(['readers betrays'])
    expect(faults([secret, ...clock({ ...over, readers: [ROLE] })])).toEqual([])
  }
})

it.each<[string, object, string[]]>([
  ['a state', { start: { all: [] }, stop: closed }, []],
  ['a day that moves', { stop: { field: 'due', op: 'lt', value: 'today' } }, []],
  [
    'an operator that does not suit',
    { start: { field: 'state', op: 'contains', value: 'a' } },
    ['start.op not_allowed'],
  ],
  [
    'an order of options that are none',
    { stop: { field: 'state', op: 'gte', value: 'worse' } },
    ['stop.value unknown_option'],
  ],
  [
    'a value of another type',
    { pause: { field: 'due', op: 'gte', value: 'soon' } },
    ['pause.value invalid_type'],
  ],
  [
    'several faults, each at its place',
    {
      start: { all: [closed, { field: 'none', op: 'empty' }] },
      stop: { not: { field: 'title', op: 'gt', value: 'a' } },
    },
    ['start.all.1.field unknown_field', 'stop.not.op not_allowed'],
  ],
  ['linked records', { start: { has: 'case' } }, ['start.has not_allowed']],
  ['a reference', { start: { field: 'case', op: 'empty' } }, ['start.field not_allowed']],
  ['a thread of comments', { start: { field: 'talk', op: 'empty' } }, ['start.field not_allowed']],
  [
    'a formula, which is worked out later',
    { start: { field: 'loud', op: 'eq', value: 'A' } },
    ['start.field not_allowed'],
  ],
  ['another clock', { stop: { field: 'other', op: 'eq', value: 'overdue' } }, ['stop.field not_allowed']],
  ['a fact of the record', { start: { field: 'created_by', op: 'eq', value: 'me' } }, []],
])('lets a clock look at %s, or says what is wrong', (_name, over, expected) => {
  expect(faults(clock(over))).toEqual(expected)
})

it.each<[string, object, string[]]>([
  [
    'no operator of the field',
    { field: 'state', op: 'startsWith', value: 'a' },
    ['requiredWhen.op not_allowed'],
  ],
  ['no value of it', { field: 'due', op: 'eq', value: 'soon' }, ['requiredWhen.value invalid_type']],
  ['a day that moves', { field: 'due', op: 'lt', value: 'today' }, ['requiredWhen.value not_allowed']],
  ['a thread of comments', { field: 'talk', op: 'empty' }, ['requiredWhen.field not_allowed']],
  [
    'an unknown field, reported once',
    { field: 'none', op: 'gt', value: 1 },
    ['requiredWhen.field unknown_field'],
  ],
  ['a formula', { field: 'loud', op: 'eq', value: 'A' }, []],
  ['a clock', { field: 'other', op: 'eq', value: 'overdue' }, []],
])('requires a field by %s, or says what is wrong', (_name, requiredWhen, expected) => {
  expect(faults([{ key: 'why', label: 'Why', type: 'text', requiredWhen }])).toEqual(expected)
})

it.each<[string, object, string[]]>([
  ['a state', closed, []],
  ['no operator of the field', { field: 'state', op: 'endsWith', value: 'a' }, ['stamp.when.op not_allowed']],
  [
    'a clock, which is reported later',
    { field: 'other', op: 'eq', value: 'met' },
    ['stamp.when.field not_allowed'],
  ],
  ['a day that moves', { field: 'due', op: 'lt', value: 'today-1d' }, ['stamp.when.value not_allowed']],
])('stamps a time by %s, or says what is wrong', (_name, when, expected) => {
  expect(faults([{ key: 'at', label: 'At', type: 'datetime', stamp: { when, keep: 'first' } }])).toEqual(
    expected,
  )
})
