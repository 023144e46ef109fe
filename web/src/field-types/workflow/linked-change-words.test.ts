import { type Field, FieldInput } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { addTexts, startTexts } from '../../ui/text/i18n.ts'
import { fieldsEn } from '../values/fields.en.ts'
import { type LinkedChange, linkedChangeWords } from './linked-change-words.ts'
import type { Vocabulary } from './rule-words.ts'
import { workflowEn } from './workflow.en.ts'

startTexts()
addTexts('fields', fieldsEn)
addTexts('workflow', workflowEn)
const aSubject = (label: string, input: object) => {
  const key = label.toLowerCase()
  const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
  const field: Field = { ...FieldInput.parse({ key, label, ...input }), id }
  return { key, label, type: field.type, field }
}
const app = '0190a000-0000-7000-8000-00000000000a'
const options = ['High', 'Low'].map((label) => ({ key: label.toLowerCase(), label }))
const words: Vocabulary = {
  subjects: [
    aSubject('Case', { type: 'reference', app }),
    aSubject('Alerts', { type: 'reference', app, multiple: true }),
  ],
  linked: () => [aSubject('Level', { type: 'selection', options }), aSubject('Owner', { type: 'user' })],
  layout: [],
  people: { name: () => 'Alice', zone: 'UTC' },
  table: (key) => key,
  role: (one) => one,
  button: (one) => one,
  field: i18next.getFixedT(null, 'fields'),
  say: i18next.getFixedT(null, 'workflow'),
}
const level = { field: 'level', op: 'eq' as const, value: 'high' }
const both = { all: [level, { field: 'owner', op: 'notEmpty' as const }] }

test.each<[LinkedChange, string, string]>([
  [
    { test: { linked: 'case', where: level }, holds: true },
    'there is a linked Case in which Level is High',
    'there were a linked Case in which Level is High',
  ],
  [{ test: { linked: 'case' }, holds: false }, 'there is no linked Case', 'there were no linked Case'],
  [
    { test: { linked: 'alerts', where: { all: [] } }, holds: true },
    'there is a linked record in Alerts',
    'there were a linked record in Alerts',
  ],
  [
    { test: { linked: 'alerts', where: both }, holds: false },
    'there is no linked record in Alerts in which Level is High, Owner is not empty',
    'there were no linked record in Alerts in which Level is High, Owner is not empty',
  ],
  [
    { test: { linked: 'alerts', where: level, min: 3 }, holds: true },
    'there are 3 or more linked records in Alerts in which Level is High',
    'there were 3 or more linked records in Alerts in which Level is High',
  ],
  [
    { test: { linked: 'alerts', min: 2 }, holds: false },
    'there are fewer than 2 linked records in Alerts',
    'there were fewer than 2 linked records in Alerts',
  ],
])('what would have to be linked is a sentence: %j', (change, is, were) => {
  expect(linkedChangeWords(words, change, 'is')).toBe(is)
  expect(linkedChangeWords(words, change, 'were')).toBe(were)
})
