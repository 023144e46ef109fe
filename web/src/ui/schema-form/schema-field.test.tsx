import type { ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { frameWords, isWithin, MemberFields, messagesAt, type SchemaFieldProps } from './schema-field.tsx'
import { fieldsOf } from './schema-fields.ts'

const ROOT = {
  type: 'object',
  required: ['host'],
  properties: { host: { type: 'string', description: 'Its name.' }, port: { type: 'integer' } },
}

/** The members as they are drawn, by name. */
function members(value: object, onChange = vi.fn()) {
  const drawn = new Map<string, SchemaFieldProps>()
  const draw = (props: SchemaFieldProps): null => {
    drawn.set(props.name, props)
    return null
  }
  const fields = fieldsOf(ROOT) ?? []
  const shown = MemberFields({
    fields,
    path: ['settings'],
    root: ROOT,
    value: { ...value },
    readOnly: false,
    onChange,
    children: draw,
  })
  const keys = shown.map((one: ReactElement) => one.key)
  return { drawn, onChange, keys }
}

describe('the members of an object', () => {
  it('are drawn in order, each with its place and value', () => {
    const { drawn, keys } = members({ port: 3 })
    expect(keys).toEqual(['host', 'port'])
    expect(drawn.get('port')).toMatchObject({ path: ['settings', 'port'], value: 3, required: false })
    expect(drawn.get('host')).toMatchObject({ value: undefined, required: true, label: 'Host' })
  })

  it('change the object, and leave it when they are emptied', () => {
    const { drawn, onChange } = members({ host: 'a', port: 3 })
    drawn.get('port')?.onChange(4)
    drawn.get('host')?.onChange(undefined)
    expect(onChange.mock.calls).toEqual([[{ host: 'a', port: 4 }], [{ port: 3 }]])
  })

  it('say in their frame what the schema says', () => {
    const host = members({}).drawn.get('host')
    if (host === undefined) throw new Error('Not drawn')
    expect(frameWords(host)).toEqual({
      label: 'Host',
      path: ['settings', 'host'],
      required: true,
      description: 'Its name.',
    })
  })
})

describe('the messages of a field', () => {
  const issues = [
    { path: ['a'], message: 'is missing' },
    { path: ['a', 0, 'b'], message: 'is too long' },
    { path: ['a', '1'], message: 'is too long' },
    { path: ['ab'], message: 'is unknown' },
  ]

  it('include those of nested values once, unless they are to be its own', () => {
    expect(messagesAt(issues, ['a'])).toEqual(['is missing', 'is too long'])
    expect(messagesAt(issues, ['a'], true)).toEqual(['is missing'])
    expect(messagesAt(issues, ['a', 1])).toEqual(['is too long'])
    expect(messagesAt(issues, ['b'])).toEqual([])
  })

  it('are found by whole parts of a path', () => {
    expect(isWithin(['ab'], ['a'])).toBe(false)
    expect(isWithin(['a', 0], ['a', '0'])).toBe(true)
    expect(isWithin(['a'], ['a', 0])).toBe(false)
  })
})
