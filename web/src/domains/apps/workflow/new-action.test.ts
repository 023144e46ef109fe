import { expect, test } from 'vitest'
import { throughSource, withField } from './new-action.ts'

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

test.each([
  ['score', 'lower'],
  ['note', undefined],
])(
  'for %s, an action that compares with the present value keeps that it does only if the field has an order',
  (field, onlyIf) => {
    const set = { id: 'a', do: 'set', field: 'level', to: { value: 3 }, repeat: 'once' } as const
    const fields = [
      { key: 'score', type: 'number' },
      { key: 'note', type: 'text' },
    ] as never
    expect(withField({ ...set, onlyIfEmpty: false, onlyIf: 'lower' }, field, fields)).toEqual({
      ...set,
      field,
      to: { value: null },
      onlyIfEmpty: false,
      ...(onlyIf === undefined ? {} : { onlyIf }),
    })
  },
)
