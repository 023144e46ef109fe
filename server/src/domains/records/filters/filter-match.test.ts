import type { FieldKind } from '@caseloom/contract/field-types/registry'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { describe, expect, test } from 'vitest'
import { definedFilterIssues, factsOf, recordMatches, timeless } from './filter-match.rules.ts'
import type { AppShape, FieldShape, StoredRecord, Values } from '../model/record-shape.ts'

const ROLE = '01890000-0000-7000-8000-00000000000a'
const ME = '01890000-0000-7000-8000-00000000000b'
const id = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`
const common = { label: 'F', required: false, readOnly: false }
// Ids above are made like those of the generator.
const fields = [
  { ...common, id: id(1), key: 'title', type: 'text', multiline: false, maxLength: 100, unique: false },
  {
    ...common,
    id: id(2),
    key: 'state',
    type: 'selection',
    multiple: false,
    display: 'plain',
    options: ['new', 'open', 'closed'].map((key) => ({ key, label: key })),
    readers: [ROLE],
  },
  { ...common, id: id(3), key: 'owner', type: 'user', multiple: false },
  { ...common, id: id(4), key: 'seen', type: 'datetime' },
] as unknown as Field[]
const KINDS: Record<string, FieldKind> = { title: 'text', state: 'option', owner: 'user', seen: 'instant' }
const shapes = fields.map(
  (definition): FieldShape => ({
    key: definition.key,
    kind: KINDS[definition.key] ?? 'text',
    definition,
    unique: false,
    readClass: 'open',
    read: (value) => ({ value }),
  }),
)
const app: AppShape = {
  acronym: 'CAS',
  fields: shapes,
  byKey: new Map(shapes.map((field) => [field.key, field])),
}
const actor: Actor = {
  kind: 'user',
  id: ME,
  personId: null,
  name: 'Alice Example',
  superAdministrator: false,
  adminOf: [],
  accountId: null,
  tenantId: id(90),
  permissions: new Set(),
  principals: [ME],
}
const now = new Date('2026-11-22T10:00:00.000Z')
const by = { kind: 'user' as const, id: ME, name: 'Alice Example' }

function aRecord(values: Values): StoredRecord {
  const empty = Object.fromEntries(app.fields.map((field) => [field.key, null]))
  const facts = {
    version: 1,
    createdAt: now,
    createdBy: by,
    updatedAt: now,
    updatedBy: by,
    acl: null,
    lock: null,
  }
  return { ...facts, id: id(92), seq: 7, values: { ...empty, ...values } }
}

const holds = (filter: Filter, values: Values) => recordMatches(app, filter, aRecord(values), { actor, now })

describe('a filter of a definition on one record', () => {
  test.each<[string, Filter, Values, boolean]>([
    ['nothing to hold', { all: [] }, {}, true],
    ['an option', { field: 'state', op: 'eq', value: 'open' }, { state: 'open' }, true],
    ['another option', { field: 'state', op: 'eq', value: 'open' }, { state: 'new' }, false],
    ['the order of options', { field: 'state', op: 'gte', value: 'open' }, { state: 'closed' }, true],
    ['an empty value', { field: 'state', op: 'ne', value: 'open' }, {}, true],
    ['the acting user', { field: 'owner', op: 'eq', value: 'me' }, { owner: ME }, true],
    [
      'a span of time',
      { field: 'seen', op: 'within', value: '1h' },
      { seen: '2026-11-22T09:30:00.000Z' },
      true,
    ],
    [
      'a span that has ended',
      { field: 'seen', op: 'within', value: '1h' },
      { seen: '2026-11-22T08:30:00.000Z' },
      false,
    ],
    [
      'a time before an instant that moves',
      { field: 'seen', op: 'lt', value: 'now-30m' },
      { seen: '2026-11-22T09:29:00.000Z' },
      true,
    ],
    [
      'a time after it',
      { field: 'seen', op: 'lt', value: 'now-30m' },
      { seen: '2026-11-22T09:31:00.000Z' },
      false,
    ],
    ['the tracking id', { field: 'tracking_id', op: 'eq', value: 'cas-7' }, {}, true],
    [
      'both of two',
      {
        all: [{ field: 'title', op: 'contains', value: 'AB' }, { not: { field: 'owner', op: 'empty' } }],
      },
      { title: 'xabx', owner: ME },
      true,
    ],
    ['a field that is gone', { field: 'gone', op: 'empty' }, {}, false],
  ])('knows %s', (_name, filter, values, expected) => {
    expect(holds(filter, values)).toBe(expected)
  })

  test('reads fields that the writer may not read', () => {
    expect(holds({ field: 'state', op: 'notEmpty' }, { state: 'new' })).toBe(true)
  })

  test('asks the clock again each time', () => {
    const filter: Filter = { field: 'seen', op: 'within', value: '1h' }
    const record = aRecord({ seen: now.toISOString() })
    expect(recordMatches(app, filter, record, { actor, now })).toBe(true)
    const later = new Date(now.getTime() + 3_600_001)
    expect(recordMatches(app, filter, record, { actor, now: later })).toBe(false)
  })

  test('begins days where the zone says so', () => {
    const filter: Filter = { field: 'seen', op: 'gte', value: 'today' }
    const record = aRecord({ seen: '2026-11-21T12:00:00.000Z' })
    // In Auckland it is Sunday since 11 o'clock UTC on Saturday.
    expect(recordMatches(app, filter, record, { actor, now, zone: 'Pacific/Auckland' })).toBe(true)
    expect(recordMatches(app, filter, record, { actor, now, zone: 'UTC' })).toBe(false)
  })

  test('is refused with the place when it does not fit', () => {
    const filter: Filter = { all: [{ field: 'gone', op: 'empty' }] }
    expect(definedFilterIssues(app.fields, filter)).toMatchObject([
      { path: ['all', 0, 'field'], code: 'unknown_field' },
    ])
    expect(definedFilterIssues(app.fields, { field: 'state', op: 'notEmpty' })).toEqual([])
  })

  test('reads a filter that time does not change once for each revision', () => {
    let reads = 0
    const counted = shapes.map((shape) => ({
      ...shape,
      read: (value: JsonValue) => {
        reads += 1
        return { value }
      },
    }))
    const counting: AppShape = { ...app, byKey: new Map(counted.map((field) => [field.key, field])) }
    const filter: Filter = { field: 'title', op: 'eq', value: 'x' }
    const asks = (of: AppShape, filterOf = filter) =>
      recordMatches(of, filterOf, aRecord({ title: 'x' }), { actor, now })
    expect([asks(counting), asks(counting), asks(counting)]).toEqual([true, true, true])
    expect(reads).toBe(1)
    expect(asks({ ...counting })).toBe(true)
    expect(asks(counting, { ...filter, value: 'y' })).toBe(false)
    expect(reads).toBe(3)
  })
})

test.each<[Filter, boolean]>([
  [{ field: 'title', op: 'eq', value: 'a' }, true],
  [{ field: 'title', op: 'empty' }, true],
  [{ field: 'owner', op: 'in', value: ['a', 'b'] }, true],
  [{ field: 'owner', op: 'eq', value: 'me' }, false],
  [{ field: 'owner', op: 'in', value: ['a', 'me'] }, false],
  [{ field: 'title', op: 'eq', value: { from: 'the record' } }, false],
  [{ field: 'seen', op: 'lt', value: 'now-30m' }, false],
  [{ field: 'seen', op: 'within', value: '1h' }, false],
  [{ has: 'parent' }, false],
  [{ not: { field: 'title', op: 'empty' } }, true],
  [{ not: { field: 'seen', op: 'olderThan', value: '1h' } }, false],
  [{ all: [] }, true],
  [
    {
      all: [
        { field: 'title', op: 'empty' },
        { field: 'owner', op: 'eq', value: 'me' },
      ],
    },
    false,
  ],
  [{ any: [{ field: 'title', op: 'empty' }] }, true],
  [
    {
      any: [
        { field: 'owner', op: 'eq', value: 'me' },
        { field: 'title', op: 'empty' },
      ],
    },
    false,
  ],
])('%j means the same to everyone at any time: %s', (filter, expected) => {
  expect(timeless(filter)).toBe(expected)
})

test('the facts of a record are its fields and what every record has', () => {
  const facts = factsOf(app, {
    ...aRecord({ title: 'x' }),
    updatedAt: new Date(now.getTime() + 1),
    updatedBy: { ...by, id: id(7) },
  })
  const keys = ['tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by', 'title', 'gone']
  expect(keys.map(facts)).toEqual([
    'CAS-7',
    '2026-11-22T10:00:00.000Z',
    '2026-11-22T10:00:00.001Z',
    ME,
    id(7),
    'x',
    null,
  ])
  expect(factsOf(app, { ...aRecord({}), seq: null })('tracking_id')).toBeNull()
})
