import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import { canonicalDecimal, compareDecimals } from '@caseloom/contract/values/decimal'
import { type Condition, FILTER_OPERATORS, type Filter, PERIODS } from '@caseloom/contract/values/filter'
import { foldText } from '@caseloom/contract/values/normalize-text'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { satisfies } from './filter.rules.ts'
import { readFilter } from './read-filter.rules.ts'
import type { RecordsDoor } from '../records.door.ts'

let house: RecordsFixture
let scope: TenantScope
let app: AppView
let actor: Actor
let all: RecordView[]
let records: RecordsDoor

/** One page of the longest kind in every run, two in deep ones. */
const COUNT = Math.min(300, runs(180))
const ZONE = 'Pacific/Auckland'
const USERS = [newId(), newId(), newId()]
const TEXTS = [
  '',
  'a',
  'A',
  'Änd',
  'and',
  'Zebra',
  'apple',
  '50%',
  '5_0',
  'a\\b',
  "o'clock",
  'İstanbul',
  'ΟΔΟΣ',
  '🚨x',
  'ﬁn',
]
const NUMBERS = ['0', '-0.5', '1', '1.5', '10', '9', '12345678901234567890.5', '-12345678901234567890.5']
const DATES = ['2026-11-20T00:00:00.000Z', '2026-11-21T03:02:15.120Z', '1999-01-01T00:00:00.000Z']
const HOURS = [-9_000, -1_000, -200, -30, -3, 3, 30, 200, 1_000]
/** Around the moment of the test: for relative conditions. */
const AROUND = HOURS.map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
const AROUND_DAYS = AROUND.map((at) => at.slice(0, 10))
const OPTIONS = ['low', 'medium', 'high']
const TAGS = ['a', 'b', 'c']
const DAYS = ['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31']
const TIMES = ['00:00:00', '14:05:00', '23:59:59']
const SECONDS = [0, 45, 9_000, 315_576_000_000]
const ADDRESSES = ['9.0.0.1', '10.0.0.0/8', '10.0.0.2', '2001:db8::1']
const TECHNIQUES = ['T1059', 'T1059.001', 'T1566.001', 'T1078']
const MAILS = ['ana@example.com', 'o.neil+x@example.org']
const ITEMS = ['a', 'A', '50%', 'a,b', '{}', '"', '\\', 'NULL', 'שלום', '漢字']
const FIGURES: JsonValue[] = [0, 1.5, -2, 1e-7, '12345678901234567890.5']

const some = <T extends JsonValue>(values: readonly T[]): fc.Arbitrary<JsonValue> =>
  fc.option(fc.constantFrom(...values), { nil: null })
const several = (values: readonly string[]): fc.Arbitrary<JsonValue> =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: null })
const aRecord = fc.record({
  title: some(TEXTS),
  score: some(NUMBERS),
  seen_at: some([...DATES, ...AROUND]),
  severity: some(OPTIONS),
  tags: several(TAGS),
  owner: some(USERS),
  watchers: several(USERS),
  raw: some<JsonValue>([{ a: 1 }, 'x', 0, false]),
  link: some(['https://a.example/A', 'https://b.example/50%25']),
  day: some([...DAYS, ...AROUND_DAYS]),
  clock: some(TIMES),
  span: some(SECONDS),
  address: some(ADDRESSES),
  mail: some(MAILS),
  words: fc.option(fc.subarray(ITEMS, { minLength: 1 }), { nil: null }),
  figures: fc.option(fc.subarray(FIGURES, { minLength: 1 }), { nil: null }),
  technique: some(TECHNIQUES),
  techniques: several(TECHNIQUES),
  team: some(USERS),
  teams: several(USERS),
})

