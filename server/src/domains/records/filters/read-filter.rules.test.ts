import type { FieldKind } from '@caseloom/contract/field-types/registry'
import type { Filter, FilterOperator } from '@caseloom/contract/filter'
import type { JsonValue } from '@caseloom/contract/json'
import { type Actor, NOBODY } from '@caseloom/contract/permissions'
import { describe, expect, it } from 'vitest'
import type { AppTable, FieldShape } from '../model/record-shape.ts'
import { formsOf } from '../../../field-types/observables.ts'
import { readFilter } from './read-filter.rules.ts'
import { linkTestOf, namedRecords, otherAppsOf } from './linked-test.rules.ts'

const ME = '01890000-0000-7000-8000-00000000000a'
const ROLE = '01890000-0000-7000-8000-00000000000b'
const ID = '01890000-0000-7000-8000-00000000000c'
const NOW = new Date('2026-11-22T10:00:00.000Z')
const ACTOR: Actor = {
  ...NOBODY,
  id: ME,
  tenantId: 'tenant',
  principals: [ME],
  permissions: new Set(['record:read']),
}

const shape = (key: string, kind: FieldKind, definition: object = {}): FieldShape =>
  // The rules look at these members alone.
  ({
    key,
    kind,
    definition: { id: `${key}-id`, type: kind, ...definition },
    read: (raw: JsonValue) => (raw === 'none' ? { issues: [] } : { value: raw }),
  }) as unknown as FieldShape

function table(id: string, fields: readonly FieldShape[], over: Partial<AppTable> = {}): AppTable {
  // The rules look at these members alone.
  return {
    id,
    acronym: 'CAS',
    sharing: null,
    fields,
    byKey: new Map(fields.map((field) => [field.key, field])),
    ...over,
  } as unknown as AppTable
}

const options = ['low', 'mid', 'high'].map((key) => ({ key }))
const KINDS: FieldKind[] = [
  'text',
  'texts',
  'number',
  'numbers',
  'boolean',
  'date',
  'time',
  'instant',
  'user',
  'users',
  'group',
  'technique',
  'techniques',
  'observables',
  'tasks',
  'clock',
  'url',
  'files',
  'options',
]
const FIELDS = [
  ...KINDS.map((kind) => shape(kind, kind)),
  shape('option', 'option', { type: 'selection', options }),
  shape('secret', 'text', { readers: [ROLE] }),
  shape('cases', 'reference', { type: 'reference', app: 'other' }),
  shape('closed', 'reference', { type: 'reference', app: 'closed' }),
  shape('lost', 'reference', { type: 'reference', app: 'gone' }),
  shape('private', 'reference', { type: 'reference', app: 'other', readers: [ROLE] }),
]
const APP = table('app', FIELDS)
const OTHER = table('other', [
  shape('title', 'text'),
  shape('alert', 'reference', { type: 'reference', app: 'app' }),
  shape('else', 'reference', { type: 'reference', app: 'third' }),
  shape('hidden', 'reference', { type: 'reference', app: 'app', readers: [ROLE] }),
])
const CLOSED = table('closed', [shape('alert', 'reference', { type: 'reference', app: 'app' })], {
  sharing: [],
})
const OTHERS = new Map([
  ['other', OTHER],
  ['closed', CLOSED],
])

const read = (filter: Filter, others: typeof OTHERS | undefined = OTHERS) =>
  readFilter(filter, { app: APP, actor: ACTOR, now: NOW, others })
const where = (field: string, op: FilterOperator, value?: JsonValue): Filter =>
  value === undefined ? { field, op } : { field, op, value }
const plain = (key: string, op: string, ...values: string[]) => ({ target: { key, kind: key }, op, values })
const not = (filter: object) => ({ not: filter })

