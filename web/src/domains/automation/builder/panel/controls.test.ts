import { builtInActions } from '@caseloom/playbook/actions'
import { inputSchema } from '@caseloom/playbook/step-input'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../../ui/schema-form/schema-fields.ts'
import { entryModeAfter, entryModeOf, isExpression, isLong, propertiesOf, roleOf } from './controls.ts'

function schemaOf(action: string): JsonObject {
  const spec = builtInActions.get(action)
  if (spec === undefined) throw new Error(`No action ${action}`)
  return JSON.parse(JSON.stringify(inputSchema(spec))) as JsonObject
}
const kinds = (action: string) =>
  Object.fromEntries(
    propertiesOf(schemaOf(action)).map(({ name, schema }) => [name, controlOf(schema, {}).kind]),
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

  it('give usually long texts more lines', () => {
    expect(['body', 'Prompt', 'subject', 'bodyType'].map(isLong)).toEqual([true, true, false, false])
  })

  it('include custom controls for special properties', () => {
    expect(roleOf('record.upsert', 'match', [])).toBe('match')
    expect(roleOf('record.create', 'set', [])).toBe('fields')
    expect(roleOf('state.set', 'set', [])).toBe('plain')
    expect(roleOf('table.lookup', 'table', [])).toBe('table')
    expect(roleOf('table.lookup', 'column', [])).toBe('tableColumn')
    expect(roleOf('table.upsert', 'values', [])).toBe('tableValues')
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
})
