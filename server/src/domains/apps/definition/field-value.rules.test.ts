import { FieldInput, type Field } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { cleanJson } from '../../../field-types/json.ts'
import { readValue } from './field-value.rules.ts'

const FIELD_ID = FieldId.parse('0190a000-0000-7000-8000-000000000001')
function aField(input: object): Field {
  return { ...FieldInput.parse({ key: 'f', label: 'F', ...input }), id: FIELD_ID }
}
/** A field of a kind whose definition these rules hardly look at. */
const plain = (definition: object): Field =>
  ({
    id: FIELD_ID,
    key: 'f',
    label: 'F',
    required: false,
    readOnly: false,
    ...definition,
  }) as unknown as Field
const formula = (result: string) => plain({ type: 'formula', result })

const ID = '0190a000-0000-7000-8000-00000000000a'
const OTHER = '0190a000-0000-7000-8000-00000000000b'
const options = ['low', 'high'].map((key) => ({ key, label: key }))
const choice = aField({ type: 'selection', options })
const choices = aField({ type: 'selection', options, multiple: true })
const number = aField({ type: 'number' })
const bounded = aField({ type: 'number', min: -1, max: 10, decimals: 1 })
const stepped = aField({ type: 'number', min: 0.5, step: 0.25 })
const url = aField({ type: 'url' })
const short = aField({ type: 'text', maxLength: 3, minLength: 2 })
const words = aField({ type: 'text', maxLength: 3, minLength: 2, lengthUnit: 'words' })
const user = aField({ type: 'user' })
const users = aField({ type: 'user', multiple: true })
const technique = aField({ type: 'technique' })
const techniques = aField({ type: 'technique', multiple: true })
const file = plain({ type: 'attachment', multiple: false })
const files = plain({ type: 'attachment', multiple: true })
const json = aField({ type: 'json' })
const steps = plain({ type: 'list', of: 'number', step: 0.5 })
const items = plain({ type: 'list', of: 'text', minItemLength: 2, maxItemLength: 3 })
const nested = (depth: number): JsonValue => (depth === 0 ? 1 : [nested(depth - 1)])

describe('a value is stored in one form', () => {
  it.each<[Field, JsonValue, JsonValue]>([
    [choice, 'high', 'high'],
    [choices, ['high', 'low', 'high'], ['low', 'high']],
    [choices, [], null],
    [number, '007.50', 7.5],
    [number, '12345678901234567890', '12345678901234567890'],
    [bounded, -1, -1],
    [bounded, 10, 10],
    [bounded, '2.5', 2.5],
    [stepped, 0.5, 0.5],
    [stepped, 1.25, 1.25],
    [url, 'https://example.com/a', 'https://example.com/a'],
    [url, 'http://example.com', 'http://example.com'],
    [short, 'ab', 'ab'],
    [short, '👍👍', '👍👍'],
    [short, 'abc', 'abc'],
    [words, 'two words', 'two words'],
    [user, `{${ID.toUpperCase()}}`, ID],
    [users, [OTHER, ID, OTHER], [ID, OTHER]],
    [users, [], null],
    [technique, 't1059.001', 'T1059.001'],
    [techniques, ['T1105', 't1059', 'T1105'], ['T1059', 'T1105']],
    [techniques, [], null],
    [file, [ID], [ID]],
    [file, [ID, ID], [ID]],
    [files, [{ id: ID, name: 'a.txt' }, OTHER], [ID, OTHER]],
    [files, [], null],
    [json, { a: [-0, null, true] }, { a: [0, null, true] }],
    [json, nested(64), nested(64)],
    [steps, [1, '1.50'], [1, 1.5]],
    [items, [' ab ', 'abc'], ['ab', 'abc']],
    [formula('text'), 'a', 'a'],
    [formula('text'), 'x'.repeat(10_000), 'x'.repeat(10_000)],
    [formula('number'), '1.50', 1.5],
    [formula('number'), 2, 2],
    [formula('boolean'), false, false],
    [formula('date'), '2026-11-21', '2026-11-21'],
    [formula('datetime'), '2026-11-21T03:02:15Z', '2026-11-21T03:02:15.000Z'],
    [formula('duration'), 'PT1M', 60],
    [aField({ type: 'datetime' }), '2026-11-21T03:02:15+01:00', '2026-11-21T02:02:15.000Z'],
  ])('%#', (field, raw, value) => {
    expect(readValue(field, raw)).toEqual({ value })
    expect(readValue(field, null)).toEqual({ value: null })
    expect(readValue(field, '')).toEqual({ value: null })
  })
})