describe('a condition becomes plain ones', () => {
  it.each<[string, FilterOperator, JsonValue | undefined, object]>([
    ['text', 'empty', undefined, plain('text', 'empty')],
    ['text', 'notEmpty', undefined, not(plain('text', 'empty'))],
    ['text', 'eq', 'a', plain('text', 'eq', 'a')],
    ['text', 'eq', 'none', plain('text', 'eq', 'none')],
    ['text', 'ne', 'a', not(plain('text', 'eq', 'a'))],
    ['text', 'in', ['a', 'b'], plain('text', 'in', 'a', 'b')],
    ['text', 'notIn', ['a'], not(plain('text', 'in', 'a'))],
    ['text', 'contains', 'a', plain('text', 'contains', 'a')],
    ['text', 'notContains', 'a', not(plain('text', 'contains', 'a'))],
    ['text', 'startsWith', 'a', plain('text', 'startsWith', 'a')],
    ['text', 'endsWith', 'a', plain('text', 'endsWith', 'a')],
    ['url', 'eq', 'a', plain('url', 'eq', 'a')],
    ['texts', 'eq', ['a', 'b', 'a'], plain('texts', 'eq', 'a', 'b')],
    ['texts', 'eq', ' a ', plain('texts', 'eq', 'a')],
    ['texts', 'contains', ['a', 'b'], plain('texts', 'contains', 'a', 'b')],
    ['texts', 'notContains', 'a', not(plain('texts', 'contains', 'a'))],
    ['number', 'eq', 1.5, plain('number', 'eq', '1.5')],
    ['number', 'gt', '007', plain('number', 'gt', '7')],
    ['number', 'between', [1, 2], { all: [plain('number', 'gte', '1'), plain('number', 'lte', '2')] }],
    ['numbers', 'contains', [1, '2.0'], plain('numbers', 'contains', '1', '2')],
    ['boolean', 'eq', true, plain('boolean', 'eq', 'true')],
    ['boolean', 'eq', 'true', plain('boolean', 'eq', 'true')],
    ['boolean', 'ne', false, not(plain('boolean', 'eq', 'false'))],
    ['boolean', 'eq', 'false', plain('boolean', 'eq', 'false')],
    ['date', 'lt', '2026-11-21', plain('date', 'lt', '2026-11-21')],
    ['date', 'eq', 'today+1d', plain('date', 'eq', '2026-11-23')],
    ['time', 'eq', '14:05', plain('time', 'eq', '14:05')],
    ['instant', 'gt', '2026-11-21T03:00:00Z', plain('instant', 'gt', '2026-11-21T03:00:00.000Z')],
    ['instant', 'lt', 'now-30m', plain('instant', 'lt', '2026-11-22T09:30:00.000Z')],
    ['instant', 'gt', 'today', plain('instant', 'gte', '2026-11-23T00:00:00.000Z')],
    ['instant', 'gte', 'today', plain('instant', 'gte', '2026-11-22T00:00:00.000Z')],
    ['instant', 'lte', 'today', plain('instant', 'lt', '2026-11-23T00:00:00.000Z')],
    ['instant', 'olderThan', '1d', plain('instant', 'lt', '2026-11-21T10:00:00.000Z')],
    [
      'instant',
      'within',
      '1d',
      {
        all: [
          plain('instant', 'gte', '2026-11-21T10:00:00.000Z'),
          plain('instant', 'lte', '2026-11-22T10:00:00.000Z'),
        ],
      },
    ],
    [
      'instant',
      'withinNext',
      '1d',
      {
        all: [
          plain('instant', 'gte', '2026-11-22T10:00:00.000Z'),
          plain('instant', 'lte', '2026-11-23T10:00:00.000Z'),
        ],
      },
    ],
    [
      'date',
      'within',
      '2d',
      { all: [plain('date', 'gte', '2026-11-20'), plain('date', 'lte', '2026-11-22')] },
    ],
    ['date', 'olderThan', '2d', plain('date', 'lt', '2026-11-20')],
    [
      'date',
      'within',
      'this_month',
      { all: [plain('date', 'gte', '2026-11-01'), plain('date', 'lte', '2026-11-30')] },
    ],
    [
      'instant',
      'within',
      'this_month',
      {
        all: [
          plain('instant', 'gte', '2026-11-01T00:00:00.000Z'),
          plain('instant', 'lt', '2026-12-01T00:00:00.000Z'),
        ],
      },
    ],
    ['user', 'eq', 'me', plain('user', 'eq', ME)],
    ['user', 'eq', `{${ID}}`, plain('user', 'eq', ID)],
    ['users', 'contains', ['me'], plain('users', 'contains', ME)],
    ['group', 'eq', ID, plain('group', 'eq', ID)],
    ['technique', 'eq', 't1059.001', plain('technique', 'eq', 'T1059.001')],
    ['option', 'gt', 'mid', plain('option', 'in', 'high')],
    ['option', 'gte', 'mid', plain('option', 'in', 'mid', 'high')],
    ['option', 'lt', 'mid', plain('option', 'in', 'low')],
    ['option', 'lte', 'mid', plain('option', 'in', 'low', 'mid')],
    ['option', 'lte', 'low', plain('option', 'in', 'low')],
    ['files', 'contains', 'pdf', plain('files', 'contains', 'pdf')],
    ['observables', 'empty', undefined, plain('observables', 'empty')],
    ['observables', 'notEmpty', undefined, not(plain('observables', 'empty'))],
    ['tasks', 'contains', 'me', plain('tasks', 'contains', ME)],
    ['tasks', 'notContains', ID, not(plain('tasks', 'contains', ID))],
    ['clock', 'eq', 'idle', { any: [plain('clock', 'empty')] }],
  ])('%s %s %j', (field, op, value, expected) => {
    expect(read(where(field, op, value))).toEqual({ filter: expected })
  })

  it('of a technique takes its sub-techniques along', () => {
    const { filter } = read(where('technique', 'startsWith', ' t1059 '))
    expect(filter).toMatchObject({ op: 'in', target: { key: 'technique' } })
    const values = filter !== undefined && 'values' in filter ? filter.values : []
    expect(values).toContain('T1059')
    expect(values).toContain('T1059.001')
    expect(values.every((value) => value.startsWith('T1059'))).toBe(true)
    const many = read(where('techniques', 'startsWith', 'T1059')).filter
    expect(many).toMatchObject({ op: 'in', values })
  })

  it('of an observable takes every form of its value', () => {
    expect(formsOf('HXXP://Example[.]com/A').length).toBeGreaterThan(0)
    expect(new Set(formsOf('1.2.3.4')).size).toBe(formsOf('1.2.3.4').length)
    expect(read(where('observables', 'contains', '1.2.3[.]4')).filter).toMatchObject({
      op: 'in',
      values: expect.arrayContaining(['1.2.3.4']),
    })
    expect(read(where('observables', 'notContains', '1.2.3.4')).filter).toHaveProperty('not')
  })

  it('of a clock says what is stored of each word', () => {
    const target = (part: string) => ({ key: 'clock', kind: 'clock', part })
    const state = (name: string) => ({ target: target('state'), op: 'eq', values: [name] })
    const passed = (part: string) => ({ target: target(part), op: 'lte', values: [NOW.toISOString()] })
    const over = { any: [not({ target: target('breachedAt'), op: 'empty', values: [] }), passed('dueAt')] }
    const words = ['overdue', 'warning', 'running', 'paused', 'met', 'missed']
    expect(read(where('clock', 'in', words)).filter).toEqual({
      any: [
        { all: [state('running'), over] },
        { all: [state('running'), not(over), passed('warningAt')] },
        { all: [state('running'), not(over), not(passed('warningAt'))] },
        state('paused'),
        state('met'),
        state('missed'),
      ],
    })
    expect(read(where('clock', 'notIn', ['met'])).filter).toEqual(not({ any: [state('met')] }))
    expect(read(where('clock', 'ne', 'met')).filter).toEqual(not({ any: [state('met')] }))
  })

  it('joins as it was joined', () => {
    const one = where('text', 'eq', 'a')
    expect(read({ all: [{ any: [one] }, { not: one }] }).filter).toEqual({
      all: [{ any: [plain('text', 'eq', 'a')] }, not(plain('text', 'eq', 'a'))],
    })
  })
})

