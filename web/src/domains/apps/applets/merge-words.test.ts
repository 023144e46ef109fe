import type { MergeItem } from '@caseloom/contract/apps/applets'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { appletsEn } from '../model/applets.en.ts'
import { FieldInput } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { tableWords } from '../../../field-types/workflow/rule-words.ts'
import { mergeRows } from './merge-words.ts'

startTexts()
addTexts('applets', appletsEn)
addTexts('fields', fieldsEn)
const t = i18next.getFixedT(null, 'applets')
function asField(field: object) {
  return { ...FieldInput.parse(field), id: FieldId.parse('0190a000-0000-7000-8000-000000000001') }
}
const fields = [
  { key: 'method', label: 'Method', type: 'text' },
  { key: 'due', label: 'Due', type: 'datetime' },
  { key: 'owner', label: 'Owner', type: 'user' },
  { key: 'case', label: 'Case', type: 'reference', app: '0190a000-0000-7000-8000-000000000002' },
].map(asField)
const caseFields = [
  { key: 'closed_at', label: 'Closed on', type: 'datetime' },
  { key: 'risk', label: 'Risk', type: 'selection', options: [{ key: 'h', label: 'High' }] },
].map(asField)
const words = {
  names: new Map([['method', 'Method']]),
  fields,
  linked: new Map([['case', caseFields]]),
  people: { name: (id: string) => ({ u1: 'Alice' })[id], zone: 'Asia/Kathmandu' },
  table: tableWords([
    {
      key: 'own_domains',
      name: 'Own domains',
      columns: [{ key: 'alias', label: 'Alias', type: 'text' }],
    },
  ]),
  t,
  say: i18next.getFixedT(null, 'fields'),
}

const method = { kind: 'field', key: 'method', name: 'Method' } as const
function row(item: Partial<MergeItem>) {
  const whole: MergeItem = {
    id: 'x',
    kind: 'change',
    subject: method,
    property: null,
    base: null,
    here: null,
    next: null,
    result: null,
    ...item,
  }
  const [line] = mergeRows([whole], words)
  if (line === undefined) throw new Error('No row')
  return line
}
const options = (...labels: string[]) => labels.map((label) => ({ key: label.toLowerCase(), label }))

describe('the lines of an update', () => {
  it('say what the app calls a field, what the version does, and that the app keeps its own', () => {
    const line = row({ kind: 'conflict', property: 'label', base: 'Notes', here: 'Steps', next: 'Done' })
    expect(line).toMatchObject({ label: 'Method, label', base: 'Notes', here: 'Steps', next: 'Done' })
    expect([line.changedHere, line.changedNext]).toEqual([true, true])
    expect(
      row({ kind: 'keep', property: 'target', base: 14400, here: 7200, next: 14400, result: 7200 }),
    ).toMatchObject({ base: '4 h', here: '2 h', result: '2 h, yours retained' })
  })

  it('count options, and name those that the app added', () => {
    const line = row({
      property: 'options',
      base: options('Block'),
      here: options('Block', 'Sinkhole'),
      next: options('Block', 'Isolate'),
      result: options('Block', 'Isolate', 'Sinkhole'),
    })
    expect(line).toMatchObject({ base: '1', here: '2, + Sinkhole', next: '2', result: '3, yours retained' })
  })

  it.each([
    ['add', { next: { key: 'a' } }, ['–', '–', 'new field', 'added']],
    ['remove', { base: { key: 'a' }, here: { key: 'a' } }, ['field', 'field', '–', 'removed']],
    [
      'conflict',
      { base: { key: 'a' }, here: { label: 'b' } },
      ['field', 'keep as own field', 'removed', 'changed'],
    ],
  ] as const)('say of a field as a whole that it is to %s', (kind, sides, expected) => {
    const { base, here, next, result } = row({ kind, ...sides })
    expect([base, here, next, result]).toEqual(expected)
  })

  it.each([
    ['due', 'default', '2026-07-31T23:00:00.000Z', '1 Aug 2026, 04:45'],
    ['due', 'default', 'now', 'now'],
    ['owner', 'default', 'u1', 'Alice'],
    ['owner', 'default', 'me', 'Me'],
    ['method', 'default', '2026-07-31T23:00:00.000Z', '2026-07-31T23:00:00.000Z'],
    [
      'method',
      'start',
      { field: 'due', op: 'lt', value: '2026-07-31T23:00:00.000Z' },
      'Due is less than 1 Aug 2026, 04:45',
    ],
    ['method', 'max', 5, '5'],
  ])('say of %s the %s %j as its reader reads it', (key, property, next, text) => {
    expect(row({ subject: { ...method, key }, property, next }).next).toBe(text)
  })

  it('call a rule without a name by its sentence, with the values of its reader', () => {
    const when = { field: 'due', op: 'lt', value: '2026-07-31T23:00:00.000Z' }
    const rule = { id: 'r', when, actions: [{ id: 'a', do: 'require', fields: ['method'] }], in: 's' }
    const subject = { kind: 'rule', key: 'r', name: 'When Due …' } as const
    expect(row({ kind: 'add', subject, next: rule }).label).toBe(
      'Rule: When Due is less than 1 Aug 2026, 04:45: require Method.',
    )
    expect(row({ kind: 'add', subject, next: { ...rule, name: 'Ask' } }).label).toBe('Rule: When Due …')
    const inTable = { field: 'method', op: 'inTable', table: 'own_domains', column: 'alias' }
    expect(row({ kind: 'add', subject, next: { ...rule, when: inTable } }).label).toBe(
      'Rule: When Method is in Alias of table Own domains: require Method.',
    )
  })
  it.each<[object, string]>([
    [{ field: 'risk', op: 'eq', value: 'h' }, 'Rule: When Case, Risk is High: require Method.'],
    [
      { field: 'closed_at', op: 'lt', value: '2026-07-31T23:00:00.000Z' },
      'Rule: When Case, Closed on is less than 1 Aug 2026, 04:45: require Method.',
    ],
    [{ field: 'gone_field', op: 'empty' }, 'Rule: When Case, gone field is empty: require Method.'],
  ])('name fields of linked records by their labels, with the values of its reader: %j', (where, label) => {
    const when = { linked: 'case', where }
    const rule = { id: 'r', when, actions: [{ id: 'a', do: 'require', fields: ['method'] }], in: 's' }
    expect(
      row({ kind: 'add', subject: { kind: 'rule', key: 'r', name: 'r' }, next: rule } as never).label,
    ).toBe(label)
  })

  it('name what a rule sets from a linked record by its label', () => {
    const to = { through: 'case', field: 'risk' }
    const set = { id: 'a', do: 'set', field: 'method', to, repeat: 'once', onlyIfEmpty: false }
    const rule = { id: 'r', when: { all: [] }, actions: [set], in: 's' }
    const { label } = row({
      kind: 'remove',
      subject: { kind: 'rule', key: 'r', name: 'r' },
      base: rule,
      here: rule,
    })
    expect(label).toBe('Rule: Always: set Method to Risk of the first record in Case.')
  })
})
