import { FieldInput } from '@caseloom/contract/field-types/fields'
import type { When } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { differenceSentence } from './sample-tests/difference-sentences.ts'
import type { TestDifference } from './sample-tests/expectations.ts'
import { sentenceParts } from './sentence-parts.ts'
import { conditionSentence } from './sentences.ts'

const fields = [
  { key: 'title', label: 'Title', type: 'text' },
  { key: 'amount', label: 'Amount', type: 'number' },
  { key: 'due', label: 'Due', type: 'datetime' },
  { key: 'day', label: 'Day', type: 'date' },
  { key: 'effort', label: 'Effort', type: 'duration' },
  { key: 'owner', label: 'Owner', type: 'user', multiple: true },
  { key: 'team', label: 'Team', type: 'group' },
].map((field) => FieldInput.parse(field))

function parts(field: string, expected: TestDifference & { kind: 'value' }, isReadable = true) {
  return sentenceParts(fields, (names) =>
    differenceSentence({ ...expected, field }, { fields, isReadable: () => isReadable, ...names }),
  )
}

const DUE = '2026-07-31T23:00:00.000Z'

test.each([
  ['due', DUE, 'datetime'],
  ['day', '2026-07-31', 'date'],
  ['effort', 9_000, 'duration'],
  ['team', 'g1', 'group'],
])('a value of %s is a part of its own', (field, value, type) => {
  const [start, part, end] = parts(field, { kind: 'value', field, expected: value })
  expect(start).toMatch(/: expected set to $/)
  expect([part, end]).toEqual([{ type, value }, ', now not set'])
})

test('each of several people is a part', () => {
  expect(parts('owner', { kind: 'value', field: 'owner', expected: ['u1', 'u2'], actual: null })).toEqual([
    'Owner: expected set to ',
    { type: 'user', value: 'u1' },
    ' and ',
    { type: 'user', value: 'u2' },
    ', now set to nothing',
  ])
})

test.each(['user', 'group', 'role'] as const)('a %s that a condition names is a part', (actor) => {
  const when = { actor, in: ['id1', 'id2'] }
  const parts = sentenceParts(fields, (names) => conditionSentence(when, { fields, ...names }))
  expect(parts.slice(1)).toEqual([{ type: actor, value: 'id1' }, ' or ', { type: actor, value: 'id2' }])
})

test('a field of another app and its values are parts', () => {
  const app = '0190a000-0000-7000-8000-00000000000a'
  const campaign = FieldInput.parse({ key: 'campaign', label: 'Campaign', type: 'reference', app })
  const known = [...fields, campaign]
  const said = (when: When) =>
    sentenceParts(known, (names) => conditionSentence(when, { fields: known, ...names }))
  const level = { type: 'other_field', app, field: 'level' }
  const high = { type: 'other_value', app, field: 'level', value: 'high' }
  const is = { field: 'level', op: 'eq', value: 'high' } as const
  expect(said({ linked: 'campaign', where: is })).toEqual(['Campaign, ', level, ' is ', high])
  expect(said({ linked: 'campaign', min: 2, where: is })).toEqual([
    'Campaign has at least 2 linked records where ',
    level,
    ' is ',
    high,
  ])
  expect(said({ linked: 'gone', where: is })).toEqual([
    'gone has at least one linked record where level is “high”',
  ])
})

test('texts and numbers are words, whatever they hold', () => {
  expect(
    parts('title', { kind: 'value', field: 'title', expected: DUE, actual: '\uFFFC0\uFFFC' }).join(''),
  ).toBe(`Title: expected set to “${DUE}”, now set to “0”`)
  expect(parts('amount', { kind: 'value', field: 'amount', expected: 5 })).toEqual([
    'Amount: expected set to 5, now not set',
  ])
})

test('values of a field that the reader can’t read are no parts', () => {
  const closed = parts('due', { kind: 'value', field: 'due', expected: DUE }, false)
  expect(closed).toEqual(['Due: differs'])
})
