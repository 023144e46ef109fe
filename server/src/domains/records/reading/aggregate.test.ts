import type { AppView } from '@caseloom/contract/apps/apps'
import type { Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import type { AggregateCommand, Unit } from './aggregate-shape.ts'

let house: RecordsFixture
let app: AppView
let insider: Actor
let outsider: Actor
const GROUP = newId()
const USERS = [newId(), newId()]
/** Both nights of the autumn change lie between: Berlin's of 25 October, New York's of 1 November 2026. */
const FIRST = Date.parse('2026-10-22T00:00:00Z')
const DAYS = 14

const nullable = <T extends JsonValue>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const aRecord = fc.record({
  title: fc.constantFrom('a', 'A', 'b'),
  score: nullable(fc.constantFrom(0, 1, 1.5, 10, 2.25)),
  severity: nullable(fc.constantFrom('low', 'medium', 'high')),
  tags: nullable(fc.subarray(['a', 'b', 'c'], { minLength: 1 })),
  owner: nullable(fc.constantFrom(...USERS)),
  seen_at: nullable(
    fc.integer({ min: 0, max: DAYS * 96 }).map((n) => new Date(FIRST + n * 900_000).toISOString()),
  ),
})

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp()
  insider = anActor(house.scope, { principals: [newId(), GROUP] })
  outsider = anActor(house.scope)
  const made = fc.sample(aRecord, { numRuns: 150, seed: 20_261_025 })
  const commands = made.map((fields) => ({ kind: 'create' as const, values: fields }))
  await house.records.changeMany(house.scope, insider, { appId: app.id, commands })
  const table = `"${house.scope.schema}"."a_${app.id.replaceAll('-', '')}"`
  await house.scope.tx((tx) => tx.query(`update ${table} set acl = $1::uuid[] where seq % 3 = 0`, [[GROUP]]))
})
afterAll(() => house.close())

/** All that the actor finds by searching: what a figure has to agree with. */
async function found(actor: Actor, filter: Filter | undefined): Promise<RecordView[]> {
  const command = { appId: app.id, limit: 200, ...(filter === undefined ? {} : { filter }) }
  return (await house.records.searchRecords(house.scope, actor, command)).items
}

function measured(records: readonly RecordView[], { of, field }: AggregateCommand['measure']): number | null {
  if (of === 'count' || field === undefined) return records.length
  const values = records.flatMap((record) => {
    const value = record.fields[field]
    return value === null ? [] : [Number(value)]
  })
  if (values.length === 0) return null
  const sum = values.reduce((a, b) => a + b, 0)
  if (of === 'min') return Math.min(...values)
  if (of === 'max') return Math.max(...values)
  if (of === 'median' || of === 'p95') return percentile(values, of === 'median' ? 0.5 : 0.95)
  return of === 'sum' ? sum : sum / values.length
}

