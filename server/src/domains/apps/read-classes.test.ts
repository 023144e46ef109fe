import { FieldInput, type Field } from '@caseloom/contract/field-types/fields'
import { FieldId, RoleId } from '@caseloom/contract/kernel/ids'
import { expect, test } from 'vitest'
import { nextEpochs } from './definition/read-classes.rules.ts'

const ROLE = RoleId.parse('0190a000-0000-7000-8000-000000000002')

function aField(input: object): Field {
  const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
  return { ...FieldInput.parse({ key: 'f', label: 'F', ...input }), id }
}

test.each([
  ['text', {}],
  ['list', {}],
  ['json', {}],
  ['technique', {}],
  ['attachment', {}],
  ['observables', {}],
  ['tasks', {}],
])('a %s field that leaves a class takes its words out of search', (type, settings) => {
  const open = aField({ type, ...settings })
  const next = nextEpochs([open], [{ ...open, readers: [ROLE] }], {})
  expect(next).toEqual({ epochs: { open: 1 }, rebuild: true })
})

test.each([
  ['number', {}],
  ['user', {}],
  ['list', { of: 'number' }],
])('a %s field without words changes nothing in search', (type, settings) => {
  const open = aField({ type, ...settings })
  expect(nextEpochs([open], [{ ...open, readers: [ROLE] }], {})).toEqual({ epochs: {}, rebuild: false })
})
