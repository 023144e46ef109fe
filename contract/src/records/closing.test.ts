import { describe, expect, test } from 'vitest'
import { FieldInput } from '../field-types/fields.ts'
import { closingOption, endsWork } from './closing.ts'

function aState(keys: readonly string[], over: object = {}): FieldInput {
  const options = keys.map((key) => ({ key, label: key }))
  return FieldInput.parse({
    key: 'stage',
    label: 'Stage',
    type: 'selection',
    display: 'state',
    options,
    ...over,
  })
}

describe('closing a record', () => {
  test('is one of the options of a state', () => {
    const field = aState(['new', 'resolved', 'closed'])
    expect(endsWork(field, 'resolved')).toBe(true)
    expect(endsWork(field, 'new')).toBe(false)
    expect(endsWork(field, null)).toBe(false)
    expect(closingOption([field])).toEqual({ field, value: 'resolved' })
  })

  test('isn’t an option that only reads like one, is retired, or is one of several', () => {
    const retired = [
      { key: 'open', label: 'Open' },
      { key: 'done', label: 'Done', retired: true },
    ]
    expect(closingOption([aState(['closed'], { display: 'plain' })])).toBeNull()
    expect(closingOption([aState([], { options: retired })])).toBeNull()
    expect(closingOption([aState(['new', 'closed'], { multiple: true })])).toBeNull()
    expect(closingOption([])).toBeNull()
  })
})
