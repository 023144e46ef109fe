import { FieldInput, type Field } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { afterEach, describe, expect, it } from 'vitest'
import { setTimeLocale } from '../../ui/time.ts'
import { isEmptyValue, sameValue, textOf } from './field-text.ts'
import { relativeDateLabel } from './relative-date-label.ts'
import { isComputed, shownField } from './shown-field.ts'

const people = { name: (id: string) => (id === 'u1' ? 'Alice' : undefined), zone: 'America/New_York' }
function aField(input: object): Field {
  const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
  return { ...FieldInput.parse({ key: 'f', label: 'F', ...input }), id }
}
const formula = (result: string) => aField({ type: 'formula', expression: '1', result })
const options = [
  { key: 'a', label: 'First' },
  { key: 'b', label: 'Second' },
]

describe('a value as text', () => {
  it.each<[Field | undefined, JsonValue | undefined, string]>([
    [undefined, undefined, ''],
    [undefined, null, ''],
    [undefined, 'a', 'a'],
    [undefined, false, 'false'],
    [undefined, { a: 1 }, '{"a":1}'],
    [undefined, ['a', 2], 'a, 2'],
    [aField({ type: 'text' }), 'a', 'a'],
    [aField({ type: 'json' }), { a: [1] }, '{"a":[1]}'],
    [aField({ type: 'number', suffix: ' km' }), 5, '5 km'],
    [aField({ type: 'selection', options }), 'a', 'First'],
    [aField({ type: 'selection', options, multiple: true }), ['a', 'b', 'c'], 'First, Second, c'],
    [aField({ type: 'user', multiple: true }), ['u1', 'u2'], 'Alice, u2'],
    [formula('duration'), 90, '1m 30s'],
    [aField({ type: 'time' }), '14:05:00', '14:05'],
    [aField({ type: 'datetime' }), 'now', 'now'],
    [aField({ type: 'date' }), 'today', 'today'],
    [
      aField({ type: 'reference', app: '0190a000-0000-7000-8000-000000000002' }),
      [
        {
          id: '0190a000-0000-7000-8000-000000000003',
          appId: '0190a000-0000-7000-8000-000000000002',
          trackingId: 'CAS-7',
          title: '',
        },
      ],
      'CAS-7',
    ],
  ])('%#: %j, %j', (field, value, expected) => {
    expect(textOf(field, value, people)).toBe(expected)
  })
})

describe('a moment as text', () => {
  afterEach(() => setTimeLocale(null))
  const AT = '2026-11-28T05:00:09.000Z'

  it.each<[Field, JsonValue, string, string]>([
    [aField({ type: 'datetime' }), AT, 'America/New_York', '28 Nov 2026, 00:00'],
    [aField({ type: 'datetime' }), AT, 'Asia/Kathmandu', '28 Nov 2026, 10:45'],
    [aField({ type: 'datetime' }), AT, 'Pacific/Honolulu', '27 Nov 2026, 19:00'],
    [
      aField({ type: 'datetime' }),
      [AT, '2026-06-28T05:00:00Z'],
      'Europe/Berlin',
      '28 Nov 2026, 06:00, 28 Jun 2026, 07:00',
    ],
    [formula('datetime'), AT, 'Europe/Berlin', '28 Nov 2026, 06:00'],
    [aField({ type: 'date' }), '2026-11-28', 'Pacific/Honolulu', '28 Nov 2026'],
    [formula('date'), '2026-11-28', 'Pacific/Kiritimati', '28 Nov 2026'],
    [aField({ type: 'duration' }), 9_000, 'Asia/Kathmandu', '2h 30m'],
    [aField({ type: 'time' }), '05:00:09', 'Asia/Kathmandu', '05:00:09'],
  ])('%#: %j, %j in %s is %s', (field, value, zone, expected) => {
    expect(textOf(field, value, { ...people, zone })).toBe(expected)
  })

  it('has its seconds where values are compared', () => {
    const reader = { ...people, zone: 'Europe/Berlin', seconds: true }
    expect(textOf(aField({ type: 'datetime' }), AT, reader)).toBe('28 Nov 2026, 06:00:09')
    expect(textOf(aField({ type: 'date' }), '2026-11-28', reader)).toBe('28 Nov 2026')
  })

  it('is in the format that the reader chose', () => {
    setTimeLocale('en-US')
    expect(textOf(aField({ type: 'datetime' }), AT, people)).toBe('Nov 28, 2026, 12:00 AM')
    expect(textOf(aField({ type: 'date' }), '2026-11-28', people)).toBe('Nov 28, 2026')
  })
})

it.each<[JsonValue | undefined, boolean]>([
  [undefined, true],
  [null, true],
  ['', true],
  [[], true],
  [[null], false],
  [0, false],
  [false, false],
  [{}, false],
  [' ', false],
])('%j is empty: %s', (value, expected) => {
  expect(isEmptyValue(value)).toBe(expected)
})

it.each<[JsonValue | undefined, JsonValue | undefined, boolean]>([
  [null, [], true],
  ['', undefined, true],
  [null, 0, false],
  [0, null, false],
  [['a'], ['a'], true],
  [['a'], ['b'], false],
  [{ a: 1 }, { a: 1 }, true],
])('%j and %j are the same to a reader: %s', (a, b, expected) => {
  expect(sameValue(a, b)).toBe(expected)
})

describe('a formula', () => {
  it.each([
    ['text', { type: 'text', multiline: false, maxLength: 10_000, unique: false }],
    ['number', { type: 'number', unique: false }],
    ['date', { type: 'date' }],
    ['datetime', { type: 'datetime' }],
    ['duration', { type: 'duration' }],
    ['boolean', { type: 'formula' }],
  ])('is shown like its result, %s', (result, expected) => {
    expect(shownField(formula(result))).toMatchObject({ key: 'f', label: 'F', ...expected })
  })

  it('shows other fields as they are', () => {
    const text = aField({ type: 'text' })
    expect(shownField(text)).toBe(text)
  })
})

it.each([
  [formula('text'), true],
  [aField({ type: 'system', of: 'created_by' }), true],
  [aField({ type: 'datetime', stamp: { when: { field: 'f', op: 'notEmpty' }, keep: 'first' } }), true],
  [aField({ type: 'datetime' }), false],
  [aField({ type: 'text' }), false],
])('%#: what is computed can’t be edited: %j', (field, expected) => {
  expect(isComputed(field)).toBe(expected)
})

it.each([
  ['now', 'moving.points.now {}'],
  ['now-30m', 'moving.now.before {"span":"units.m {\\"count\\":30}"}'],
  ['now+2h', 'moving.now.after {"span":"units.h {\\"count\\":2}"}'],
  ['today', 'moving.points.today {}'],
  ['today-1w', 'moving.before {"span":"units.w {\\"count\\":1}","from":"moving.points.today {}"}'],
  ['today+7d', 'moving.after {"span":"units.d {\\"count\\":7}","from":"moving.points.today {}"}'],
  ['2026-11-21', null],
])('the relative date %s is worded as %s', (text, expected) => {
  const t = (key: string, values: Record<string, unknown> = {}) => `${key} ${JSON.stringify(values)}`
  expect(relativeDateLabel(text, t)).toBe(expected)
})
