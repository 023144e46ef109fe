import { expect, test } from 'vitest'
import { LOGO_LIMIT, logoFault } from './logo-file.ts'

test.each([
  ['image/png', LOGO_LIMIT, null],
  ['image/svg+xml', 200, null],
  ['image/png', LOGO_LIMIT + 1, 'tooBig'],
  ['image/gif', 100, 'badType'],
  ['', 100, 'badType'],
])('a file of type "%s" with %i bytes is rejected as %s', (type, size, fault) => {
  expect(logoFault({ type, size })).toBe(fault)
})