/** Between the two values nearest to the place, as `percentile_cont` of the standard. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place - Math.floor(place))
}

function keysOf(record: RecordView, field: string): (string | null)[] {
  const value = record.fields[field] ?? null
  return Array.isArray(value) ? value.map(String) : [value === null ? null : String(value)]
}

const near = (a: number | null | undefined, b: number | null) =>
  a === b || (typeof a === 'number' && b !== null && Math.abs(a - b) < 1e-9)

const filters: fc.Arbitrary<Filter | undefined> = fc.constantFrom<Filter | undefined>(
  undefined,
  { field: 'severity', op: 'in', value: ['high', 'medium'] },
  { all: [{ field: 'tags', op: 'contains', value: 'a' }] },
  { not: { field: 'owner', op: 'empty' } },
)
const measures = fc.constantFrom<AggregateCommand['measure']>(
  { of: 'count' },
  { of: 'sum', field: 'score' },
  { of: 'average', field: 'score' },
  { of: 'min', field: 'score' },
  { of: 'max', field: 'score' },
  { of: 'median', field: 'score' },
  { of: 'p95', field: 'score' },
)
const actors = fc.constantFrom<'insider' | 'outsider'>('insider', 'outsider')
const who = (name: 'insider' | 'outsider') => (name === 'insider' ? insider : outsider)

describe('a figure over records', () => {
  test('agrees with the records that the same person finds, as a whole', async () => {
    await fc.assert(
      fc.asyncProperty(actors, filters, measures, async (name, filter, measure) => {
        const records = await found(who(name), filter)
        const figure = await ask(who(name), { filter, measure, by: { kind: 'all' } })
        expect(near(figure.rows[0]?.value, measured(records, measure))).toBe(true)
      }),
      { numRuns: runs(15) },
    )
    expect((await found(insider, undefined)).length).toBeGreaterThan(
      (await found(outsider, undefined)).length,
    )
  })

  test('counts what each may see from the first restricted record on, and before it', async () => {
    const open = await house.anApp()
    const [mine = '', other = ''] = USERS
    const owners = [mine, mine, other]
    const commands = owners.map((owner) => ({ kind: 'create' as const, values: { title: 'a', owner } }))
    await house.records.changeMany(house.scope, insider, { appId: open.id, commands })
    const count = async (actor: Actor) => {
      const by = { kind: 'group' as const, field: 'owner', limit: 5 }
      const asked = { appId: open.id, measure: { of: 'count' as const }, by }
      const { rows } = await house.records.aggregateRecords(house.scope, actor, asked)
      return rows.map(({ key, value }) => [key, value])
    }
    const all = [
      [mine, 2],
      [other, 1],
    ]
    expect([await count(insider), await count(outsider)]).toEqual([all, all])
    const table = `"${house.scope.schema}"."a_${open.id.replaceAll('-', '')}"`
    await house.scope.tx((tx) => tx.query(`update ${table} set acl = $1::uuid[] where seq = 3`, [[GROUP]]))
    expect([await count(insider), await count(outsider)]).toEqual([all, [[mine, 2]]])
    await house.scope.tx((tx) => tx.query(`update ${table} set deleted_at = now() where seq = 3`))
    expect([await count(insider), await count(outsider)]).toEqual([[[mine, 2]], [[mine, 2]]])
  })

  test('agrees by value, with the largest first and the rest together', async () => {
    const fields = fc.constantFrom('severity', 'tags', 'owner', 'title', 'score')
    const limits = fc.constantFrom(1, 2, 30)
    await fc.assert(
      fc.asyncProperty(actors, filters, measures, fields, limits, async (...drawn) => {
        const [name, filter, measure, field, limit] = drawn
        const records = await found(who(name), filter)
        const keys = [...new Set(records.flatMap((record) => keysOf(record, field)))]
        const all = new Map(
          keys.map((key) => [
            key,
            measured(
              records.filter((r) => keysOf(r, field).includes(key)),
              measure,
            ),
          ]),
        )
        const by = { kind: 'group' as const, field, limit }
        const { rows, others } = await ask(who(name), { filter, measure, by })
        expect(rows).toHaveLength(Math.min(limit, all.size))
        for (const row of rows) expect(near(row.value, all.get(row.key) ?? null)).toBe(true)
        const shown = new Set(rows.map((row) => row.key))
        const left = [...all].flatMap(([key, value]) => (shown.has(key) || value === null ? [] : [value]))
        const least = Math.min(...rows.map((row) => row.value ?? Number.NEGATIVE_INFINITY))
        for (const value of left) expect(value).toBeLessThanOrEqual(least)
        const sums = measure.of === 'count' || measure.of === 'sum'
        const rest = left.length > 0 && sums ? left.reduce((a, b) => a + b, 0) : null
        expect(near(others, rest)).toBe(true)
      }),
      { numRuns: runs(20) },
    )
  })

  test('agrees by two values together, with the rows and columns that have the most records', async () => {
    const fields = fc.constantFrom('severity', 'tags', 'owner', 'title')
    const limits = fc.constantFrom(1, 2, 30)
    await fc.assert(
      fc.asyncProperty(actors, filters, measures, fields, fields, limits, async (...drawn) => {
        const [name, filter, measure, down, across, limit] = drawn
        const records = await found(who(name), filter)
        const cells = new Map<string, RecordView[]>()
        const add = (key: string, record: RecordView) => cells.set(key, [...(cells.get(key) ?? []), record])
        for (const record of records)
          for (const row of keysOf(record, down))
            for (const column of keysOf(record, across)) add(JSON.stringify([row, column]), record)
        const limits = { rows: limit, columns: limit }
        const by = { kind: 'matrix' as const, rows: down, columns: across, limits }
        const { rows } = await ask(who(name), { filter, measure, by })
        for (const { at, key, value } of rows)
          expect(near(value, measured(cells.get(JSON.stringify([at, key])) ?? [], measure))).toBe(true)
        const axes = (place: 0 | 1) => {
          const sums = new Map<string | null, number>()
          for (const [cell, all] of cells) {
            const key = (JSON.parse(cell) as [string | null, string | null])[place] // written above
            sums.set(key, (sums.get(key) ?? 0) + all.length)
          }
          return sums
        }
        const [tops, sides] = [axes(0), axes(1)]
        if (limit === 30) expect(rows).toHaveLength(cells.size)
        for (const [sums, shown] of [
          [tops, new Set(rows.map(({ at }) => at))],
          [sides, new Set(rows.map(({ key }) => key))],
        ] as const) {
          expect(shown.size).toBeLessThanOrEqual(limit)
          const least = Math.min(...[...shown].map((key) => sums.get(key) ?? 0))
          const beyond = [...sums].filter(([key]) => !shown.has(key)).map(([, sum]) => sum)
          // A row may have no records in any of the columns shown: then what is shown is less than the limit.
          if (shown.size === limit) for (const sum of beyond) expect(sum).toBeLessThanOrEqual(least)
        }
      }),
      { numRuns: runs(20) },
    )
  })

  test('agrees by step of time in two zones, over the nights that the clocks change', async () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kathmandu')
    const units = fc.constantFrom<Unit>('hour', 'day', 'week', 'month')
    const splits = fc.constantFrom(undefined, 'severity', 'tags')
    await fc.assert(
      fc.asyncProperty(actors, filters, measures, zones, units, splits, async (...drawn) => {
        const [name, filter, measure, zone, unit, splitBy] = drawn
        const records = (await found(who(name), filter)).filter((record) => record.fields['seen_at'] !== null)
        const time = { field: 'seen_at', from: new Date(FIRST), to: new Date(FIRST + DAYS * 86_400_000) }
        const by = { kind: 'time' as const, unit, zone, splitBy }
        const { rows, steps } = await ask(who(name), { filter, measure, time, by })
        const wanted = new Map<string, RecordView[]>()
        for (const record of records) {
          const at = stepOf(String(record.fields['seen_at']), unit, zone)
          for (const key of splitBy === undefined ? [null] : keysOf(record, splitBy)) {
            const place = `${at} ${key}`
            wanted.set(place, [...(wanted.get(place) ?? []), record])
          }
        }
        expect(new Set(rows.map((row) => `${stepOf(row.at ?? '', unit, zone)} ${row.key}`))).toEqual(
          new Set(wanted.keys()),
        )
        for (const row of rows) {
          const group = wanted.get(`${stepOf(row.at ?? '', unit, zone)} ${row.key}`) ?? []
          expect(near(row.value, measured(group, measure))).toBe(true)
        }
        // Each step is there once, none is left out, and each begins where its name begins.
        const names = steps.map((at) => stepOf(at, unit, zone))
        expect(new Set(names).size).toBe(names.length)
        for (const at of steps) {
          const before = new Date(Date.parse(at) - 1).toISOString()
          expect(stepOf(before, unit, zone)).not.toBe(stepOf(at, unit, zone))
        }
        const ends = steps
          .slice(1)
          .map((at) => stepOf(new Date(Date.parse(at) - 1).toISOString(), unit, zone))
        expect(ends).toEqual(names.slice(0, -1))
        for (const row of rows) expect(steps).toContain(row.at)
      }),
      { numRuns: runs(20) },
    )
  })

  test('counts both hours that the clock shows twice, and a day of 25 hours once', async () => {
    const time = {
      field: 'seen_at',
      from: new Date('2026-10-24T22:00:00Z'),
      to: new Date('2026-10-25T22:59:00Z'),
    }
    const measure = { of: 'count' as const }
    const zone = 'Europe/Berlin'
    const hours = await ask(insider, { measure, time, by: { kind: 'time', unit: 'hour', zone } })
    expect(hours.steps).toHaveLength(25)
    const days = await ask(insider, { measure, time, by: { kind: 'time', unit: 'day', zone } })
    expect(days.steps).toEqual(['2026-10-24T22:00:00.000Z'])
  })

  test('begins with the first record when asked since ever, and is one empty step without any', async () => {
    const time = { field: 'seen_at', from: null, to: new Date(FIRST + DAYS * 86_400_000) }
    const by = { kind: 'time' as const, unit: 'month' as const, zone: 'UTC' }
    const figure = await ask(insider, { measure: { of: 'count' }, time, by })
    expect(figure.steps).toEqual(['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'])
    const filter: Filter = { field: 'title', op: 'eq', value: 'no record has this' }
    const none = await ask(insider, { measure: { of: 'count' }, filter, time, by })
    expect(none).toMatchObject({ rows: [], steps: ['2026-11-01T00:00:00.000Z'] })
  })
})

describe('a figure is refused', () => {
  const count = { of: 'count' as const }
  const cases: [string, Partial<AggregateCommand>, string, JsonValue[]][] = [
    [
      'by an unknown field',
      { by: { kind: 'group', field: 'nope', limit: 5 } },
      'field.unknown',
      ['body', 'groupBy'],
    ],
    [
      'by an unreadable field',
      { by: { kind: 'group', field: 'secret', limit: 5 } },
      'field.unknown',
      ['body', 'groupBy'],
    ],
    ['by JSON', { by: { kind: 'group', field: 'raw', limit: 5 } }, 'request.invalid', ['body', 'groupBy']],
    [
      'by a date',
      { by: { kind: 'group', field: 'seen_at', limit: 5 } },
      'request.invalid',
      ['body', 'groupBy'],
    ],
    [
      'by an unreadable field across',
      { by: { kind: 'matrix', rows: 'owner', columns: 'secret', limits: { rows: 5, columns: 5 } } },
      'field.unknown',
      ['body', 'splitBy'],
    ],
    [
      'by a date down',
      { by: { kind: 'matrix', rows: 'seen_at', columns: 'owner', limits: { rows: 5, columns: 5 } } },
      'request.invalid',
      ['body', 'groupBy'],
    ],
    [
      'over a text',
      { measure: { of: 'sum', field: 'title' } },
      'request.invalid',
      ['body', 'measure', 'field'],
    ],
    ['over nothing', { measure: { of: 'sum' } }, 'request.invalid', ['body', 'measure', 'field']],
    [
      'over an unreadable field',
      { measure: { of: 'max', field: 'secret' } },
      'field.unknown',
      ['body', 'measure', 'field'],
    ],
    [
      'by the time of a text',
      { time: { field: 'title', from: null, to: new Date(0) } },
      'request.invalid',
      ['body', 'timeField'],
    ],
    [
      'with a filter on an unreadable field',
      { filter: { field: 'secret', op: 'eq', value: 'x' } },
      'field.unknown',
      ['body', 'filter', 'field'],
    ],
  ]
  test.each(cases)('%s', async (_name, over, code, path) => {
    const error = await ask(outsider, { measure: count, by: { kind: 'all' }, ...over }).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!isFailure(error)) throw error
    expect(error.code).toBe(code)
    expect(error.details.issues?.map((issue) => issue.path)).toEqual([path])
  })

  test('for a field that others may group by', async () => {
    const reader = anActor(house.scope, { principals: [SECRET_ROLE] })
    const by = { kind: 'group' as const, field: 'secret', limit: 5 }
    expect((await ask(reader, { measure: count, by })).rows.length).toBeGreaterThan(0)
  })
})

function ask(actor: Actor, command: Omit<AggregateCommand, 'appId'>) {
  return house.records.aggregateRecords(house.scope, actor, { appId: app.id, ...command })
}

/** The name of the step by the wall clock of the zone; hours by the world's, shifted where zones differ by less. */
function stepOf(at: string, unit: Unit, zone: string): string {
  const instant = Date.parse(at)
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(new Date(instant))
      .map((part) => [part.type, part.value]),
  )
  const day = `${parts['year']}-${parts['month']}-${parts['day']}`
  if (unit === 'hour') {
    const past = Number(parts['minute']) * 60_000 + Number(parts['second']) * 1000 + (instant % 1000)
    return new Date(instant - past).toISOString()
  }
  if (unit === 'day') return day
  if (unit === 'month') return day.slice(0, 7)
  const noon = new Date(`${day}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7))
  return noon.toISOString().slice(0, 10)
}
