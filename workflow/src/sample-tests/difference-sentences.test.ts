import { expect, test } from 'vitest'
import { optionField, textField } from '../testing.ts'
import { differenceSentence } from './difference-sentences.ts'
import type { TestDifference } from './expectations.ts'

const fields = [optionField('status', ['new', 'closed']), textField('reason')]

function sentences(differences: readonly TestDifference[], isReadable = (_key: string) => true): string[] {
  return differences.map((one) => differenceSentence(one, { fields, isReadable }))
}

test('each kind of difference is a sentence with what was expected and what is', () => {
  const at = { level: 'warning', text: 'Say why' } as const
  expect(
    sentences([
      { kind: 'missing', field: 'gone' },
      { kind: 'item', item: 'field:reason', aspect: 'required', expected: true, actual: false },
      { kind: 'item', item: 'tab:More', aspect: 'visible', expected: false, actual: true },
      { kind: 'offered', field: 'status', expected: ['new', 'closed'], actual: null },
      { kind: 'offered', field: 'status', expected: [], actual: ['new'] },
      { kind: 'value', field: 'reason', expected: 'Old', actual: 'New' },
      { kind: 'value', field: 'reason', expected: 'Old' },
      { kind: 'message', message: at, isExpected: true },
      { kind: 'message', message: at, isExpected: false },
    ]),
  ).toMatchInlineSnapshot(`
    [
      "The field “gone” doesn’t exist",
      "reason: expected required, now optional",
      "The tab More: expected hidden, now shown",
      "status: expected new, closed, now all options",
      "status: expected no options, now new",
      "reason: expected set to “Old”, now set to “New”",
      "reason: expected set to “Old”, now not set",
      "Expected message “Say why” isn’t shown",
      "Message “Say why” is shown but not expected",
    ]
  `)
})

test('values and options of a field that the reader can’t read aren’t mentioned', () => {
  const closed: TestDifference[] = [
    { kind: 'offered', field: 'status', expected: ['closed'], actual: null },
    { kind: 'value', field: 'reason', expected: 'Old', actual: 'New' },
  ]
  expect(sentences(closed, () => false).join()).not.toMatch(/closed|Old|New/)
})
