import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import {
  fieldsOf,
  instantOf,
  jsonOf,
  localOf,
  numbersOf,
  startingValue,
  withMember,
} from './schema-fields.ts'

const controlOf = (property: JsonObject) =>
  fieldsOf({ type: 'object', properties: { it: property } })?.[0]?.control

describe('the controls of a schema', () => {
  it.each([
    [{ type: 'string' }, { kind: 'text', type: 'text' }],
    [{ type: ['string', 'null'] }, { kind: 'text', type: 'text' }],
    [
      { type: 'string', format: 'email' },
      { kind: 'text', type: 'email' },
    ],
    [
      { type: 'string', format: 'uri' },
      { kind: 'text', type: 'url' },
    ],
    [
      { type: 'string', format: 'date' },
      { kind: 'text', type: 'date' },
    ],
    [{ type: 'string', format: 'date-time' }, { kind: 'instant' }],
    [
      { type: 'string', format: 'textarea', maxLength: 9 },
      { kind: 'textarea', maxLength: 9 },
    ],
    [
      { type: 'string', pattern: '^a' },
      { kind: 'text', type: 'text', pattern: '^a' },
    ],
    [
      { type: 'integer', minimum: 1, maximum: 3 },
      { kind: 'number', whole: true, min: 1, max: 3 },
    ],
    [{ type: 'number' }, { kind: 'number', whole: false }],
    [{ type: 'boolean' }, { kind: 'boolean' }],
    [
      { type: 'array', items: { type: 'string' } },
      { kind: 'tags', whole: null },
    ],
    [
      { type: 'array', items: { type: 'integer' } },
      { kind: 'tags', whole: true },
    ],
    [{ type: 'array', items: { type: 'object' } }, { kind: 'json' }],
    [{ type: 'object' }, { kind: 'json' }],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { kind: 'json' }],
    [{}, { kind: 'json' }],
  ])('shows %j as %j', (schema, control) => {
    expect(controlOf(schema)).toEqual(control)
  })

  it('offers enum values unchanged, with their names if any', () => {
    expect(controlOf({ enum: [1, '1', null] })).toEqual({
      kind: 'select',
      choices: [
        { value: 1, label: '1' },
        { value: '1', label: '1' },
      ],
    })
    expect(controlOf({ oneOf: [{ const: 'eu', title: 'Europe' }, { const: 'us' }] })).toEqual({
      kind: 'select',
      choices: [
        { value: 'eu', label: 'Europe' },
        { value: 'us', label: 'us' },
      ],
    })
    expect(controlOf({ type: 'array', items: { enum: ['a'] } })).toEqual({
      kind: 'several',
      choices: [{ value: 'a', label: 'a' }],
    })
  })

  it('groups one level of objects and edits deeper ones as JSON', () => {
    const inner = { type: 'object', properties: { deep: { type: 'object', properties: { x: {} } } } }
    expect(controlOf(inner)).toMatchObject({
      kind: 'group',
      fields: [{ name: 'deep', control: { kind: 'json' } }],
    })
  })

  it('names fields by title or key, and marks required ones', () => {
    const fields = fieldsOf({
      type: 'object',
      required: ['assetOwner'],
      properties: { assetOwner: {}, cost_center: {}, x: { title: 'Why', description: 'In a sentence' } },
    })
    expect(fields?.map(({ label, required }) => [label, required])).toEqual([
      ['Asset owner', true],
      ['Cost center', false],
      ['Why', false],
    ])
    expect(fields?.[2]?.description).toBe('In a sentence')
  })

  it('finds no fields in a schema without properties', () => {
    expect(fieldsOf({ type: 'array' })).toBeNull()
  })
})

describe('the values of a schema', () => {
  it('start with the defaults, also of groups', () => {
    const schema = {
      properties: {
        a: { default: 1 },
        b: {},
        c: { properties: { d: { default: false }, e: {} } },
        f: { properties: {} },
      },
    }
    expect(startingValue(schema)).toEqual({ a: 1, c: { d: false } })
  })

  it('drop an emptied member', () => {
    expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 })
    expect(withMember({ b: 2 }, 'a', null)).toEqual({ b: 2, a: null })
  })

  it('parse JSON and leave other text to validation', () => {
    expect(jsonOf('{"a":[1]}')).toEqual({ a: [1] })
    expect(jsonOf('{"a":')).toBe('{"a":')
    expect(jsonOf('  ')).toBeUndefined()
    expect(numbersOf(['1', '2.5', 'x'])).toEqual([1, 2.5, 'x'])
  })

  it('convert an instant to local time and back', () => {
    const instant = '2026-03-01T14:05:00.000Z'
    expect(instantOf(localOf(instant))).toBe(instant)
    expect(localOf('yesterday')).toBe('')
    expect(instantOf('')).toBeUndefined()
  })
})