beforeAll(async () => {
  house = await createRecordsFixture()
  scope = house.scope
  records = house.records
  actor = anActor(scope, { id: USERS[0] ?? '' })
  app = await house.apps.createApp(
    scope,
    actor,
    AppCreate.parse({
      key: 'alert',
      acronym: 'ALR',
      name: 'Alert',
      titleField: 'title',
      listColumns: [],
      layout: [],
      fields: [
        { key: 'title', label: 'Title', type: 'text' },
        { key: 'number', label: 'Unique', type: 'text', unique: true },
        { key: 'score', label: 'Score', type: 'number' },
        { key: 'seen_at', label: 'Seen', type: 'datetime' },
        {
          key: 'severity',
          label: 'S',
          type: 'selection',
          options: OPTIONS.map((key) => ({ key, label: key })),
        },
        {
          key: 'tags',
          label: 'T',
          type: 'selection',
          multiple: true,
          options: TAGS.map((key) => ({ key, label: key })),
        },
        { key: 'owner', label: 'Owner', type: 'user' },
        { key: 'watchers', label: 'Watchers', type: 'user', multiple: true },
        { key: 'raw', label: 'Raw', type: 'json' },
        { key: 'link', label: 'Link', type: 'url' },
        { key: 'day', label: 'Day', type: 'date' },
        { key: 'clock', label: 'Clock', type: 'time' },
        { key: 'span', label: 'Span', type: 'duration' },
        { key: 'address', label: 'Address', type: 'text', format: 'ip' },
        { key: 'mail', label: 'Mail', type: 'text', format: 'email' },
        { key: 'words', label: 'Words', type: 'list' },
        { key: 'figures', label: 'Figures', type: 'list', of: 'number' },
        { key: 'technique', label: 'Technique', type: 'technique' },
        { key: 'techniques', label: 'Techniques', type: 'technique', multiple: true },
        { key: 'flag', label: 'Flag', type: 'formula', expression: 'score > 1', result: 'boolean' },
        { key: 'upper', label: 'Upper', type: 'formula', expression: '$uppercase(title)', result: 'text' },
        { key: 'seen_day', label: 'Seen on', type: 'formula', expression: 'seen_at', result: 'date' },
        { key: 'made', label: 'Made', type: 'system', of: 'created_at' },
        { key: 'team', label: 'Team', type: 'group' },
        { key: 'teams', label: 'Teams', type: 'group', multiple: true },
      ],
    }),
  )
  const inputs = fc.sample(aRecord, { numRuns: COUNT, seed: 20261121 })
  const others = [anActor(scope), actor]
  for (const [at, other] of others.entries()) {
    const commands = inputs
      .filter((_input, index) => index % 2 === at)
      .map((values, index) => ({ kind: 'create' as const, values: { ...values, number: `${at}/${index}` } }))
    const answers = await records.changeMany(scope, other, { appId: app.id, commands })
    for (const answer of answers) if (isFailure(answer)) throw answer
  }
  all = await everything({})
}, 60_000)
afterAll(() => house.close())

async function everything(command: object, limit = 200): Promise<RecordView[]> {
  const items: RecordView[] = []
  let cursor: string | undefined
  do {
    const page = await records.searchRecords(scope, actor, {
      appId: app.id,
      limit,
      zone: ZONE,
      ...command,
      ...(cursor === undefined ? {} : { cursor }),
    })
    items.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return items
}

function factOf(record: RecordView, key: string): JsonValue {
  switch (key) {
    case 'tracking_id':
      return record.trackingId
    case 'created_at':
    case 'made':
      return record.createdAt
    case 'updated_at':
      return record.updatedAt
    case 'created_by':
      return record.createdBy.id
    case 'updated_by':
      return record.updatedBy.id
    default:
      return record.fields[key] ?? null
  }
}

async function inMemory(filter: Filter): Promise<RecordView[]> {
  const compiled = await scope.read((tx) => house.apps.compiled(tx, app.id))
  if (compiled === null) throw new Error('no app')
  const reading = readFilter(filter, { app: compiled, actor, now: new Date(), zone: ZONE })
  if (reading.filter === undefined) throw new Error(JSON.stringify(reading.issues))
  return all.filter((record) => satisfies(reading.filter, (key) => factOf(record, key)))
}

const ids = (items: readonly RecordView[]) => items.map((item) => item.trackingId).sort()

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}