describe('a fault is named with its place', () => {
  it.each<[Field, JsonValue, string[]]>([
    [choice, 'mid', ['unknown_option']],
    [choice, 7, ['invalid_type']],
    [choices, 'low', ['invalid_type']],
    [choices, ['low', 'mid', 7], ['unknown_option@1', 'invalid_type@2']],
    [number, 'many', ['invalid_type']],
    [number, true, ['invalid_type']],
    [bounded, -1.1, ['too_small']],
    [bounded, 10.1, ['too_big']],
    [bounded, 2.55, ['too_precise']],
    [bounded, 10.55, ['too_big', 'too_precise']],
    [stepped, 0.6, ['off_step']],
    [stepped, 0.25, ['too_small']],
    [url, 7, ['invalid_type']],
    [url, `https://example.com/${'a'.repeat(8_000)}`, ['too_long']],
    [url, 'example.com', ['invalid_url']],
    [url, 'ftp://example.com', ['invalid_url']],
    [url, 'https://exa mple.com', ['invalid_url']],
    [url, 'https://example.com/\u007f', ['invalid_url']],
    [url, 'https://', ['invalid_url']],
    [url, 'data:x', ['invalid_url']],
    [short, 'a', ['too_short']],
    [short, 'abcd', ['too_long']],
    [short, 7, ['invalid_type']],
    [words, 'one', ['too_short']],
    [words, 'four words are much', ['too_long']],
    [user, 'me', ['invalid_guid']],
    [user, 7, ['invalid_guid']],
    [users, ID, ['invalid_type']],
    [users, [ID, 'me'], ['invalid_guid@1']],
    [users, Array.from({ length: 1_001 }, () => ID), ['too_long']],
    [technique, 'T9', ['unknown_technique']],
    [technique, 7, ['unknown_technique']],
    [techniques, 'T1059', ['invalid_type']],
    [techniques, ['T1059', 'T9'], ['unknown_technique@1']],
    [techniques, Array.from({ length: 1_001 }, () => 'T1059'), ['too_long']],
    [file, ID, ['invalid_type']],
    [file, [ID, OTHER], ['too_long']],
    [files, ['x', 7, { name: 'a' }], ['invalid_guid@0', 'invalid_guid@1', 'invalid_guid@2']],
    [files, Array.from({ length: 101 }, () => ID), ['too_long']],
    [json, nested(65), ['too_deep']],
    [json, Infinity, ['too_deep']],
    [steps, [0.7], ['off_step@0']],
    [steps, [true], ['invalid_type@0']],
    [items, ['a', 'abcd', 7, ' '], ['too_short@0', 'too_long@1', 'invalid_type@2', 'required@3']],
    [items, Array.from({ length: 1_001 }, () => 'ab'), ['too_long']],
    [formula('text'), 7, ['invalid_type']],
    [formula('text'), 'x'.repeat(10_001), ['too_long']],
    [formula('number'), 'many', ['invalid_type']],
    [formula('number'), true, ['invalid_type']],
    [formula('boolean'), 'true', ['invalid_type']],
    [formula('date'), 'soon', ['invalid_date']],
    [formula('datetime'), 'soon', ['invalid_instant']],
    [formula('duration'), 'soon', ['invalid_duration']],
    [plain({ type: 'comments' }), 'x', ['read_only']],
    [plain({ type: 'system' }), 'x', ['read_only']],
    [plain({ type: 'clock' }), 'x', ['read_only']],
  ])('%#', (field, raw, expected) => {
    const { issues = [], value } = readValue(field, raw)
    expect(value).toBeUndefined()
    expect(issues.map(({ code, path }) => [code, ...path].join('@'))).toEqual(expected)
  })

  it('up to a hundred times', () => {
    const wrong = (field: Field) =>
      readValue(
        field,
        Array.from({ length: 150 }, () => 'wrong value'),
      ).issues
    for (const field of [choices, users, techniques, items]) expect(wrong(field)).toHaveLength(100)
  })
})

it('items without an ID get one each', () => {
  const field = aField({ type: 'observables' })
  const value = readValue(field, ['1.2.3.4', '1.2.3.5']).value as { id: string }[] // a list of observables
  expect(new Set(value.map(({ id }) => id)).size).toBe(2)
  expect(readValue(plain({ type: 'tasks' }), ['Call']).value).toMatchObject([{ title: 'Call' }])
})

it('JSON is cleaned to any depth, or refused', () => {
  expect(cleanJson({ 'a\u0000': ['b\u0000'] })).toEqual({ 'a\ufffd': ['b\ufffd'] })
  expect(cleanJson([{ a: [NaN] }])).toBeUndefined()
  expect(cleanJson({ a: { b: 1 } }, 1)).toBeUndefined()
  expect(cleanJson({ a: 1 }, 1)).toEqual({ a: 1 })
})
