import { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { compileWorkflow } from './compile.ts'
import { evaluate } from './evaluate.ts'
import type { FormContext } from './form-context.ts'
import { couldSay, namesIn } from '@caseloom/contract/apps/message-names'
import { filledText } from './message-text.ts'
import { fieldsNamedBy } from './rule-fields.ts'
import { contextOf, numberField, optionField, rule, textField, workflowOf } from './testing.ts'

const FIELDS = [
  { key: 'title', type: 'text' },
  { key: 'story', type: 'text', format: 'rich' },
  { key: 'mailboxes', type: 'number' },
  { key: 'severity', type: 'selection', options: [{ key: 'hi', label: 'High' }] },
  {
    key: 'tags',
    type: 'selection',
    multiple: true,
    options: [
      { key: 'a', label: 'First' },
      { key: 'b', label: 'Second' },
    ],
  },
  { key: 'due', type: 'datetime' },
  { key: 'day', type: 'date' },
  { key: 'effort', type: 'duration' },
  { key: 'owner', type: 'user', multiple: true },
  { key: 'team', type: 'group' },
  { key: 'opened', type: 'system', of: 'created_at' },
].map((field) => FieldInput.parse({ label: field.key, ...field }))

const reading = (values: Record<string, JsonValue>, hidden: readonly string[] = []) => ({
  fields: new Map(FIELDS.map((field) => [field.key, field])),
  value: (key: string) => values[key] ?? null,
  readable: (key: string) => !hidden.includes(key),
  zone: 'Asia/Kathmandu',
})

const USERS = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']

test.each<[string, JsonValue, string]>([
  ['title', 'Mail', 'Mail'],
  ['title', null, '–'],
  ['mailboxes', 28, '28'],
  ['mailboxes', 0, '0'],
  ['severity', 'hi', 'High'],
  ['tags', ['a', 'b'], 'First, Second'],
  ['tags', [], '–'],
  ['due', '2026-11-20T22:17:15.000Z', '2026-11-21 04:02'],
  ['due', 'soon', 'soon'],
  ['day', '2026-11-21', '2026-11-21'],
  ['effort', 9_000, '2h 30m'],
  ['owner', USERS.slice(0, 1), 'someone'],
  ['owner', USERS, '2 people'],
  ['team', USERS[0] ?? null, 'a group'],
  ['story', '<p>Seen &amp; read</p>', 'Seen & read'],
  ['created_at', '2026-11-20T22:17:15.000Z', '2026-11-21 04:02'],
  ['created_by', USERS[0] ?? null, 'someone'],
  ['tracking_id', 'PHI-318', 'PHI-318'],
])('a text says %s %j as %s', (key, value, words) => {
  const { text, parts } = filledText(`Of {{ ${key} }}.`, reading({ [key]: value }))
  expect(text).toBe(`Of ${words}.`)
  expect(parts).toEqual(['Of ', { field: key, value, words }, '.'])
})

test('a placed fact says the fact that it shows', () => {
  expect(filledText('{{opened}}', reading({ created_at: '2026-11-20T22:17:00Z' })).text).toBe(
    '2026-11-21 04:02',
  )
})

test('a field that can’t be read is neither named nor said', () => {
  const values = { mailboxes: 28, title: 'Mail' }
  expect(filledText('{{mailboxes}} of {{title}}', reading(values, ['title']))).toEqual({
    text: '28 of …',
    parts: [{ field: 'mailboxes', value: 28, words: '28' }, ' of …'],
  })
  expect(filledText('Of {{title}}', reading(values, ['title']))).toEqual({ text: 'Of …' })
})

test.each(['{{gone}} left', '{{ }}', '{{title', '{title}', 'Plain'])(
  'the text %s stays as it is written',
  (text) => {
    expect(filledText(text, reading({ title: 'Mail' }))).toEqual({ text })
  },
)

test('a value is never read as a name, and long ones are cut between characters', () => {
  expect(filledText('{{title}}', reading({ title: '{{mailboxes}}', mailboxes: 28 })).text).toBe(
    '{{mailboxes}}',
  )
  const { text } = filledText('{{title}}', reading({ title: '😀'.repeat(100) }))
  expect([text.length, text.isWellFormed(), text.endsWith('😀…')]).toEqual([99, true, true])
  const most = filledText('{{title}}'.repeat(50), reading({ title: 'x'.repeat(100) })).text
  expect([most.length, most.at(-1)]).toEqual([1_000, '…'])
})

test.each([
  ['{{a}} boxes', '28 boxes', true],
  ['{{a}} boxes', '28 mail boxes', true],
  ['{{a}} boxes', '28 box', false],
  ['In {{a}}, {{b}}.', 'In x, y.', true],
  ['In {{a}}, {{b}}.', 'In x.', false],
  ['aba{{x}}aba', 'aba', false],
  ['Plain', 'Plain', true],
  ['Plain', 'Plain.', false],
])('whether %s could say “%s”: %s', (template, text, expected) => {
  expect(couldSay(template, text)).toBe(expected)
})

const SAY: WorkflowAction = { id: 'm', do: 'message', level: 'info', text: '{{n}} in {{status}}' }
const APP = [optionField('status', ['open', 'closed']), numberField('n'), textField('secret')]
const STATUS_SET: WorkflowAction = {
  id: 's',
  do: 'set',
  field: 'status',
  to: { value: 'closed' },
  repeat: 'always',
  onlyIfEmpty: false,
}
const filled = { field: 'n', op: 'notEmpty' } as const

test('a message says what the form ends with: also what a later rule sets', () => {
  const compiled = compileWorkflow(
    workflowOf(rule('say', filled, [SAY]), rule('set', filled, [STATUS_SET])),
    {
      fields: APP,
    },
  )
  expect(evaluate(compiled, contextOf({ n: 2, status: 'open' })).messages).toMatchObject([
    { text: '2 in closed' },
  ])
})

test('a message follows a field that no condition reads, while one types', () => {
  const always = { opened: ['edit' as const] }
  const compiled = compileWorkflow(workflowOf(rule('say', always, [SAY])), { fields: APP })
  const { actor } = contextOf({})
  const context = (record: FormContext['record']) => contextOf(record, { before: {}, actor })
  const first = evaluate(compiled, context({ n: 1 }))
  const second = evaluate(compiled, context({ n: 2 }), first)
  const third = evaluate(compiled, context({ n: 2, secret: 'x' }), second)
  expect([first, second].map(({ messages }) => messages[0]?.text)).toEqual(['1 in –', '2 in –'])
  expect(third.messages).toBe(second.messages)
})

test('what a text names counts as named by its rule', () => {
  expect(namesIn('{{a}} {{ b }} {{a}}')).toEqual(['a', 'b'])
  expect(fieldsNamedBy(rule('r', { opened: ['edit'] }, [SAY]), APP).sort()).toEqual(['n', 'status'])
})
