import { expect, test } from 'vitest'
import { jsonLines, LONGEST_TEXT } from './json-lines.ts'

function shown(value: unknown): string {
  return jsonLines(value)
    .map((line) => '  '.repeat(line.depth) + line.tokens.map((token) => token.text).join(''))
    .join('\n')
}

test.each([
  [{ a: 1, b: [true, null, 'x"y'], c: {}, d: [] }],
  [[[], [[]], {}]],
  ['text'],
  [null],
  [{ nested: { deep: [{ a: 'é' }] } }],
])('formats %j like JSON.stringify', (value) => {
  const wanted = JSON.stringify(value, null, 2)
  expect(shown(value)).toBe(wanted)
})

test('truncates long texts in the view', () => {
  expect(shown('a'.repeat(LONGEST_TEXT + 1))).toHaveLength(LONGEST_TEXT + 3)
})

test('has a line for each part of a large value', () => {
  expect(jsonLines(Array.from({ length: 5000 }, () => ({ n: 1 })))).toHaveLength(15_002)
})
