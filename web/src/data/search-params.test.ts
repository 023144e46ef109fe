import { expect, test } from 'vitest'
import { addressParts, isSameAddress, parseSearch, stringifySearch, textParam } from './search-params.ts'

test('keeps numeric, keyword, and JSON values as text', () => {
  expect(parseSearch('?id=0123&big=9007199254740993&yes=true&none=null&json=%5B1%5D')).toEqual({
    id: '0123',
    big: '9007199254740993',
    yes: 'true',
    none: 'null',
    json: '[1]',
  })
})

test('parses a repeated name as a list, whose first text is used', () => {
  const search = parseSearch('?a=1&a=2')
  expect(search).toEqual({ a: ['1', '2'] })
  expect(textParam(search, 'a')).toBe('1')
  expect(textParam(search, 'b')).toBeUndefined()
})

test('round-trips values and drops empty ones', () => {
  const text = stringifySearch({ a: 'x y&z', n: 7, list: ['1', '2'], gone: undefined, none: null, empty: [] })
  expect(text).toBe('?a=x+y%26z&n=7&list=1&list=2')
  expect(parseSearch(text)).toEqual({ a: 'x y&z', n: '7', list: ['1', '2'] })
  expect(stringifySearch({})).toBe('')
})

test('splits a URL for the router', () => {
  expect(addressParts('/a/b?x=1#top')).toEqual({ to: '/a/b', search: { x: '1' }, hash: 'top' })
  expect(addressParts('/a')).toEqual({ to: '/a', search: {} })
})

test('knows an address whose parameters come in another order', () => {
  expect(isSameAddress('/a?show=board&sort=x', '/a?sort=x&show=board')).toBe(true)
  expect(isSameAddress('/a?sort=x', '/a?sort=y')).toBe(false)
  expect(isSameAddress('/a?sort=x', '/b?sort=x')).toBe(false)
  expect(isSameAddress('/a?x=1&x=2', '/a?x=2&x=1')).toBe(false)
})