const TEXTUAL = ['eq', 'ne', 'contains', 'notContains', 'startsWith', 'endsWith'] as const
const LISTS = ['in', 'notIn'] as const
const ORDER = ['gt', 'gte', 'lt', 'lte'] as const

const one = (field: string, ops: readonly Condition['op'][], values: readonly JsonValue[]) =>
  ops.flatMap((op) => values.map((value) => ({ field, op, value })))

const relative = (field: string) => [
  ...one(field, ['within'], ['90m', '12h', '7d', '4w', ...PERIODS]),
  ...one(field, ['withinNext', 'olderThan'], ['12h', '7d', '60d']),
]

function conditions(): Condition[] {
  const texts = [...TEXTS.filter((text) => text !== ''), 'AND', 'οδοσ', '%', '_', '\\', 'example']
  const keys = ['title', 'number', 'score', 'seen_at', 'severity', 'tags', 'owner', 'watchers', 'raw', 'link']
  return [
    ...[...keys, 'tracking_id', 'created_at', 'created_by'].flatMap((field) =>
      (['empty', 'notEmpty'] as const).map((op) => ({ field, op })),
    ),
    ...one('title', TEXTUAL, texts),
    ...one('title', LISTS, [[], ['a', 'Zebra'], ['nothing']]),
    ...one('number', ['eq', 'ne'], ['0/1', '0/9999']),
    ...one('link', [...TEXTUAL, 'startsWith'], ['https://a.example/A', 'HTTPS://A', '%25']),
    ...one('score', ['eq', 'ne', ...ORDER], [...NUMBERS, 1, 9.5, 1e20]),
    ...one('score', LISTS, [[1, '1.50', 10]]),
    ...one(
      'score',
      ['between'],
      [
        [0, 10],
        ['1', '1'],
      ],
    ),
    ...one('seen_at', ['eq', 'ne', ...ORDER], [...DATES, '2026-11-21T05:02:15.120+02:00']),
    ...one('seen_at', ['between'], [[DATES[2] ?? '', DATES[0] ?? '']]),
    ...one('created_at', ['within'], ['1h', '10d', 'today', 'this_year', 'last_year']),
    ...relative('seen_at'),
    ...one('created_at', ['olderThan', 'withinNext'], ['1m']),
    ...one('severity', ['eq', 'ne', ...ORDER], OPTIONS),
    ...one('severity', LISTS, [['low', 'high'], []]),
    ...one('severity', ['between'], [['medium', 'high']]),
    ...one('tags', ['eq', 'ne', 'contains', 'notContains'], ['a', ['a', 'b'], ['c', 'a', 'a']]),
    ...one('tags', LISTS, [['a', 'b'], []]),
    ...one('owner', ['eq', 'ne'], ['me', USERS[1] ?? '']),
    ...one('owner', LISTS, [['me', USERS[2] ?? '']]),
    ...one('watchers', ['eq', 'contains', 'notContains'], ['me', USERS]),
    ...one('watchers', LISTS, [['me']]),
    ...one('created_by', ['eq', 'ne'], ['me']),
    ...one(
      'tracking_id',
      ['eq', 'ne', 'contains', 'startsWith', 'endsWith'],
      ['ALR-7', 'alr-7', 'CAS-7', '7'],
    ),
    ...one('tracking_id', LISTS, [['ALR-1', `ALR-${COUNT}`, 'ALR-0']]),
  ]
}

