import { builtInActions } from '@caseloom/playbook/actions'
import { inputSchema } from '@caseloom/playbook/step-input'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import {
  controlOf,
  entryModeAfter,
  entryModeOf,
  isExpression,
  labelOf,
  propertiesOf,
  roleOf,
  startOf,
  variantOf,
} from './controls.ts'

function schemaOf(action: string): JsonObject {
  const spec = builtInActions.get(action)
  if (spec === undefined) throw new Error(`No action ${action}`)
  return JSON.parse(JSON.stringify(inputSchema(spec))) as JsonObject
}
const kinds = (action: string) =>
  Object.fromEntries(
    propertiesOf(schemaOf(action)).map(({ name, schema }) => [name, controlOf(schema, {}, name).kind]),
  )

describe('schema controls', () => {
  it('put required properties first', () => {
    expect(propertiesOf(schemaOf('http.request')).map(({ name }) => name)[0]).toBe('url')
    expect(
      propertiesOf(schemaOf('mail.send'))
        .map(({ name }) => name)
        .slice(0, 2),
    ).toEqual(['to', 'subject'])
  })

  it('fit each property of real actions', () => {
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

  it('follow references and remove null from unions', () => {
    const root = { $defs: { Size: { type: 'integer', minimum: 1 } } }
    expect(controlOf({ $ref: '#/$defs/Size' }, root)).toEqual({ kind: 'number', whole: true, min: 1 })
    expect(controlOf({ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, {})).toEqual({ kind: 'boolean' })
    expect(controlOf({ type: ['string', 'number'] }, {})).toEqual({ kind: 'text', multiline: false })
    expect(controlOf({ oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, {})).toEqual({
      kind: 'choice',
      options: ['a', 'b', 'c'],
    })
  })

  it('distinguish object variants by their constants', () => {
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

  it('derive labels from names', () => {
    expect(labelOf('replyTo', {})).toBe('Reply to')
    expect(labelOf('max_items', {})).toBe('Max items')
    expect(labelOf('URL', {})).toBe('URL')
    expect(labelOf('x', { title: 'Given' })).toBe('Given')
  })

  it('include custom controls for special properties', () => {
    expect(roleOf('record.upsert', 'match', [])).toBe('match')
    expect(roleOf('record.create', 'set', [])).toBe('fields')
    expect(roleOf('state.set', 'set', [])).toBe('plain')
    expect(roleOf('data.filter', 'where', ['where'])).toBe('condition')
    expect(roleOf('flow.switch', 'cases', ['cases'])).toBe('cases')
    expect(roleOf('mail.send', 'to', [])).toBe('plain')
    expect(roleOf('human.approve', 'to', [])).toBe('people')
  })

  it('distinguish expressions from texts', () => {
    expect(isExpression(' {% a.b %} ')).toBe(true)
    expect(isExpression('{% half')).toBe(true)
    expect(isExpression('x {% a %}')).toBe(false)
    expect(isExpression(3)).toBe(false)
  })

  it('preserve the editor while an expression is typed, whatever the text is in between', () => {
    for (const kind of ['any', 'text'] as const) {
      let mode = entryModeOf(kind, undefined)
      const first = mode
      const text = '{% trigger.body.id %}'
      for (let end = 1; end <= text.length; end++) mode = entryModeAfter(mode, kind, text.slice(0, end))
      expect(mode).toBe(first)
    }
    const whole = entryModeOf('list', '{% trigger.body %}')
    expect(whole.isExpression).toBe(true)
    for (const value of ['{%  %}', undefined, '', '{% "open %}'])
      expect(entryModeAfter(whole, 'list', value)).toBe(whole)
  })

  it('follow an external value change', () => {
    expect(entryModeAfter(entryModeOf('number', '{% a %}'), 'number', 5).isExpression).toBe(false)
    expect(entryModeAfter(entryModeOf('number', 5), 'number', '{% a %}').isExpression).toBe(true)
    // The button requests an expression for a value that isn't one yet.
    const asked = { isExpression: true, of: 5 }
    expect(entryModeAfter(asked, 'number', 5)).toBe(asked)
  })

  it('stay with the displayed object variant while another one fits too', () => {
    const variants = ['url', 'file'].map((name) => ({
      label: name,
      schema: { type: 'object', properties: { [name]: { type: 'string' } } },
    }))
    expect(variantOf({}, variants)).toBe(0)
    expect(variantOf({}, variants, 1)).toBe(1)
    expect(variantOf({ url: 'x' }, variants, 1)).toBe(0)
  })
})
