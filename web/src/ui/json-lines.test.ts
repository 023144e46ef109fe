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
])('%j is written as JSON.stringify does', (value) => {
  const wanted = JSON.stringify(value, null, 2)
  expect(shown(value)).toBe(wanted)
})

test('long texts are cut in the view', () => {
  expect(shown('a'.repeat(LONGEST_TEXT + 1))).toHaveLength(LONGEST_TEXT + 3)
})

test('a large value has a line for each of its parts', () => {
  expect(jsonLines(Array.from({ length: 5000 }, () => ({ n: 1 })))).toHaveLength(15_002)
})
