import { describe, expect, it } from 'vitest'
import { defaultText, emptyOf, jsonOf, numbersOf, startingValue, withMember } from './schema-values.ts'

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

  it('preserve the order of members when one changes', () => {
    expect(Object.keys(withMember({ a: 1, b: 2 }, 'a', 3))).toEqual(['a', 'b'])
  })

  it('begin empty by their type, and show a default only if it is one line', () => {
    expect([{ type: 'object' }, { type: 'boolean' }, {}].map(emptyOf)).toEqual([{}, false, ''])
    expect(
      [{ default: 3 }, { default: false }, { default: [1] }, { default: null }, {}].map(defaultText),
    ).toEqual(['3', 'false', undefined, undefined, undefined])
  })

  it('parse JSON and leave other text to validation', () => {
    expect(jsonOf('{"a":[1]}')).toEqual({ a: [1] })
    expect(jsonOf('{"a":')).toBe('{"a":')
    expect(jsonOf('  ')).toBeUndefined()
    expect(numbersOf(['1', '2.5', 'x'])).toEqual([1, 2.5, 'x'])
  })
})
