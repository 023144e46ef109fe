import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { controlOf, descriptionOf, fieldsOf, labelAt, labelOf, variantOf } from './schema-fields.ts'
import { startOf } from './schema-values.ts'

const of = (schema: JsonObject, root: JsonObject = {}) => controlOf(schema, root)

describe('the control of a schema', () => {
  it.each([
    [{ type: 'string' }, { kind: 'text', format: 'text', multiline: false }],
    [{ type: ['string', 'null'] }, { kind: 'text', format: 'text', multiline: false }],
    [
      { type: 'string', format: 'email' },
      { kind: 'text', format: 'email', multiline: false },
    ],
    [
      { type: 'string', format: 'uri' },
      { kind: 'text', format: 'url', multiline: false },
    ],
    [
      { type: 'string', format: 'date' },
      { kind: 'text', format: 'date', multiline: false },
    ],
    [
      { type: 'string', format: 'date-time' },
      { kind: 'text', format: 'instant', multiline: false },
    ],
    [
      { type: 'string', format: 'textarea' },
      { kind: 'text', format: 'text', multiline: true },
    ],
    [
      { type: 'string', maxLength: 10_000 },
      { kind: 'text', format: 'text', multiline: true },
    ],
    [
      { type: 'integer', minimum: 1, maximum: 3 },
      { kind: 'number', whole: true, min: 1, max: 3 },
    ],
    [{ type: ['integer', 'null'] }, { kind: 'number', whole: true }],
    [{ type: 'number' }, { kind: 'number', whole: false }],
    [{ type: 'boolean' }, { kind: 'boolean' }],
    [{ type: 'array' }, { kind: 'any' }],
    [{ type: 'object' }, { kind: 'map', values: {} }],
    [
      { type: 'object', additionalProperties: { type: 'number' } },
      { kind: 'map', values: { type: 'number' } },
    ],
    [
      { type: 'object', additionalProperties: false },
      { kind: 'object', fields: [] },
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { kind: 'mixed' }],
    [{ type: ['string', 'number'] }, { kind: 'mixed' }],
    [{ anyOf: [{ enum: ['x'] }, { type: 'number' }] }, { kind: 'any' }],
    [{ anyOf: [{ type: 'string' }, { type: 'array' }] }, { kind: 'any' }],
    [{}, { kind: 'any' }],
  ])('is chosen for %j: %j', (schema, control) => {
    expect(of(schema)).toEqual(control)
  })

  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'object' }, 'other'],
  ])('lists items of %j as %s', (items, kind) => {
    expect(of({ type: 'array', items })).toEqual({ kind: 'list', items, of: kind })
  })

  it('offers enum values unchanged, with their names if any', () => {
    expect(of({ enum: [1, '1', null] })).toEqual({
      kind: 'choice',
      choices: [
        { value: 1, label: '1' },
        { value: '1', label: '1' },
      ],
    })
    expect(of({ oneOf: [{ const: 'eu', title: 'Europe' }, { const: 'us' }] })).toEqual({
      kind: 'choice',
      choices: [
        { value: 'eu', label: 'Europe' },
        { value: 'us', label: 'us' },
      ],
    })
    expect(of({ type: 'array', items: { enum: ['a'] } })).toEqual({
      kind: 'choices',
      choices: [{ value: 'a', label: 'a' }],
    })
    expect(of({ oneOf: [{ const: 'a' }, { enum: ['b', 'c'], enumNames: ['Bee'] }] })).toEqual({
      kind: 'choice',
      choices: [
        { value: 'a', label: 'a' },
        { value: 'b', label: 'Bee' },
        { value: 'c', label: 'c' },
      ],
    })
  })

  it('names values by their position, with null among them', () => {
    expect(of({ enum: [null, 'a', 'b'], enumNames: ['None', 'Ay', 'Bee'] })).toEqual({
      kind: 'choice',
      choices: [
        { value: 'a', label: 'Ay' },
        { value: 'b', label: 'Bee' },
      ],
    })
  })

  it('follows references and removes null from unions', () => {
    const root = { $defs: { Size: { type: 'integer', minimum: 1 } } }
    expect(of({ $ref: '#/$defs/Size' }, root)).toEqual({ kind: 'number', whole: true, min: 1 })
    expect(of({ anyOf: [{ type: 'boolean' }, { type: 'null' }] })).toEqual({ kind: 'boolean' })
  })

  it('ends where a list leads back to itself', () => {
    const tree = { type: 'array', items: { $ref: '#/$defs/Tree' } }
    expect(of(tree, { $defs: { Tree: tree } })).toEqual({ kind: 'list', items: tree.items, of: 'other' })
  })

  it('distinguishes object variants by their constants', () => {
    const control = of({
      oneOf: [
        { type: 'object', properties: { via: { const: 'smtp' } } },
        { type: 'object', properties: { via: { const: 'imap' }, asset: { type: 'string' } } },
      ],
    })
    if (control.kind !== 'variants') throw new Error('Not variants')
    expect(control.variants.map(({ label }) => label)).toEqual(['smtp', 'imap'])
    expect(variantOf({ via: 'imap' }, control.variants)).toBe(1)
    expect(variantOf('x', control.variants)).toBe(-1)
    expect(control.variants.map(startOf)).toEqual([{ via: 'smtp' }, { via: 'imap' }])
  })

  it('stays with the displayed object variant while another one fits too', () => {
    const variants = ['url', 'file'].map((name) => ({
      label: name,
      schema: { type: 'object', properties: { [name]: { type: 'string' } } },
    }))
    expect(variantOf({}, variants)).toBe(0)
    expect(variantOf({}, variants, 1)).toBe(1)
    expect(variantOf({ url: 'x' }, variants, 1)).toBe(0)
  })
})

describe('the fields of a schema', () => {
  const schema = {
    type: 'object',
    required: ['assetOwner'],
    properties: { assetOwner: {}, cost_center: true, x: { title: 'Why', description: 'In a sentence' } },
  }

  it('are named by title or key, and required ones are marked', () => {
    const fields = fieldsOf(schema)
    expect(fields?.map(({ label, required }) => [label, required])).toEqual([
      ['Asset owner', true],
      ['Cost center', false],
      ['Why', false],
    ])
    expect(fields?.map((field) => descriptionOf(field.schema))).toEqual([
      undefined,
      undefined,
      'In a sentence',
    ])
  })

  it('have labels of whole words', () => {
    expect(labelOf('replyTo', {})).toBe('Reply to')
    expect(labelOf('max_items', {})).toBe('Max items')
    expect(labelOf('URL', {})).toBe('URL')
    expect(labelOf('assetID', {})).toBe('Asset ID')
    expect(labelOf('x', { title: 'Given' })).toBe('Given')
  })

  it('have the same label in messages outside of the form', () => {
    expect(labelAt(schema, ['assetOwner', 0])).toBe('Asset owner')
    expect(labelAt(schema, ['elsewhere'])).toBe('elsewhere')
    expect(labelAt({}, [])).toBe('')
  })

  it('are missing in a schema without properties', () => {
    expect(fieldsOf({ type: 'array' })).toBeNull()
  })
})