/** On calendar values, durations, formats, lists and groups. */
function newerConditions(): Condition[] {
  const newer = ['day', 'clock', 'span', 'address', 'mail', 'words', 'figures', 'team', 'teams']
  return [
    ...newer.flatMap((field) => (['empty', 'notEmpty'] as const).map((op) => ({ field, op }))),
    ...one('day', ['eq', 'ne', ...ORDER], DAYS),
    ...one('day', LISTS, [[DAYS[0] ?? '', '2000-01-01'], []]),
    ...relative('day'),
    ...one('day', ['between'], [['2000-01-01', '2026-11-21']]),
    ...one('clock', ['eq', 'ne', ...ORDER], [...TIMES, '14:05']),
    ...one('clock', ['between'], [['00:00', '14:05']]),
    ...one('span', ['eq', 'ne', ...ORDER], [...SECONDS, 'PT2H30M', '2h 30m', '9000']),
    ...one('span', LISTS, [['PT45S', 0]]),
    ...one('address', TEXTUAL, [...ADDRESSES, '2001:DB8:0::1', '10.9.9.9/8', '10', '/8']),
    ...one('address', LISTS, [['2001:DB8:0:0::1', '9.0.0.1']]),
    ...one('mail', TEXTUAL, [...MAILS, 'ANA@Example.com', 'example', 'nobody']),
    ...one(
      'words',
      ['eq', 'ne', 'contains', 'notContains'],
      [...ITEMS, ' a ', 'none', ['a', 'A'], ['50%', 'a', 'a'], ITEMS],
    ),
    ...one('words', LISTS, [['a', '漢字'], ['{}'], []]),
    ...one(
      'figures',
      ['eq', 'contains', 'notContains'],
      [...FIGURES, '1.50', '0.0000001', [0, '-2.0'], FIGURES],
    ),
    ...one('figures', LISTS, [[1.5, 7], []]),
    ...one('team', ['eq', 'ne'], [USERS[1] ?? '']),
    ...one('team', LISTS, [[USERS[0] ?? '', USERS[2] ?? '']]),
    ...one('teams', ['eq', 'contains', 'notContains'], [USERS[1] ?? '', USERS]),
    ...one('teams', LISTS, [[USERS[0] ?? '']]),
    ...one('technique', ['eq', 'ne'], ['t1059', 'T1566.001']),
    ...one('technique', ['startsWith'], ['T1059', 't1566', 'T1', 'T9999']),
    ...one('technique', LISTS, [['T1078', 'T1059.001'], []]),
    ...one('techniques', ['eq', 'contains', 'notContains'], ['T1059', ['t1059', 'T1078']]),
    ...one('techniques', ['startsWith'], ['T1059', 'T1566.001']),
    ...one('techniques', LISTS, [['T1078', 'T1059.001']]),
    ...one('flag', ['eq', 'ne'], [true, false, 'true']),
    ...one('upper', TEXTUAL, ['A', 'İSTANBUL', 'ZEBRA', '%']),
    ...one('seen_day', ['eq', ...ORDER], ['2026-11-21', '1999-01-01']),
    ...one('made', ['within'], ['1h', 'today']),
    ...one('made', ['lt', 'gte'], ['2026-11-21T00:00:00Z']),
    ...['technique', 'techniques', 'flag', 'upper', 'seen_day', 'made'].flatMap((field) =>
      (['empty', 'notEmpty'] as const).map((op) => ({ field, op })),
    ),
  ]
}

