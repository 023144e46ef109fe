import { expect, it } from 'vitest'
import { FieldInput } from '../field-types/fields.ts'
import type { JsonValue } from '../kernel/json.ts'
import { filterRules, fieldTarget, targetTraits } from './field-types/filter-rules.ts'
import type { FilterLook, FilterTarget } from './field-types/plain-filter.ts'

const ME = '01890000-0000-7000-8000-00000000000b'
const GUID = '01890000-0000-7000-8000-00000000000c'
const look: FilterLook = {
  me: ME,
  now: new Date('2026-11-22T15:30:00.000Z'),
  stored: (raw) => (raw === 'raw' ? 'as stored' : null),
  day: (raw) => (raw === 'today' ? '2026-11-22' : null),
}

it.each<[FilterTarget['kind'], JsonValue, string | null]>([
  ['text', 'raw', 'as stored'],
  ['text', 'e\u0301', 'é'],
  ['text', 7, null],
  ['rich', 'e\u0301', 'é'],
  ['rich', 7, null],
  ['url', 'raw', 'raw'],
  ['option', 'low', 'low'],
  ['options', 7, null],
  ['number', '1.50', '1.5'],
  ['number', 'x', null],
  ['numbers', 1e2, '100'],
  ['texts', ' a b ', 'a b'],
  ['texts', 7, null],
  ['instant', '2026-11-21T03:02:15+01:00', '2026-11-21T02:02:15.000Z'],
  ['instant', '2026-11-21', null],
  ['instant', '2026-13-21T00:00:00Z', null],
  ['instant', 7, null],
  ['date', 'today', '2026-11-22'],
  ['date', 'raw', 'as stored'],
  ['date', 'x', null],
  ['time', 'raw', 'as stored'],
  ['duration', 'raw', 'as stored'],
  ['geopoint', 'raw', 'as stored'],
  ['boolean', true, 'true'],
  ['boolean', 'true', 'true'],
  ['boolean', false, 'false'],
  ['boolean', 'false', 'false'],
  ['boolean', 'yes', null],
  ['boolean', 0, null],
  ['user', 'me', ME],
  ['users', `{${GUID.toUpperCase()}}`, GUID],
  ['user', 'bob', null],
  ['user', 7, null],
  ['actor', 'me', ME],
  ['group', GUID.toUpperCase(), GUID],
  ['group', 'me', null],
  ['groups', 7, null],
  ['tracking', 'CAS-7', 'CAS-7'],
  ['technique', 't1059.001', 'T1059.001'],
  ['techniques', 'T0', null],
  ['technique', 7, null],
  ['json', 'a', null],
  ['comments', 'a', null],
  ['reference', 'a', null],
  ['system', 'a', null],
  ['files', 'a', null],
  ['observables', 'a', null],
  ['tasks', ME, null],
  ['clock', 'running', null],
])('a value of %s: %j is compared as %j', (kind, raw, expected) => {
  expect(filterRules(kind).canonical(raw, look)).toBe(expected)
})

it('a technique means its sub-techniques as well', () => {
  const { matches } = filterRules('technique')
  expect(matches?.(' t1059.00')).toContain('T1059.001')
  expect(matches?.('T1059')).toEqual(expect.arrayContaining(['T1059', 'T1059.001']))
  expect(matches?.('T1059').every((id) => id.startsWith('T1059'))).toBe(true)
  expect(matches?.('powershell')).toEqual([])
})

it.each([
  ['9', '10', -1],
  ['10', '9', 1],
  ['1.0', '1', 0],
  ['x', '0', 0],
  ['x', '1', -1],
  ['0', 'x', 0],
  ['1', 'x', 1],
])('numbers and durations compare by what they are: %s and %s', (a, b, expected) => {
  for (const kind of ['number', 'duration'] as const)
    expect(Math.sign(filterRules(kind).compare?.(a, b) ?? NaN)).toBe(expected)
})

it.each([
  ['CAS-7', 'cas-7', 0],
  ['CAS-7', 'CAS-8', -1],
  ['CAS-8', 'CAS-7', 1],
])('tracking IDs are alike in any case: %s and %s', (a, b, expected) => {
  expect(filterRules('tracking').compare?.(a, b)).toBe(expected)
})

it('a list of numbers without a form is compared as nothing', () => {
  expect(['1.50', 'x'].map((item) => filterRules('numbers').text?.(item))).toEqual(['1.5', ''])
})

const field = (input: object) => FieldInput.parse({ key: 'f', label: 'F', ...input })
it.each<[string, FieldInput | undefined, FilterTarget | null]>([
  ['f', field({ type: 'number' }), { key: 'f', kind: 'number' }],
  ['f', field({ type: 'user', multiple: true }), { key: 'f', kind: 'users' }],
  ['f', undefined, null],
  ['tracking_id', undefined, { key: 'tracking_id', kind: 'tracking' }],
  ['created_at', undefined, { key: 'created_at', kind: 'instant' }],
  ['updated_at', undefined, { key: 'updated_at', kind: 'instant' }],
  ['created_by', undefined, { key: 'created_by', kind: 'actor' }],
  ['updated_by', undefined, { key: 'updated_by', kind: 'actor' }],
  // A placed fact is compared by the fact, a history by nothing that a filter takes.
  ['f', field({ type: 'system', of: 'created_by' }), { key: 'created_by', kind: 'actor' }],
  ['f', field({ type: 'system', of: 'history' }), { key: 'f', kind: 'system' }],
])('the key %s of %j is compared by %j', (key, definition, expected) => {
  expect(fieldTarget(key, definition)).toEqual(expected)
})

it('facts of every record are single values', () => {
  for (const kind of ['tracking', 'actor'] as const)
    expect(targetTraits(kind)).toMatchObject({ several: false, day: false, links: false })
  expect(targetTraits('users').several).toBe(true)
})