describe('a refusal names the place and what was expected', () => {
  const VALUE = ['body', 'filter', 'value']
  it.each<[string, FilterOperator, JsonValue | undefined, string, (string | number)[], boolean]>([
    ['gone', 'empty', undefined, 'unknown_field', ['body', 'filter', 'field'], true],
    ['secret', 'empty', undefined, 'unknown_field', ['body', 'filter', 'field'], true],
    ['boolean', 'contains', 'x', 'not_allowed', ['body', 'filter', 'op'], false],
    ['number', 'eq', 'x', 'invalid_type', VALUE, false],
    ['number', 'eq', true, 'invalid_type', VALUE, false],
    ['boolean', 'eq', 'yes', 'invalid_type', VALUE, false],
    ['text', 'in', 'a', 'invalid_type', VALUE, false],
    ['number', 'in', [1, 'x'], 'invalid_type', [...VALUE, 1], false],
    ['number', 'in', ['x'], 'invalid_type', VALUE, false],
    ['text', 'in', Array.from({ length: 1001 }, () => 'a'), 'too_long', VALUE, false],
    ['texts', 'eq', [1], 'invalid_type', VALUE, false],
    ['texts', 'contains', [1], 'invalid_type', VALUE, false],
    ['text', 'contains', '', 'invalid_type', VALUE, false],
    ['text', 'contains', 1, 'invalid_type', VALUE, false],
    ['number', 'between', [1], 'invalid_type', VALUE, false],
    ['number', 'between', 1, 'invalid_type', VALUE, false],
    ['number', 'between', ['x', 1], 'invalid_type', [...VALUE, 0], false],
    ['number', 'between', [1, 'x'], 'invalid_type', [...VALUE, 1], false],
    ['instant', 'eq', '2026-11-21', 'invalid_type', VALUE, false],
    ['instant', 'eq', '2026-11-21Tx', 'invalid_type', VALUE, false],
    ['instant', 'within', 'soon', 'invalid_span', VALUE, false],
    ['instant', 'within', 5, 'invalid_span', VALUE, false],
    ['instant', 'olderThan', 'this_month', 'invalid_span', VALUE, false],
    ['user', 'eq', 'you', 'invalid_type', VALUE, false],
    ['group', 'eq', 'me', 'invalid_type', VALUE, false],
    ['technique', 'eq', 'T9', 'invalid_type', VALUE, false],
    ['date', 'eq', 'none', 'invalid_type', VALUE, false],
    ['date', 'eq', true, 'invalid_type', VALUE, false],
    ['option', 'gt', 'most', 'unknown_option', VALUE, false],
    ['option', 'gt', 3, 'unknown_option', VALUE, false],
    ['observables', 'contains', 7, 'invalid_type', VALUE, false],
    ['tasks', 'contains', 'you', 'invalid_type', VALUE, false],
    ['tasks', 'contains', 7, 'invalid_type', VALUE, false],
    ['clock', 'in', 'met', 'invalid_type', VALUE, false],
    ['clock', 'eq', ['met'], 'invalid_type', VALUE, false],
    ['clock', 'in', ['met', 'late'], 'invalid_type', VALUE, false],
  ])('%s %s %j', (...[field, op, value, code, path, unknown]) => {
    expect(read(where(field, op, value))).toMatchObject({ issues: [{ code, path }], unknown })
  })

  const deep = (levels: number): Filter => (levels === 1 ? where('text', 'empty') : { not: deep(levels - 1) })
  it('of what is too deep or too much, at its edge', () => {
    expect(read(deep(10)).issues).toBeUndefined()
    expect(read(deep(11)).issues).toMatchObject([{ code: 'too_deep' }])
    const conditions = (count: number): Filter => ({
      all: Array.from({ length: count }, () => where('text', 'empty')),
    })
    expect(read(conditions(200)).issues).toBeUndefined()
    expect(read(conditions(205)).issues).toMatchObject([
      { code: 'too_many', path: ['body', 'filter', 'all', 200] },
    ])
    expect(
      read(
        where(
          'text',
          'in',
          Array.from({ length: 1000 }, () => 'a'),
        ),
      ).issues,
    ).toBeUndefined()
  })
})

