import type { Workflow, WorkflowTest } from '@caseloom/contract/apps/workflow'
import { Workflow as WorkflowSchema } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { carryOver } from '../carry-over.ts'
import { compileWorkflow } from '../compile.ts'
import { withFieldRules } from '../from-fields.ts'
import { workflowProblems } from '../problems.ts'
import { numberField, optionField, rule, textField, workflowOf } from '../testing.ts'
import { printWorkflow, readWorkflow } from '../yaml.ts'
import { accepted, makeTest, runTests, type Sample } from './run-tests.ts'
import { withoutValues } from '../test-problems.ts'

const LEAD = '0197a000-0000-7000-8000-000000000001'
const SECRET = { readers: [LEAD] } as object
const FIELDS = [
  optionField('status', ['new', 'closed']),
  textField('reason'),
  numberField('score'),
  textField('secret', SECRET),
  textField('due'),
]

const CLOSING = rule('closing', { field: 'status', op: 'eq', value: 'closed' }, [
  { id: 'a1', do: 'show', items: [{ field: 'reason' }] },
  { id: 'a2', do: 'require', fields: ['reason'] },
  { id: 'a3', do: 'set', field: 'score', to: { value: 7 }, repeat: 'once', onlyIfEmpty: false },
  { id: 'a4', do: 'message', level: 'warning', text: 'Say why', at: { field: 'reason' } },
  { id: 'a5', do: 'options', field: 'status', options: ['closed'] },
])

const SAMPLE: Sample = {
  id: 't1',
  name: 'Closing',
  opened: 'edit',
  at: '2026-11-21T12:00:00.000Z',
  stored: { status: 'new', secret: 'x' },
  given: { status: 'closed' },
}

const compiled = (workflow: Workflow, fields = FIELDS) => compileWorkflow(workflow, { fields })

async function made(workflow = workflowOf(CLOSING), sample = SAMPLE): Promise<WorkflowTest> {
  return (await makeTest(compiled(workflow), sample)).test
}

async function differences(workflow: Workflow, one: WorkflowTest, fields = FIELDS) {
  const [run] = await runTests(compiled(workflow, fields), [one])
  return run?.differences
}

test('a test expects what rules decide, set, offer, and say, and passes while they do', async () => {
  const one = await made()
  expect(one.expect).toEqual({
    items: { 'field:reason': { visible: true, required: true } },
    options: { status: ['closed'] },
    values: { score: 7 },
    messages: [{ level: 'warning', text: 'Say why', at: 'field:reason' }],
  })
  expect(await differences(workflowOf(CLOSING), one)).toEqual([])
})

test('each part that comes out differently is named', async () => {
  const one = await made()
  const other = rule('closing', CLOSING.when, [
    { id: 'a1', do: 'show', items: [{ field: 'reason' }] },
    { id: 'a3', do: 'set', field: 'score', to: { value: 8 }, repeat: 'once', onlyIfEmpty: false },
    { id: 'a4', do: 'message', level: 'warning', text: 'Why?', at: { field: 'reason' } },
  ])
  expect(await differences(workflowOf(other), one)).toEqual([
    { kind: 'item', item: 'field:reason', aspect: 'required', expected: true, actual: false },
    { kind: 'offered', field: 'status', expected: ['closed'], actual: null },
    { kind: 'value', field: 'score', expected: 7, actual: 8 },
    { kind: 'message', message: { level: 'warning', text: 'Say why', at: 'field:reason' }, isExpected: true },
    { kind: 'message', message: { level: 'warning', text: 'Why?', at: 'field:reason' }, isExpected: false },
  ])
  const next = await accepted(compiled(workflowOf(other)), one)
  expect(await differences(workflowOf(other), next)).toEqual([])
})

test('an item that a rule hides without showing it is expected hidden', async () => {
  const one = await made(workflowOf(CLOSING), { ...SAMPLE, given: {} })
  expect(one.expect.items).toEqual({ 'field:reason': { visible: false } })
  expect(await differences(workflowOf(), one)).toEqual([
    { kind: 'item', item: 'field:reason', aspect: 'visible', expected: false, actual: true },
  ])
})

test('a test that names a missing field says so, loses nothing, and compares the rest', async () => {
  const one = await made()
  const fields = FIELDS.filter(({ key }) => key !== 'score')
  const left = rule(
    'closing',
    CLOSING.when,
    CLOSING.actions.filter(({ id }) => id !== 'a3'),
  )
  expect(await differences(workflowOf(left), one, fields)).toEqual([{ kind: 'missing', field: 'score' }])
  const whole = { ...workflowOf(left), tests: [one] }
  expect(workflowProblems(whole, { fields })).toEqual([])
  expect(WorkflowSchema.parse(whole).tests).toEqual([one])
})

test('a value of a field that only some can read is left out, and refused where it is given', async () => {
  const { test: one, restricted } = await makeTest(compiled(workflowOf(CLOSING)), SAMPLE)
  expect(restricted).toEqual(['secret'])
  expect(one.stored).toEqual({ status: 'new' })
  const bad: WorkflowTest = { ...one, given: { ...one.given, secret: 'y' } }
  const workflow = { ...workflowOf(CLOSING), tests: [bad] }
  expect(workflowProblems(workflow, { fields: FIELDS })).toMatchObject([
    { code: 'betrays', path: ['tests', 0, 'given', 'secret'], severity: 'error', test: 't1' },
  ])
  const shown = withoutValues(workflow, (key) => key !== 'secret')
  expect(shown.tests?.[0]?.given).toEqual({ status: 'closed' })
  expect((await accepted(compiled(workflowOf(CLOSING)), bad)).given).toEqual({ status: 'closed' })
})

