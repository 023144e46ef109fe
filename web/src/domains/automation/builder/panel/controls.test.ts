import { builtInActions } from '@caseloom/playbook/actions'
import { inputSchema } from '@caseloom/playbook/step-input'
import type { JsonObject } from '@caseloom/contract/json'
import { describe, expect, it } from 'vitest'
import { controlOf, isExpression, labelOf, propertiesOf, roleOf, startOf, variantOf } from './controls.ts'

function schemaOf(action: string): JsonObject {
  const spec = builtInActions.get(action)
  if (spec === undefined) throw new Error(`No action ${action}`)
  // A schema is JSON.
  return JSON.parse(JSON.stringify(inputSchema(spec))) as JsonObject
}
const kinds = (action: string) =>
  Object.fromEntries(
    propertiesOf(schemaOf(action)).map(({ name, schema }) => [name, controlOf(schema, {}, name).kind]),
  )

describe('controls of schemas', () => {
  it('puts required properties first', () => {
    expect(propertiesOf(schemaOf('http.request')).map(({ name }) => name)[0]).toBe('url')
    expect(
      propertiesOf(schemaOf('mail.send'))
        .map(({ name }) => name)
        .slice(0, 2),
    ).toEqual(['to', 'subject'])
  })

  it('chooses a control for each property of real actions', () => {
    expect(kinds('http.request')).toEqual({
      url: 'text',
      method: 'choice',
      headers: 'map',
      query: 'map',
      body: 'any',
      timeout: 'text',
      paging: 'object',
    })
    expect(kinds('record.search')).toEqual({
      app: 'text',
      filter: 'map',
      text: 'text',
      sort: 'list',
      limit: 'number',
    })
    expect(kinds('observable.extract')).toEqual({ text: 'text', kinds: 'choices' })
    expect(kinds('data.transform')).toEqual({ value: 'any' })
  })

  it('follows references and leaves null out of unions', () => {
    const root = { $defs: { Size: { type: 'integer', minimum: 1 } } }
    expect(controlOf({ $ref: '#/$defs/Size' }, root)).toEqual({ kind: 'number', whole: true, min: 1 })
    expect(controlOf({ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, {})).toEqual({ kind: 'boolean' })
    expect(controlOf({ type: ['string', 'number'] }, {})).toEqual({ kind: 'text', multiline: false })
    expect(controlOf({ oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, {})).toEqual({
      kind: 'choice',
      options: ['a', 'b', 'c'],
    })
  })

  it('tells variants of an object apart by their constants', () => {
    const control = controlOf(
      {
        oneOf: [
          { type: 'object', properties: { via: { const: 'smtp' } } },
          { type: 'object', properties: { via: { const: 'imap' }, asset: { type: 'string' } } },
        ],
      },
      {},
    )
    if (control.kind !== 'variants') throw new Error('Not variants')
    expect(control.variants.map(({ label }) => label)).toEqual(['smtp', 'imap'])
    expect(variantOf({ via: 'imap' }, control.variants)).toBe(1)
    expect(variantOf('x', control.variants)).toBe(-1)
    expect(control.variants.map(startOf)).toEqual([{ via: 'smtp' }, { via: 'imap' }])
  })

  it('reads names as words', () => {
    expect(labelOf('replyTo', {})).toBe('Reply to')
    expect(labelOf('max_items', {})).toBe('Max items')
    expect(labelOf('URL', {})).toBe('URL')
    expect(labelOf('x', { title: 'Given' })).toBe('Given')
  })

  it('knows which properties have controls of their own', () => {
    expect(roleOf('record.upsert', 'match', [])).toBe('match')
    expect(roleOf('record.create', 'set', [])).toBe('fields')
    expect(roleOf('state.set', 'set', [])).toBe('plain')
    expect(roleOf('data.filter', 'where', ['where'])).toBe('condition')
    expect(roleOf('flow.switch', 'cases', ['cases'])).toBe('cases')
    expect(roleOf('mail.send', 'to', [])).toBe('plain')
    expect(roleOf('human.approve', 'to', [])).toBe('people')
  })

  it('tells expressions from texts', () => {
    expect(isExpression(' {% a.b %} ')).toBe(true)
    expect(isExpression('{% half')).toBe(true)
    expect(isExpression('x {% a %}')).toBe(false)
    expect(isExpression(3)).toBe(false)
  })
})
