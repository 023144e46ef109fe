import type { Field } from '@caseloom/contract/field-types/fields'
import { expect, test } from 'vitest'
import type { FilterSubject } from '../../../../field-types/parts/filter-choices.ts'
import { isWhole } from './ValueEdit.tsx'

function aSubject(type: 'text' | 'number', over: object = {}): FilterSubject {
  const field = { id: 'f1', key: 'one', label: 'One', type, required: false, readOnly: false, ...over }
  // The other settings are not read.
  return { key: 'one', label: 'One', type, field: field as unknown as Field }
}

test('an input shows all of a value that is the same when it is entered again', () => {
  expect(isWhole(aSubject('text'), 'Mail', 'UTC')).toBe(true)
  expect(isWhole(aSubject('text'), null, 'UTC')).toBe(true)
  expect(isWhole(aSubject('number'), 7.5, 'UTC')).toBe(true)
})

test('a value that entering would change is not taken for the same', () => {
  expect(isWhole(aSubject('text'), ' padded ', 'UTC')).toBe(false)
  expect(isWhole(aSubject('number'), 'seven', 'UTC')).toBe(false)
})