test('a test is seen by its role alone', async () => {
  const hidden = rule('hidden', { field: 'secret', op: 'empty' }, [
    { id: 'b1', do: 'hide', items: [{ field: 'due' }] },
  ])
  const asLead = await made(workflowOf(hidden), { ...SAMPLE, role: LEAD })
  const asOther = await made(workflowOf(hidden), { ...SAMPLE, role: '0197a000-0000-7000-8000-000000000002' })
  expect(asLead.expect.items).toEqual({ 'field:due': { visible: false } })
  expect(asOther.expect.items).toEqual({})
})

test('the role of a test that no longer exists is a warning that names the test', async () => {
  const one = await made(workflowOf(CLOSING), { ...SAMPLE, role: LEAD })
  const found = workflowProblems({ ...workflowOf(CLOSING), tests: [one] }, { fields: FIELDS, roles: [] })
  expect(found).toMatchObject([{ code: 'unknown_role', path: ['tests', 0, 'role'], severity: 'warning' }])
  expect(found[0]?.message).toContain('"Closing"')
})

test('tests stay with the workflow when settings of fields become rules, and as text', async () => {
  const workflow = { ...workflowOf(CLOSING), tests: [await made()] }
  const fields = [
    ...FIELDS,
    textField('note', { requiredWhen: { field: 'status', op: 'notEmpty' } } as object),
  ]
  expect(withFieldRules(workflow, fields)).toMatchObject({ tests: workflow.tests })
  expect(carryOver({ fields, workflow }).workflow?.tests).toEqual(workflow.tests)
  expect(readWorkflow(printWorkflow(workflow)).workflow).toEqual(workflow)
})

test('of a large record, a test holds what rules read; one that is still too large is refused', async () => {
  const long = { ...SAMPLE, stored: { status: 'new', due: 'x'.repeat(6_000) } }
  const { test: one, long: left } = await makeTest(compiled(workflowOf(CLOSING)), long)
  expect([one.stored, left]).toEqual([{ status: 'new' }, ['due']])
  const large = { ...one, given: { reason: 'x'.repeat(10_000) } }
  const read = WorkflowSchema.safeParse({ stages: [], tests: [large] })
  expect(read.error?.issues).toMatchObject([
    { path: ['tests', 0], message: 'A test can have at most 10,000 characters' },
  ])
  const many = Array.from({ length: 101 }, (_, at) => ({ ...one, id: `t${at}` }))
  expect(WorkflowSchema.safeParse({ stages: [], tests: many }).error?.issues).toMatchObject([
    { path: ['tests'], message: 'A workflow can have at most 100 tests' },
  ])
})

const NAMING = rule('naming', CLOSING.when, [
  { id: 'n1', do: 'message', level: 'info', text: '{{status}}: {{secret}}, {{score}}' },
  { id: 'n2', do: 'set', field: 'secret', to: { value: 'red' }, repeat: 'once', onlyIfEmpty: false },
])

test('a test expects what a message says, without values that only some can read', async () => {
  const one = await made(workflowOf(NAMING), { ...SAMPLE, given: { status: 'closed', score: 7 } })
  expect(one.expect.messages).toEqual([{ level: 'info', text: 'closed: …, 7' }])
  expect(await differences(workflowOf(NAMING), one)).toEqual([])
  const other = { ...one, given: { ...one.given, score: 8 } }
  expect(await differences(workflowOf(NAMING), other)).toMatchObject([
    { kind: 'message', message: { text: 'closed: …, 7' }, isExpected: true },
    { kind: 'message', message: { text: 'closed: …, 8' }, isExpected: false },
  ])
})

test('a message that was expected before its field was restricted is refused, and not shown', async () => {
  const open = FIELDS.map((field) => (field.key === 'secret' ? textField('secret') : field))
  const { test: one } = await makeTest(compiled(workflowOf(NAMING), open), SAMPLE)
  expect(one.expect.messages).toEqual([{ level: 'info', text: 'closed: red, –' }])
  const workflow = {
    ...workflowOf(NAMING),
    tests: [{ ...one, stored: null, expect: { ...one.expect, values: {} } }],
  }
  expect(workflowProblems(workflow, { fields: FIELDS })).toMatchObject([
    { code: 'betrays', path: ['tests', 0, 'expect', 'messages', 0, 'text'], test: 't1' },
  ])
  const shown = withoutValues(workflow, (key) => key !== 'secret')
  expect(shown.tests?.[0]?.expect.messages).toEqual([{ level: 'info', text: '…: …, …' }])
  const next = { ...workflow, tests: [await accepted(compiled(workflowOf(NAMING)), one)] }
  expect(workflowProblems(next, { fields: FIELDS })).toEqual([])
  expect(withoutValues(next, (key) => key !== 'secret').tests).toEqual(next.tests)
})