describe('filters', () => {
  async function expectAgreement(asked: readonly Condition[]): Promise<void> {
    const found = new Map<string, number>()
    for (const condition of asked) {
      const wanted = ids(await inMemory(condition))
      expect(ids(await everything({ filter: condition })), JSON.stringify(condition)).toEqual(wanted)
      const rest = await everything({ filter: { not: condition } })
      expect(rest.length, `not ${JSON.stringify(condition)}`).toBe(all.length - wanted.length)
      found.set(condition.op, (found.get(condition.op) ?? 0) + wanted.length)
    }
    expect([...found].filter(([, hits]) => hits === 0)).toEqual([])
  }

  test('each operator on each type finds in SQL what it finds in memory, and its negation the rest', async () => {
    expect(new Set(conditions().map(({ op }) => op)).size).toBe(FILTER_OPERATORS.length)
    await expectAgreement(conditions())
  }, 60_000)
  test('the same on dates, times, durations, formats, lists and groups', async () => {
    await expectAgreement(newerConditions())
  }, 60_000)

  test('any tree of conditions finds the same in SQL and in memory', async () => {
    const leaf: fc.Arbitrary<Filter> = fc.constantFrom(...conditions(), ...newerConditions())
    const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.record({ all: fc.array(tie('tree'), { maxLength: 4 }) }),
        fc.record({ any: fc.array(tie('tree'), { maxLength: 4 }) }),
        fc.record({ not: tie('tree') }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        expect(ids(await everything({ filter }))).toEqual(ids(await inMemory(filter)))
      }),
      { numRuns: runs(40) },
    )
  }, 60_000)

  test.each([
    [
      'an unknown field',
      { field: 'ghost', op: 'eq', value: 1 },
      'field.unknown',
      'filter.field unknown_field',
    ],
    [
      'an operator of another type',
      { field: 'title', op: 'gt', value: 'a' },
      'request.invalid',
      'filter.op not_allowed',
    ],
    [
      'no number',
      { field: 'score', op: 'eq', value: 'many' },
      'request.invalid',
      'filter.value invalid_type',
    ],
    [
      'no instant',
      { field: 'seen_at', op: 'lt', value: 'yesterday' },
      'request.invalid',
      'filter.value invalid_type',
    ],
    [
      'half a pair',
      { field: 'score', op: 'between', value: [1] },
      'request.invalid',
      'filter.value invalid_type',
    ],
    [
      'no span',
      { field: 'seen_at', op: 'within', value: '7 days' },
      'request.invalid',
      'filter.value invalid_span',
    ],
    ['no user', { field: 'owner', op: 'eq', value: 'bob' }, 'request.invalid', 'filter.value invalid_type'],
    [
      'no day',
      { field: 'day', op: 'gt', value: '2023-02-29' },
      'request.invalid',
      'filter.value invalid_type',
    ],
    [
      'no duration',
      { field: 'span', op: 'gt', value: 'soon' },
      'request.invalid',
      'filter.value invalid_type',
    ],
    [
      'me as a group',
      { field: 'team', op: 'eq', value: 'me' },
      'request.invalid',
      'filter.value invalid_type',
    ],
    [
      'a word in numbers',
      { field: 'figures', op: 'in', value: ['x'] },
      'request.invalid',
      'filter.value invalid_type',
    ],
    ['no value', { field: 'title', op: 'eq' }, 'request.invalid', 'filter.value invalid_type'],
    [
      'a wrong one of many',
      { any: [{ field: 'score', op: 'in', value: [1, 'x'] }] },
      'request.invalid',
      'filter.any.0.value.1 invalid_type',
    ],
  ])('%s is refused at its place', async (_what, filter, code, place) => {
    const error = await failure(everything({ filter }))
    expect(error.code).toBe(code)
    expect(error.details.issues?.map((issue) => `${issue.path.slice(1).join('.')} ${issue.code}`)).toEqual([
      place,
    ])
  })

  test('depth and size are bounded', async () => {
    let deep: Filter = { field: 'title', op: 'empty' }
    for (let level = 0; level < 20; level += 1) deep = { not: deep }
    expect((await failure(everything({ filter: deep }))).details.issues?.[0]?.code).toBe('too_deep')
    const wide = { any: Array.from({ length: 201 }, (): Filter => ({ field: 'title', op: 'empty' })) }
    expect((await failure(everything({ filter: wide }))).details.issues?.[0]?.code).toBe('too_many')
  })
})

const byNumber = (a: string, b: string) =>
  compareDecimals(canonicalDecimal(a) ?? '', canonicalDecimal(b) ?? '')
