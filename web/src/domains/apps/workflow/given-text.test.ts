import { expect, test } from 'vitest'
import { groupName, type KnownName } from '../../../ui/expression/known-name.ts'
import { givenText } from './given-text.ts'

const leaf = (path: string): KnownName => ({
  name: path.split('.').at(-1) ?? path,
  path,
  type: 'text',
  help: undefined,
  sample: undefined,
  parts: () => [],
})
const names = [
  groupName('record', 'record', [leaf('record.boxes'), leaf('record.verdict'), leaf('record.constructor')]),
  groupName('before', 'before', [leaf('before.verdict')]),
  leaf('opened'),
]
const tried = { value: true, record: { boxes: ['a', 'b'], verdict: 'bad' }, before: {} }

test.each([
  ['$count(record.boxes) > 1', '$count(2 items) > 1'],
  ['record.verdict != before.verdict', '"bad" != null'],
  ['record.verdict\n  = "x"', '"bad" = "x"'],
  ['record.constructor = 1', 'null = 1'],
  ['record.verdict', undefined],
  ['opened = "new"', undefined],
])('%s is shown with its values as %s', (source, shown) => {
  expect(givenText(source, names, tried)).toBe(shown)
})
