import { expect, it } from 'vitest'
import { isNumber, jsonDraft, readJson, readNumber, readNumbers } from './drafts.ts'

it.each([
  ['12.50', 12.5],
  [' -3 ', -3],
  ['+.5', 0.5],
  ['5.', 5],
  ['1E3', 1000],
  ['123456789012345', 123_456_789_012_345],
  // A number would lose the last digit.
  ['1234567890123456', '1234567890123456'],
  ['-0.123456789012345', '-0.123456789012345'],
])('reads the number %j as %j', (draft, value) => {
  expect(readNumber(draft)).toEqual({ ok: true, value })
})

it.each(['', '.', '1,5', '0x10', '1e', 'Infinity', '1 2'])('takes %j for no number', (draft) => {
  expect(readNumber(draft)).toEqual({ ok: false, key: 'page.invalidNumber' })
})

it('reads numbers, and names the first that is none', () => {
  expect(readNumbers(['1', '2.5'])).toEqual({ ok: true, value: [1, 2.5] })
  expect(readNumbers([])).toEqual({ ok: true, value: null })
  expect(readNumbers(['1', 'x', 'y'])).toEqual({ ok: false, key: 'page.invalidItem', reason: 'x' })
})

it('writes JSON over several lines, and nothing for nothing', () => {
  expect(jsonDraft({ a: [] })).toBe('{\n  "a": []\n}')
  expect(jsonDraft(false)).toBe('false')
  expect([jsonDraft(null), jsonDraft(undefined)]).toEqual([undefined, undefined])
})

it('reads JSON, or passes on why it is none', () => {
  expect(readJson('{"a":1}')).toEqual({ ok: true, value: { a: 1 } })
  expect(readJson('{"a"')).toEqual({
    ok: false,
    key: 'page.invalidJson',
    reason: expect.stringContaining('JSON') as string,
  })
})

it.each([
  ['1.5', true],
  ['-2', true],
  [' ', false],
  ['x', false],
  ['Infinity', false],
])('%j is a number: %s', (text, expected) => {
  expect(isNumber(text)).toBe(expected)
})