const byCode = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
const SORTS: Record<string, (a: string, b: string) => number> = {
  title: (a, b) => byCode(foldText(a), foldText(b)),
  link: (a, b) => byCode(foldText(a), foldText(b)),
  score: byNumber,
  seen_at: byCode,
  severity: (a, b) => OPTIONS.indexOf(a) - OPTIONS.indexOf(b),
  owner: byCode,
  created_at: byCode,
  day: byCode,
  clock: byCode,
  span: (a, b) => Number(a) - Number(b),
  address: (a, b) => ADDRESSES.indexOf(a) - ADDRESSES.indexOf(b),
  technique: byCode,
  flag: byCode,
  upper: (a, b) => byCode(foldText(a), foldText(b)),
  seen_day: byCode,
  made: byCode,
  team: byCode,
  tracking_id: (a, b) => Number(a.slice(4)) - Number(b.slice(4)),
}

describe('orders and pages', () => {
  const cases = Object.keys(SORTS).flatMap((field) =>
    (['asc', 'desc'] as const).map((direction) => [field, direction] as const),
  )

  function expectSorted(items: RecordView[], sort: { field: string; direction: 'asc' | 'desc' }[]) {
    for (const [at, item] of items.slice(1).entries()) {
      const before = items[at]
      if (before === undefined) throw new Error('unreachable')
      for (const { field, direction } of sort) {
        const [a, b] = [factOf(before, field), factOf(item, field)]
        if (a === null && b === null) continue
        const order = a === null ? 1 : b === null ? -1 : (SORTS[field]?.(String(a), String(b)) ?? 0)
        const sign = a === null || b === null || direction === 'asc' ? 1 : -1
        expect(order * sign, `${field} ${direction}: ${String(a)} before ${String(b)}`).toBeLessThanOrEqual(0)
        if (order !== 0) break
      }
    }
  }

  test.each(cases)(
    'by %s %s, in pages of 7, every record comes once and in order',
    async (field, direction) => {
      const sort = [{ field, direction }]
      const items = await everything({ sort }, 7)
      expect(new Set(items.map((item) => item.id)).size).toBe(all.length)
      expect(items.length).toBe(all.length)
      expectSorted(items, sort)
    },
  )

  test('by three keys in mixed directions with a filter, in pages of 5', async () => {
    const sort = [
      { field: 'severity', direction: 'desc' as const },
      { field: 'score', direction: 'asc' as const },
      { field: 'title', direction: 'desc' as const },
    ]
    const filter: Filter = { not: { field: 'tags', op: 'contains', value: 'a' } }
    const items = await everything({ sort, filter }, 5)
    expect(ids(items)).toEqual(ids(await inMemory(filter)))
    expectSorted(items, sort)
  })

  test('without an order the newest come first', async () => {
    expectSorted(await everything({}, 50), [{ field: 'created_at', direction: 'desc' }])
  })

  test('a cursor of another order, and no cursor at all, are refused', async () => {
    const page = await records.searchRecords(scope, actor, { appId: app.id, limit: 1 })
    const sort = [{ field: 'title', direction: 'asc' as const }]
    const search = (cursor: string) => records.searchRecords(scope, actor, { appId: app.id, sort, cursor })
    for (const cursor of [page.next ?? '', 'x', '!', btoa('[]'), btoa('["a","b","c"]')])
      expect((await failure(search(cursor))).details.issues?.[0]?.code).toBe('invalid_cursor')
  })

  test('unsortable and unknown fields are refused', async () => {
    const by = (field: string) =>
      failure(records.searchRecords(scope, actor, { appId: app.id, sort: [{ field, direction: 'asc' }] }))
    expect((await by('tags')).code).toBe('request.invalid')
    expect((await by('ghost')).code).toBe('field.unknown')
  })

  test('columns narrow what is returned; counts are exact or capped', async () => {
    const page = await records.searchRecords(scope, actor, {
      appId: app.id,
      columns: ['title', 'tracking_id'],
      count: 'capped',
      limit: 3,
    })
    expect(page.items.map((item) => Object.keys(item.fields))).toEqual([['title'], ['title'], ['title']])
    expect(page.total).toEqual({ value: COUNT, capped: false })
  })
})
