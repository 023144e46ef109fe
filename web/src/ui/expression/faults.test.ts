import { expect, test } from 'vitest'
import { marksOf, placedMessage } from './faults.ts'

test.each([
  ['record.gone > 1', 6, '.gone'],
  ['gone > 1', 0, 'gone'],
  ['a + ', 4, ''],
  ['a ) b', 2, ')'],
  ['a + b', undefined, 'a + b'],
  ['a', -3, 'a'],
])('of %s, the fault at %s underlines %s', (text, position, underlined) => {
  const [mark] = marksOf([{ message: 'Wrong', position }], text)
  expect(text.slice(mark?.from, mark?.to)).toBe(underlined)
})

test('a place is counted from 1', () => {
  const t = (_key: string, { message, at }: { message: string; at: number }) => `${message} @${at}`
  expect(placedMessage({ message: 'Wrong', position: 0 }, t)).toBe('Wrong @1')
  expect(placedMessage({ message: 'Wrong' }, t)).toBe('Wrong')
})