describe('a condition on links', () => {
  const out = { key: 'cases', fieldId: 'cases-id', direction: 'out', other: OTHER, principals: [ME] }
  const into = { key: 'other.alert', fieldId: 'alert-id', direction: 'in', other: OTHER, principals: [ME] }
  const tracking = (text: string) => ({
    target: { key: 'tracking_id', kind: 'tracking' },
    op: 'eq',
    values: [text],
  })

  it.each<[string, Filter, object]>([
    ['any', where('cases', 'notEmpty'), { has: out }],
    ['none', where('cases', 'empty'), not({ has: out })],
    [
      'all of some',
      where('cases', 'eq', [ID, 'CAS-7']),
      { all: [{ has: { ...out, id: ID } }, { has: { ...out, where: tracking('CAS-7') } }] },
    ],
    ['one by id', where('cases', 'contains', ` ${ID} `), { all: [{ has: { ...out, id: ID } }] }],
    ['one of some', where('cases', 'in', [ID]), { any: [{ has: { ...out, id: ID } }] }],
    ['none of some', where('cases', 'notIn', [ID]), not({ any: [{ has: { ...out, id: ID } }] })],
    ['not this', where('cases', 'ne', ID), not({ all: [{ has: { ...out, id: ID } }] })],
    ['without this', where('cases', 'notContains', ID), not({ all: [{ has: { ...out, id: ID } }] })],
    [
      'one with a condition',
      { has: 'cases', where: where('title', 'eq', 'a') },
      { has: { ...out, where: { target: { key: 'title', kind: 'text' }, op: 'eq', values: ['a'] } } },
    ],
    ['one that points here', { has: 'other.alert' }, { has: into }],
    [
      'one of a closed app, which no one finds',
      { has: 'closed' },
      { has: { key: 'closed', fieldId: 'closed-id', direction: 'out', other: CLOSED, principals: null } },
    ],
  ])('asks for %s', (_what, filter, expected) => {
    expect(read(filter)).toEqual({ filter: expected })
  })

  it.each<[string, Filter, string, boolean]>([
    ['a field that is no reference', { has: 'text' }, 'unknown_field', true],
    ['a field that is gone', { has: 'nothing' }, 'unknown_field', true],
    ['an app that is gone', { has: 'lost' }, 'unknown_field', true],
    ['a field of another reader', { has: 'private' }, 'unknown_field', true],
    ['a field of an app that is gone', { has: 'gone.alert' }, 'unknown_field', true],
    ['no field of another app', { has: 'other.nothing' }, 'unknown_field', true],
    ['a text of another app', { has: 'other.title' }, 'unknown_field', true],
    ['a field that points elsewhere', { has: 'other.else' }, 'unknown_field', true],
    ['a closed field of another app', { has: 'other.hidden' }, 'unknown_field', true],
    ['a field of a closed app', { has: 'closed.alert' }, 'unknown_field', true],
    ['links of links', { has: 'cases', where: { has: 'alert' } }, 'not_allowed', false],
    ['a reference of links', { has: 'cases', where: where('alert', 'notEmpty') }, 'not_allowed', false],
    ['a wrong condition of links', { has: 'cases', where: where('gone', 'empty') }, 'unknown_field', true],
    ['no record', where('cases', 'eq', 'nothing'), 'invalid_type', false],
    ['a tracking ID that is none', where('cases', 'eq', 'CAS-0'), 'invalid_type', false],
    ['a number', where('cases', 'eq', 7), 'invalid_type', false],
    [
      'too many',
      where(
        'cases',
        'in',
        Array.from({ length: 1001 }, () => ID),
      ),
      'too_long',
      false,
    ],
  ])('refuses %s', (_what, filter, code, unknown) => {
    expect(read(filter)).toMatchObject({ issues: [{ code }], unknown })
  })

  it('is not available where a filter sees one record alone', () => {
    expect(readFilter({ has: 'cases' }, { app: APP, actor: ACTOR, now: NOW })).toMatchObject({
      issues: [{ code: 'not_allowed' }],
      unknown: false,
    })
    expect(linkTestOf({ app: APP, actor: ACTOR }, 'other.alert')).toBeNull()
  })

  it('counts conditions of links with the others', () => {
    const many: Filter = { all: Array.from({ length: 150 }, () => where('title', 'empty')) }
    const twice: Filter = {
      all: [
        { has: 'cases', where: many },
        { has: 'cases', where: many },
      ],
    }
    expect(read(twice).issues).toMatchObject([{ code: 'too_many' }])
  })

  it('names the other apps that it needs', () => {
    const filter: Filter = {
      all: [
        { any: [where('cases', 'empty')] },
        { not: { has: 'third.alert' } },
        { has: 'lost' },
        where('text', 'empty'),
        where('nothing', 'empty'),
      ],
    }
    expect(otherAppsOf(APP, filter)).toEqual(['other', 'third', 'gone'])
  })

  it('takes records that values name, all or none', () => {
    const test = linkTestOf({ app: APP, actor: ACTOR, others: OTHERS }, 'cases')
    if (test === null) throw new Error('no test')
    expect(namedRecords(test, [])).toEqual([])
    expect(namedRecords(test, [ID, 'x'])).toBeNull()
    expect(namedRecords(test, ['abc-12'])).toEqual([{ has: { ...test, where: tracking('abc-12') } }])
  })
})
