import { expect, it } from 'vitest'
import { oneLine } from './queue-mail.ts'

it.each([
  ['two\r\nBcc: everyone@example.com', 'two Bcc: everyone@example.com'],
  ['Invoice \u202egpj.exe', 'Invoice gpj.exe'],
  ['\u2067דוח\u2069 (1)', 'דוח (1)'],
  ['zero\u200bwidth\ufeff', 'zerowidth'],
  ['👩‍👩‍👧 می‌خواهم', '👩‍👩‍👧 می‌خواهم'],
  ['\u0000\u0007 ', ''],
])('the name %j appears in a subject as %j', (name, line) => {
  expect(oneLine(name)).toBe(line)
})

it('a long name ends between characters', () => {
  expect(oneLine(`x${'🚨'.repeat(200)}`)).toBe(`x${'🚨'.repeat(99)}`)
})
