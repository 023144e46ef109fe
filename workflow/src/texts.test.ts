import type { When, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Filter } from '@caseloom/contract/values/filter'
import { expect, test } from 'vitest'
import { conditionSentence, ruleSentence } from './sentences.ts'
import { numberField, optionField, rule, textField, workflowOf } from './testing.ts'
import { printWorkflow, readWorkflow } from './yaml.ts'

const FIELDS = [
  { ...optionField('status', ['open', 'closed']), label: 'Status' },
  { ...numberField('score'), label: 'Score' },
  { ...textField('root_cause'), label: 'Root cause' },
]
const require: WorkflowAction = { id: 'a', do: 'require', fields: ['root_cause'] }

test.each<[When | undefined, WorkflowAction[], string]>([
  [{ field: 'status', op: 'eq', value: 'closed' }, [require], 'When Status is closed: require Root cause.'],
  [
    {
      all: [
        { field: 'score', op: 'between', value: [1, 9] },
        { any: [{ changed: 'status' }, { opened: ['new', 'api'] }] },
      ],
    },
    [{ id: 'm', do: 'message', level: 'error', text: 'No' }],
    'When Score is between 1 and 9 and (Status changed or the record is created or changed through the API): refuse to save: “No”.',
  ],
  [
    { changed: 'score' },
    [{ id: 'm', do: 'message', level: 'warning', text: '{{score}} of {{gone}}' }],
    'When Score changed: warn: “[Score] of [gone]”.',
  ],
  [
    undefined,
    [{ id: 'h', do: 'hide', items: [{ field: 'score' }, { section: 'details' }] }],
    'Otherwise: hide Score and the section details.',
  ],
  [
    { field: 'status', op: 'eq', value: 'closed', at: 'becomes' },
    [{ id: 's', do: 'set', field: 'root_cause', to: { value: 'x' }, repeat: 'once', onlyIfEmpty: true }],
    'When Status is closed from now on: set Root cause to “x” if it is empty.',
  ],
  [
    { changed: 'score' },
    [
      {
        id: 's',
        do: 'set',
        field: 'status',
        to: { value: 'closed' },
        repeat: 'always',
        onlyIfEmpty: false,
        onlyIf: 'lower',
      },
    ],
    'When Score changed: set Status to closed if it is lower or empty every time.',
  ],
])('a rule reads as a sentence: %j', (when, actions, sentence) => {
  expect(ruleSentence(rule('r', when, actions), { fields: FIELDS })).toBe(sentence)
})

test('a rule reads with the values that its reader gives words to; others stay as they are', () => {
  const when: When = { field: 'root_cause', op: 'between', value: ['2026-11-28', 'x'] }
  const fields = FIELDS
  const value = (key: string, one: unknown) =>
    key === 'root_cause' && one === '2026-11-28' ? '28 Nov 2026' : String(one)
  expect(ruleSentence(rule('r', when, [require]), { fields, value })).toBe(
    'When Root cause is between 28 Nov 2026 and “x”: require Root cause.',
  )
})

test('a condition on linked records is said with the fields and values of their app', () => {
  const status = { ...optionField('status', ['open']), label: 'Case status' }
  const where = {
    all: [
      { field: 'status', op: 'eq', value: 'open' },
      { field: 'opened_on', op: 'lt', value: 'x' },
    ],
  } as const
  const linked = new Map([['cases', [status, { ...textField('opened_on'), label: 'Opened' }]]])
  const linkedValue = (reference: string, key: string) =>
    key === 'opened_on' ? `${reference}’ day` : undefined
  const value = () => 'a value of the record'
  const when: When = { linked: 'cases', where: { all: [...where.all] } }
  expect(ruleSentence(rule('r', when, [require]), { fields: FIELDS, linked, value, linkedValue })).toBe(
    'When cases has at least one linked record where Case status is open and Opened is less than cases’ day: require Root cause.',
  )
})

const CAMPAIGN = FieldInput.parse({
  key: 'campaign',
  label: 'Campaign',
  type: 'reference',
  app: '0190a000-0000-7000-8000-00000000000a',
})
const ofCampaign = (where?: Filter): When => ({
  linked: 'campaign',
  ...(where === undefined ? {} : { where }),
})
const isHigh = { field: 'level', op: 'eq', value: 'high' } as const
const isOpen = { field: 'stage', op: 'notEmpty' } as const

test.each<[When, string]>([
  [ofCampaign(isHigh), 'Campaign, Level is High'],
  [ofCampaign(), 'Campaign has a linked record'],
  [ofCampaign({ all: [] }), 'Campaign has a linked record'],
  [ofCampaign({ any: [isHigh, isOpen] }), 'Campaign, Level is High or Campaign, stage is not empty'],
  [ofCampaign({ not: isHigh }), 'not (Campaign, Level is High)'],
  [
    { all: [ofCampaign({ any: [isHigh, isOpen] }), { changed: 'score' }] },
    '(Campaign, Level is High or Campaign, stage is not empty) and Score changed',
  ],
  [{ none: [ofCampaign(isHigh)] }, 'it is not true that Campaign, Level is High'],
  [{ ...ofCampaign(isHigh), min: 2 } as When, 'Campaign has at least 2 linked records where Level is High'],
])('a condition on the one linked record is said by its fields: %j', (when, sentence) => {
  const level = { ...optionField('level', ['high']), label: 'Level' }
  const options = [{ key: 'high', label: 'High' }]
  const names = { fields: [...FIELDS, CAMPAIGN], linked: new Map([['campaign', [{ ...level, options }]]]) }
  expect(conditionSentence(when, names)).toBe(sentence)
})

test('a workflow written as YAML reads back the same', () => {
  const workflow = workflowOf(
    rule('r', { none: [{ field: 'status', op: 'in', value: ['open'] }] }, [require], { note: 'Why: "so"' }),
  )
  expect(readWorkflow(printWorkflow(workflow)).workflow).toEqual(workflow)
})

test('faults of a text have their line: of its syntax, and of what it says', () => {
  expect(readWorkflow('stages: [').issues?.[0]?.line).toBe(1)
  const text = printWorkflow(workflowOf(rule('r', { field: 'status', op: 'eq', value: 'x' }, [require])))
  const line = text.split('\n').findIndex((one) => one.includes('op: eq')) + 1
  const { issues } = readWorkflow(text.replace('op: eq', 'op: equals'))
  expect(issues?.map((issue) => issue.line)).toEqual([line])
})

test('a text that is nested too deeply is refused', () => {
  let when: When = { changed: 'status' }
  for (let depth = 0; depth < 480; depth += 1) when = { all: [when] }
  const { issues } = readWorkflow(JSON.stringify(workflowOf(rule('r', when, []))))
  expect(issues?.[0]?.message).toContain('nested too deeply')
  let shallow: When = { changed: 'status' }
  for (let depth = 0; depth < 90; depth += 1) shallow = { all: [shallow] }
  const read = readWorkflow(JSON.stringify(workflowOf(rule('r', shallow, []))))
  expect(read.issues).toBeUndefined()
})
