import { type Field, FieldInput } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import { expect, it } from 'vitest'
import { differenceText, expectedTexts, type TestWords } from './test-words.ts'

const AT = '2026-11-28T05:00:00.000Z'
const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
const field: Field = { ...FieldInput.parse({ key: 'due', label: 'Due', type: 'datetime' }), id }
/** Texts by their key and values. */
const say = (key: string, values: Record<string, unknown> = {}) =>
  [key, ...Object.values(values).map(String)].join(' ')
const own: TestWords = {
  words: {
    subjects: [{ key: 'due', label: 'Due', type: 'datetime', field }],
    linked: () => [],
    layout: [],
    people: { name: () => undefined, zone: 'Asia/Kathmandu' },
    table: (key: string) => key,
    role: (one) => one,
    button: (one) => one,
    field: say,
    say,
  },
  t: say,
}

it('a test says what it expects of a moment in the zone of its reader', () => {
  const expected = { items: {}, options: {}, values: { due: AT }, messages: [] }
  expect(expectedTexts(own, expected)).toEqual(['tests.value Due 28 Nov 2026, 10:45'])
})

it('a failing test says both moments so, and that there is none', () => {
  const differs = (actual: string | null) =>
    differenceText(own, { kind: 'value', field: 'due', expected: AT, actual })
  expect(differs('2026-11-29T05:00:00.000Z')).toBe(
    'tests.differs Due tests.set 28 Nov 2026, 10:45 tests.set 29 Nov 2026, 10:45',
  )
  expect(differs(null)).toBe('tests.differs Due tests.set 28 Nov 2026, 10:45 tests.set tests.empty')
})
