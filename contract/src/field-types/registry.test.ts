import { expect, test } from 'vitest'
import { conversionsOf } from './field-kind.ts'
import { FieldInput } from './fields.ts'
import { FIELD_KINDS, FIELD_SETTINGS, FIELD_TYPES } from './registry.ts'

const TYPES = Object.keys(FIELD_TYPES)

test('each type has the settings of its own name, and an entry for its rules', () => {
  expect(Object.keys(FIELD_SETTINGS)).toEqual(TYPES)
  for (const [name, { type }] of Object.entries(FIELD_SETTINGS)) expect(type.value).toBe(name)
})

test('values convert to types that there are', () => {
  for (const { type } of Object.values(FIELD_SETTINGS))
    for (const other of conversionsOf({ type: type.value })) expect(TYPES).toContain(other)
})

test('a definition names its type, and takes no setting of another one', () => {
  const plain = { key: 'f', label: 'F' }
  expect(FieldInput.parse({ ...plain, type: 'text' })).toMatchObject({ multiline: false, maxLength: 10_000 })
  expect(FieldInput.safeParse({ ...plain, type: 'json', multiline: true }).success).toBe(false)
  expect(FieldInput.safeParse({ ...plain, type: 'image' }).success).toBe(false)
})

test('a kind is either stored in a column or has rows beside the record', () => {
  const beside = Object.entries(FIELD_KINDS).flatMap(([kind, { column }]) => (column ? [] : [kind]))
  expect(beside.toSorted()).toEqual(['comments', 'reference', 'system'])
})
