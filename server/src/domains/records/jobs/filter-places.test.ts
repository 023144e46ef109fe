import type { AppView } from '@caseloom/contract/apps/apps'
import type { Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { type FilterAskers, filterAskers } from '@caseloom/testkit/filter-askers'
import { createJobsFixture, type JobsFixture } from './jobs.fixture.ts'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { startBulk, startExport } from './start-job.ts'
import { SearchReindex } from '../indexing/reindex-search.ts'
import { recordFacets } from '../search/record-facets.ts'
import { changeFound } from '../steps/change-found.ts'

/**
 * One filter and the same records give the same result wherever filters are used: lists, rows reread after news,
 * counts, figures, facets, linked records, saved views, exports, bulk jobs, steps of playbooks, and waiting runs use
 * SQL; clocks and what a state requires are evaluated in memory, when the record is written.
 */
const ZONE = 'Pacific/Auckland'
const COUNT = 60
/** Each has a clock for every condition. */
const WATCHED = 24
const PEOPLE = [newId(), newId(), newId()]
const OPTIONS = ['low', 'medium', 'high']
const HOURS = [-9_000, -1_000, -200, -30, -3, 3, 30, 200, 1_000]
const AROUND = HOURS.map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
const ME = PEOPLE[0] ?? ''

const choices = OPTIONS.map((key) => ({ key, label: key }))
const FIELDS = [
  { key: 'title', label: 'Title', type: 'text' },
  { key: 'lane', label: 'Lane', type: 'selection', options: choices, required: true },
  { key: 'severity', label: 'Severity', type: 'selection', options: choices },
  { key: 'tags', label: 'Tags', type: 'selection', options: choices, multiple: true },
  { key: 'score', label: 'Score', type: 'number' },
  { key: 'seen', label: 'Seen', type: 'datetime' },
  { key: 'day', label: 'Day', type: 'date' },
  { key: 'time', label: 'Time', type: 'time' },
  { key: 'span', label: 'Span', type: 'duration' },
  { key: 'owner', label: 'Owner', type: 'user' },
  { key: 'watchers', label: 'Watchers', type: 'user', multiple: true },
  { key: 'team', label: 'Team', type: 'group' },
  { key: 'notes', label: 'Notes', type: 'text', format: 'rich' },
  { key: 'address', label: 'Address', type: 'text', format: 'ip' },
  { key: 'link', label: 'Link', type: 'url' },
  { key: 'words', label: 'Words', type: 'list' },
  { key: 'figures', label: 'Figures', type: 'list', of: 'number' },
  { key: 'raw', label: 'Raw', type: 'json' },
  { key: 'technique', label: 'Technique', type: 'technique' },
  { key: 'marks', label: 'Observables', type: 'observables' },
  { key: 'todo', label: 'To do', type: 'tasks' },
]

const one = (field: string, ops: readonly string[], values: readonly JsonValue[]): Filter[] =>
  // Operators stand in the table as words.
  ops.flatMap((op) => values.map((value) => ({ field, op, value }) as Filter))

/** For each type its operators, on values that are there, on some that are not, and on times that move. */
const CONDITIONS: Filter[] = [
  ...FIELDS.filter(({ key }) => key !== 'lane').flatMap(({ key }): Filter[] => [{ field: key, op: 'empty' }]),
  ...one('title', ['eq', 'ne', 'contains', 'startsWith', 'endsWith'], ['Änd', 'A', 'nothing']),
  ...one('title', ['in', 'notIn'], [['a', 'Zebra'], []]),
  ...one('severity', ['eq', 'ne', 'gte', 'lt'], ['medium']),
  ...one('severity', ['in', 'notIn', 'between'], [['low', 'high']]),
  ...one('tags', ['eq', 'contains', 'notContains', 'in', 'notIn'], [['low', 'high'], []]),
  ...one('score', ['eq', 'ne', 'gt', 'lte'], [1.5, '10', 9]),
  ...one('score', ['in', 'between'], [['1.50', 10]]),
  ...one('seen', ['gt', 'gte', 'lt', 'lte'], ['today', 'now', 'now-7d', 'start_of_week-2w', 'today+1mo']),
  ...one('seen', ['between'], [['start_of_month-1mo', 'now+1w']]),
  ...one('seen', ['within', 'withinNext', 'olderThan'], ['12h', '10d']),
  ...one('seen', ['within'], ['this_month', 'last_quarter']),
  ...one('day', ['eq', 'ne', 'gt', 'lte'], ['today', 'today+1d', '2024-02-29', 'start_of_year']),
  ...one('day', ['in'], [['today', '2024-02-29']]),
  ...one('day', ['within'], ['10d', 'this_year']),
  ...one('time', ['eq', 'gt'], ['14:05']),
  ...one('span', ['eq', 'lte'], ['PT45S', 9_000]),
  ...one('owner', ['eq', 'ne'], ['me']),
  ...one('owner', ['in', 'notIn'], [['me', PEOPLE[1] ?? ''], []]),
  ...one('watchers', ['eq', 'contains', 'notContains', 'in'], [['me'], PEOPLE]),
  ...one('team', ['eq', 'ne'], [PEOPLE[1] ?? '']),
  ...one('notes', ['contains', 'startsWith', 'eq'], ['bold', 'a']),
  ...one('address', ['eq', 'contains', 'startsWith'], ['2001:DB8:0::1', '10']),
  ...one('link', ['contains', 'endsWith'], ['EXAMPLE', '/A']),
  ...one('words', ['eq', 'contains', 'in', 'notIn'], [['a', '50%'], []]),
  ...one('figures', ['contains', 'in'], [[1.5], ['-2.0', 7]]),
  ...one('technique', ['startsWith', 'eq'], ['T1059']),
  ...one('marks', ['contains', 'notContains'], ['10.0.0.1', 'hxxp://bad.example/x', 'nobody@example.com']),
  ...one('todo', ['contains', 'notContains'], ['me', PEOPLE[2] ?? '']),
  ...one('created_by', ['eq', 'ne'], ['me']),
  ...one('created_at', ['within', 'olderThan'], ['1h']),
  ...one('created_at', ['gte', 'lt'], ['today', 'now+1h']),
]

const some = <Value extends JsonValue>(values: readonly Value[]): fc.Arbitrary<JsonValue> =>
  fc.option(fc.constantFrom(...values), { nil: null })
const several = (values: readonly JsonValue[]): fc.Arbitrary<JsonValue> => fc.subarray([...values])
const aRecord = fc.record({
  title: some(['a', 'A', 'Änd', 'and', 'Zebra', '50%']),
  lane: fc.constantFrom(...OPTIONS),
  severity: some(OPTIONS),
  // An empty list is as good as none.
  tags: several(OPTIONS),
  score: some([0, -1, 1.5, 9, 10, '12345678901234567890.5']),
  seen: some(AROUND),
  day: some([...AROUND.map((at) => at.slice(0, 10)), '2024-02-29']),
  time: some(['00:00:00', '14:05:00', '23:59:59']),
  span: some([0, 45, 9_000]),
  owner: some(PEOPLE),
  watchers: several(PEOPLE),
  team: some(PEOPLE),
  notes: some(['<p>a <b>bold</b> word</p>', '<p>bold</p>', '<p>plain</p>']),
  address: some(['9.0.0.1', '10.0.0.0/8', '2001:db8::1']),
  link: some(['https://a.example/A', 'https://b.example/b']),
  words: several(['a', 'A', '50%', 'שלום']),
  figures: several([0, 1.5, -2]),
  raw: some<JsonValue>([{ a: 1 }, 'x', false]),
  technique: some(['T1059', 'T1059.001', 'T1566']),
  marks: several([
    { value: '10.0.0.1' },
    { value: 'hxxp://bad[.]example/x' },
    { value: 'somebody@example.com', tlp: 'red' },
  ]),
  todo: several([
    { title: 'mine', assignee: ME },
    { title: 'done', assignee: ME, state: 'done' },
    { title: 'theirs', assignee: PEOPLE[2] ?? '' },
  ]),
})

let house: JobsFixture
let scope: TenantScope
let me: Actor
let app: AppView
/** Has the same fields and a clock for every condition. */
let watched: AppView
let linking: AppView
let all: RecordView[]
let askers: FilterAskers
const refills = () => new SearchReindex({ apps: house.apps })

beforeAll(async () => {
  house = await createJobsFixture()
  const { tenantId, accountId } = house.scope
  // Without an explicit zone, the tenant's applies.
  scope = house.installation.database.tenant({ tenantId, accountId, timeZone: ZONE })
  me = house.aUser({ id: ME })
  const clocks = CONDITIONS.map((start, at) => ({
    key: `clock_${at}`,
    label: `Clock ${at}`,
    type: 'clock',
    start,
    stop: { any: [] },
  }))
  app = await house.anApp({ fields: FIELDS })
  watched = await house.anApp({ fields: [...FIELDS, ...clocks] })
  const points = { key: 'to', label: 'To', type: 'reference', app: app.id }
  linking = await house.anApp({ fields: [{ key: 'title', label: 'Title', type: 'text' }, points] })
  all = await make(app, fc.sample(aRecord, { numRuns: COUNT, seed: 20261122 }))
  await make(
    linking,
    all.map(({ id, trackingId }) => ({ title: trackingId, to: id })),
  )
  // What is deleted answers nowhere, not by a link to it either.
  const gone = all.filter((_record, at) => at % 9 === 4)
  for (const { id } of gone) await house.records.deleteRecord(scope, me, { appId: app.id, recordId: id })
  all = all.filter((record) => !gone.includes(record))
  askers = filterAskers(house, { scope, actor: me, app })
}, 90_000)
afterAll(async () => {
  askers.close()
  await house.close()
})

async function make(into: AppView, values: readonly Record<string, JsonValue>[]): Promise<RecordView[]> {
  const commands = values.map((one) => ({ kind: 'create' as const, values: one }))
  const answers = await house.records.changeMany(scope, me, { appId: into.id, commands })
  return answers.map((answer) => {
    if (isFailure(answer)) throw answer
    return answer
  })
}

const sorted = (ids: readonly string[]) => [...ids].sort()

async function list(into: AppView, filter: Filter, over: object = {}): Promise<RecordView[]> {
  const page = await house.records.searchRecords(scope, me, {
    appId: into.id,
    filter,
    limit: 200,
    count: 'exact',
    ...over,
  })
  expect(page.total?.value).toBe(page.items.length)
  return page.items
}

/** All answers of one filter that come from SQL, beside the list's. */
async function expectSame(filter: Filter): Promise<string[]> {
  const ids = sorted((await list(app, filter)).map(({ trackingId }) => trackingId))
  const name = JSON.stringify(filter)
  const figure = await house.records.aggregateRecords(scope, me, {
    appId: app.id,
    filter,
    measure: { of: 'count' },
    by: { kind: 'all' },
  })
  expect(figure.rows[0]?.value ?? 0, `the figure of ${name}`).toBe(ids.length)
  const { facets } = await recordFacets({ apps: house.apps, names: async () => new Map() }, scope, me, {
    appId: app.id,
    filter,
    fields: ['lane'],
  })
  const counted = facets[0]?.values.reduce((sum, { count }) => sum + count, 0)
  expect(counted, `the facets of ${name}`).toBe(ids.length)
  // A live list asks again for the rows that the hub named, and for them alone.
  const named = { field: 'tracking_id', op: 'in' as const, value: all.map(({ trackingId }) => trackingId) }
  const again = await list(app, { all: [filter, named] })
  expect(sorted(again.map(({ trackingId }) => trackingId)), `live rows of ${name}`).toEqual(ids)
  expect(sorted(await askers.step(filter)), `the step of ${name}`).toEqual(ids)
  const linked = await list(linking, { has: 'to', where: filter })
  expect(sorted(linked.map(({ fields }) => String(fields['title']))), `links to ${name}`).toEqual(ids)
  return ids
}

describe('the same filter on the same records', () => {
  it('gives the same in lists, live rows, counts, figures, facets, steps and by links', async () => {
    const found = new Map<string, number>()
    for (const filter of CONDITIONS) {
      const ids = await expectSame(filter)
      const op = 'op' in filter ? filter.op : ''
      found.set(op, (found.get(op) ?? 0) + ids.length)
    }
    expect([...found].filter(([, hits]) => hits === 0)).toEqual([])
  }, 60_000)

  it('holds for a clock, when the record is written, where a list finds the record', async () => {
    const made = await make(watched, fc.sample(aRecord, { numRuns: WATCHED, seed: 7 }))
    for (const [at, filter] of CONDITIONS.entries()) {
      const listed = await list(watched, filter, { columns: ['title'] })
      const started = made.filter(({ fields }) => fields[`clock_${at}`] !== null)
      expect(sorted(started.map(({ id }) => id)), `the clock of ${JSON.stringify(filter)}`).toEqual(
        sorted(listed.map(({ id }) => id)),
      )
    }
  }, 60_000)

  it('gives the same in saved views, and to runs that wait for a record to meet it', async () => {
    // The same filter as a search: one condition per field says whether the field is included.
    const fieldOf = (filter: Filter) => ('field' in filter ? filter.field : '')
    for (const filter of new Map(CONDITIONS.map((one) => [fieldOf(one), one])).values()) {
      const name = JSON.stringify(filter)
      const viewFilter = await askers.savedView(filter)
      expect(viewFilter, `the saved view of ${name}`).toEqual(filter)
      const found = new Set((await list(app, filter)).map(({ id }) => id))
      const [meets, misses] = [all.find(({ id }) => found.has(id)), all.find(({ id }) => !found.has(id))]
      if (meets !== undefined) expect(await askers.wait(filter, meets), `a wait for ${name}`).toBe(true)
      if (misses !== undefined) expect(await askers.wait(filter, misses), `a wait for ${name}`).toBe(false)
    }
  }, 60_000)

  it('gives the same for any tree of conditions, and for its contrary the rest', async () => {
    const leaf: fc.Arbitrary<Filter> = fc.constantFrom(...CONDITIONS)
    const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc.record({ all: fc.array(tie('tree'), { maxLength: 4 }) }),
        fc.record({ any: fc.array(tie('tree'), { maxLength: 4 }) }),
        fc.record({ not: tie('tree') }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        const ids = await expectSame(filter)
        expect(await expectSame({ not: filter })).toHaveLength(all.length - ids.length)
      }),
      { numRuns: runs(12) },
    )
  }, 90_000)

  it('gives the same in exports, bulk jobs and steps of playbooks', async () => {
    const filters: Filter[] = [
      {
        all: [
          { field: 'day', op: 'lte', value: 'today' },
          { not: { field: 'owner', op: 'eq', value: 'me' } },
        ],
      },
      {
        any: [
          { field: 'seen', op: 'gte', value: 'today' },
          { field: 'tags', op: 'empty' },
        ],
      },
      { field: 'watchers', op: 'notContains', value: ['me'] },
    ]
    for (const [at, filter] of filters.entries()) {
      const ids = await expectSame(filter)
      expect(ids.length).toBeGreaterThan(0)
      const begun = await startExport(house.deps, scope, me, {
        appId: app.id,
        format: 'json',
        records: { filter },
        header: 'keys',
        columns: ['tracking_id'],
        zone: ZONE,
      })
      const file = await house.fileOf(await house.finish(me, begun))
      expect(file.toString().match(/J[A-Z]{2}-\d+/g)?.length, JSON.stringify(filter)).toBe(ids.length)
      const bulk = await startBulk(house.deps, scope, me, {
        appId: app.id,
        records: { filter },
        change: { set: { link: `https://bulk.example/${at}` } },
        zone: ZONE,
      })
      expect(await house.finish(me, bulk)).toMatchObject({ total: ids.length })
      const touched = await list(app, { field: 'link', op: 'eq', value: `https://bulk.example/${at}` })
      expect(sorted(touched.map(({ trackingId }) => trackingId))).toEqual(ids)
      const step = await changeFound(
        // A step that changes records needs no more of what steps have.
        { apps: house.apps, refills: refills() } as Parameters<typeof changeFound>[0],
        scope,
        me,
        {
          appId: app.id,
          filter,
          set: { link: `https://step.example/${at}` },
          operationKey: newId(),
          signal: new AbortController().signal,
        },
      )
      expect(step).toMatchObject({ count: ids.length, failed: 0 })
    }
  }, 60_000)
})
