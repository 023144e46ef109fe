import { expect, it } from 'vitest'
import { resetOutcome } from './reset-outcome.ts'

it.each([
  [{ mailed: true, link: null }, 'sent'],
  [{ mailed: false, link: 'https://x.test/set-password' }, 'link'],
  [{ mailed: false, link: null }, 'none'],
] as const)('a password reset with the answer %j is shown as %s', (answer, shown) => {
  expect(resetOutcome(answer)).toBe(shown)
})
