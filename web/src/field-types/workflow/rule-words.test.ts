import { type Field, FieldInput } from '@caseloom/contract/field-types/fields'
import type { When } from '@caseloom/contract/apps/workflow'
import { FieldId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { expect, it } from 'vitest'
import {
  actionText,
  messageWords,
  operandWords,
  valueWords,
  type Vocabulary,
  whenTitle,
} from './rule-words.ts'

const AT = '2026-11-28T05:00:00.000Z'
const CREATOR = '0190a000-0000-7000-8000-000000000002'
const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
const aSubject = (key: string, input: object) => {
  const field: Field = { ...FieldInput.parse({ key, label: key, ...input }), id }
  return { key, label: field.label, type: field.type, field }
}

/** Texts by their key and values: which words are chosen is what is tested. */
const say = (key: string, values: Record<string, unknown> = {}) =>
  [key, ...Object.values(values).map(String)].join(' ')

const CASES = [
  { ...aSubject('due', { type: 'date' }), label: 'Due by' },
  { ...aSubject('impact', { type: 'selection', options: [{ key: 'hi', label: 'High' }] }), label: 'Impact' },
]

const words: Vocabulary = {
  subjects: [
    aSubject('due', { type: 'datetime' }),
    aSubject('day', { type: 'date' }),
    aSubject('effort', { type: 'duration' }),
    aSubject('case', { type: 'reference', app: '0190a000-0000-7000-8000-00000000000a' }),
    { key: 'created_at', label: 'Created', type: 'datetime' },
    { key: 'created_by', label: 'Created by', type: 'user' },
  ],
  linked: (key) => (key === 'cases' || key === 'case' ? CASES : []),
  layout: [],
  people: { name: (one) => (one === CREATOR ? 'Alice' : undefined), zone: 'Asia/Kathmandu' },
  table: (key: string, column?: string) => column ?? key,
  role: (one) => one,
  button: (one) => one,
  field: say,
  say,
}

it.each<[string, JsonValue, string]>([
  ['due', AT, '28 Nov 2026, 10:45'],
  ['day', '2026-11-28', '28 Nov 2026'],
  ['effort', 9_000, '2h 30m'],
  ['created_at', AT, '28 Nov 2026, 10:45'],
  ['created_by', CREATOR, 'Alice'],
  ['due', null, ''],
  ['gone', 'as it is', 'as it is'],
])('the value of %s %j is said as its cell shows it: %s', (key, value, text) => {
  expect(valueWords(words, key, value)).toBe(text)
})

it.each<[When, string]>([
  [{ field: 'due', op: 'lt', value: AT }, 'due dates.lt 28 Nov 2026, 10:45'],
  [{ field: 'created_at', op: 'gte', value: AT }, 'Created dates.gte 28 Nov 2026, 10:45'],
  [
    { field: 'day', op: 'between', value: ['2026-11-01', 'today'] },
    'day dates.between 1 Nov 2026 – moving.points.today',
  ],
])('a condition has its moments in words: %j', (when, title) => {
  expect(whenTitle(words, when)).toBe(title)
})

it('what linked records are compared with is said in the words of their app', () => {
  const impact = { field: 'impact', op: 'eq' as const, value: 'hi' }
  const due = { field: 'due', op: 'lt' as const, value: '2026-11-28' }
  expect(whenTitle(words, { linked: 'cases', where: { all: [impact, due] } })).toBe(
    'when.where when.linked cases 1 Impact operators.eq Highwhen.andDue by dates.lt 28 Nov 2026',
  )
  const to = { through: 'cases', field: 'impact' }
  expect(
    actionText(words, { id: 'a', do: 'set', field: 'due', to, onlyIfEmpty: false, repeat: 'once' }),
  ).toBe('verbs.set due rest.through Impact cases')
})

it.each<[When, string]>([
  [
    { linked: 'case', where: { field: 'impact', op: 'eq', value: 'hi' } },
    'when.through case Impact operators.eq High',
  ],
  [{ linked: 'case' }, 'when.linked case 1'],
  [{ linked: 'case', where: { all: [] } }, 'when.linked case 1'],
  [
    { linked: 'case', min: 2, where: { field: 'impact', op: 'notEmpty' } },
    'when.where when.linkedMin case 2 Impact operators.notEmpty',
  ],
  [
    {
      linked: 'case',
      where: {
        any: [
          { field: 'impact', op: 'notEmpty' },
          { field: 'gone', op: 'notEmpty' },
        ],
      },
    },
    'when.through case Impact operators.notEmptywhen.orgone operators.notEmpty',
  ],
])('the one record that a field can link is named by its fields: %j', (when, title) => {
  expect(whenTitle(words, when)).toBe(title)
})

it.each<[When, string]>([
  [{ actor: 'user', in: [CREATOR, 'gone'] }, 'when.user Alicewhen.orwhen.unknown.user'],
  [{ actor: 'group', in: ['gone'] }, 'when.group when.unknown.group'],
  [{ actor: 'role', in: ['lead'] }, 'when.role lead'],
])('who acts is said by name: %j', (when, title) => {
  expect(whenTitle(words, when)).toBe(title)
})

it('an action has them too', () => {
  const to = { value: AT }
  expect(
    actionText(words, { id: 'a', do: 'set', field: 'due', to, onlyIfEmpty: false, repeat: 'once' }),
  ).toBe('verbs.set due rest.to 28 Nov 2026, 10:45')
})

it.each([
  [{ onlyIfEmpty: true }, 'rest.only.empty'],
  [{ onlyIf: 'lower' as const }, 'rest.only.lower'],
  [{ onlyIf: 'higher' as const }, 'rest.only.higher'],
])('an action says which values it replaces: %j', (only, rest) => {
  const action = { id: 'a', do: 'set', field: 'due', repeat: 'once', onlyIfEmpty: false, ...only } as const
  expect(actionText(words, { ...action, to: { value: AT } })).toBe(
    `verbs.set due ${rest} rest.to 28 Nov 2026, 10:45`,
  )
  expect(actionText(words, { ...action, to: { expression: 'x' } })).toBe(
    `verbs.set due ${rest} rest.expression`,
  )
})

it('a message is said with the labels of its fields, and what it says with their values as cells show them', () => {
  const text = 'Due {{due}} by {{created_by}}, {{gone}}'
  expect(actionText(words, { id: 'm', do: 'message', level: 'info', text })).toBe(
    'verbs.message Due [due] by [Created by], [gone]',
  )
  const value = (field: string, one: JsonValue, plain: string) => ({ field, value: one, words: plain })
  const parts = [
    'Due ',
    value('due', AT, '2026-11-28 10:45'),
    ' by ',
    value('created_by', CREATOR, 'someone'),
    ', ',
    value('day', null, '–'),
  ]
  expect(messageWords(words, { text: 'Due', parts })).toBe('Due 28 Nov 2026, 10:45 by Alice, –')
  expect(messageWords(words, { text: 'Due {{due}}' })).toBe('Due {{due}}')
})

it.each<[When, JsonValue, string]>([
  [{ field: 'due', op: 'notEmpty' }, AT, '28 Nov 2026, 10:45'],
  [{ changed: 'day' }, '2026-11-28', '28 Nov 2026'],
  [{ linked: 'cases' }, 2, 'when.records 2'],
  [{ linked: 'cases' }, null, ''],
  [{ opened: ['save'] }, 'api', 'occasions.api'],
  [{ actor: 'kind', in: ['system'] }, 'playbook', 'when.kinds.playbook'],
  [{ actor: 'role', in: ['r'] }, CREATOR, 'Alice'],
  [{ actor: 'role', in: ['r'] }, 'someone', ''],
  [{ expression: 'x' }, true, 'booleans.true'],
  [{ expression: 'x' }, 5, '5'],
])('what %j read, %j, is said as %j', (test, actual, text) => {
  expect(operandWords(words, test, actual)).toBe(text)
})

it.each<[object, string | undefined, string]>([
  [{ op: 'notInTable' }, 'due', 'when.notInTable own'],
  [{ op: 'inTable' }, undefined, 'due when.inTable own'],
  [{ op: 'inTable', column: 'alias' }, 'due', 'when.inTableColumn own alias'],
  [{ op: 'notInTable', at: 'becomes' }, 'due', 'when.becomes due when.notInTable own'],
  [
    { op: 'notInTable', column: 'alias', at: 'before' },
    'due',
    'when.before due when.notInTableColumn own alias',
  ],
])('%o about %s is said as “%s”', (more, subject, title) => {
  const when = { field: 'due', table: 'own', ...more } as Parameters<typeof whenTitle>[1]
  expect(whenTitle(words, when, subject)).toBe(title)
})
