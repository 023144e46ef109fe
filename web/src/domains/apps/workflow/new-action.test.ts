import { expect, test } from 'vitest'
import { throughSource } from './new-action.ts'

// Only keys are read.
const cases = { titleField: 'subject', fields: [{ key: 'subject' }, { key: 'impact' }] } as never

test.each([
  [undefined, 'subject'],
  ['impact', 'impact'],
  ['title', 'subject'],
])('of a linked record, %s becomes %s, which its app has', (asked, field) => {
  expect(throughSource('case', cases, asked)).toEqual({ through: 'case', field })
})

test('the field stays while its app isn’t known', () => {
  expect(throughSource('case', undefined, 'impact')).toEqual({ through: 'case', field: 'impact' })
})
