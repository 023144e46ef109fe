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
import { type LinkedFacts, satisfies } from './filter.rules.ts'
import { readFilter } from './read-filter.rules.ts'
import { appsOfFilter } from '../reference-fields/other-apps.ts'

const GROUP = newId()
const TITLES = ['a', 'b', 'Zebra', '']

let house: RecordsFixture
let cases: AppView
let alerts: AppView
let caseRecords: RecordView[]
let alertRecords: RecordView[]
const hidden = new Set<string>()
const deleted = new Set<string>()
const outsider = () => anActor(house.scope, { principals: [newId()] })
const insider = () => anActor(house.scope, { principals: [GROUP] })
/** What the alerts were linked with, by field. */
const links = new Map<string, { one: string | null; many: string[] }>()

beforeAll(async () => {
  house = await createRecordsFixture()
  const by = anActor(house.scope)
  cases = await house.anApp()
  const points = { type: 'reference', app: cases.id }
  alerts = await house.anApp({
    fields: [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'one', label: 'One', ...points },
      { key: 'many', label: 'Many', ...points, multiple: true },
      { key: 'secret_ones', label: 'Secret', ...points, multiple: true, readers: [SECRET_ROLE] },
    ],
  })
  const create = async (app: AppView, values: Record<string, JsonValue>[]) => {
    const commands = values.map((fields) => ({ kind: 'create' as const, values: fields }))
    const answers = await house.records.changeMany(house.scope, by, { appId: app.id, commands })
    return answers.map((answer) => {
      if (isFailure(answer)) throw answer
      return answer
    })
  }
  const caseValues = fc.sample(
    fc.record({ title: fc.constantFrom('a', 'b', 'Zebra'), score: fc.constantFrom(null, 1, 5, 9) }),
    { numRuns: 30, seed: 7 },
  )
  caseRecords = await create(cases, caseValues)
  const ids = caseRecords.map((record) => record.id as string)
  const wanted = fc.sample(
    fc.record({
      title: fc.constantFrom(...TITLES),
      one: fc.option(fc.constantFrom(...ids), { nil: null }),
      many: fc.subarray(ids, { maxLength: 4 }),
    }),
    { numRuns: 120, seed: 8 },
  )
  alertRecords = await create(alerts, wanted)
  for (const [at, record] of alertRecords.entries()) {
    const { one = null, many = [] } = wanted[at] ?? {}
    links.set(record.id, { one, many })
  }
  const table = (app: AppView) => `"${house.scope.schema}"."a_${app.id.replaceAll('-', '')}"`
  for (const [at, record] of [...caseRecords, ...alertRecords].entries()) {
    if (at % 5 === 1) hidden.add(record.id)
    if (at % 7 === 2) deleted.add(record.id)
  }
  await house.scope.tx(async (tx) => {
    for (const app of [cases, alerts]) {
      await tx.query(`update ${table(app)} set acl = $2::uuid[] where id = any($1::uuid[])`, [
        [...hidden],
        [GROUP],
      ])
      await tx.query(`update ${table(app)} set deleted_at = now() where id = any($1::uuid[])`, [[...deleted]])
    }
  })
}, 60_000)
afterAll(() => house.close())

function sees(actor: Actor, id: string): boolean {
  return !deleted.has(id) && (!hidden.has(id) || actor.principals.includes(GROUP))
}

async function found(app: AppView, actor: Actor, filter: Filter): Promise<string[]> {
  const page = await house.records.searchRecords(house.scope, actor, {
    appId: app.id,
    filter,
    limit: 200,
    count: 'exact',
  })
  expect(page.total?.value).toBe(page.items.length)
  return page.items.map((item) => item.trackingId).toSorted()
}

/** The same evaluated in memory, from what was written. */
async function expected(app: AppView, actor: Actor, filter: Filter): Promise<string[]> {
  const reading = await house.scope.read(async (tx) => {
    const compiled = await house.apps.compiled(tx, app.id)
    if (compiled === null) throw new Error('no app')
    const others = await appsOfFilter(house, tx, compiled, filter)
    return readFilter(filter, { app: compiled, actor, now: new Date(), others })
  })
  if (reading.filter === undefined) throw new Error(JSON.stringify(reading.issues))
  const facts = (record: RecordView) => (key: string) =>
    key === 'id' ? record.id : key === 'tracking_id' ? record.trackingId : (record.fields[key] ?? null)
  const linkedOf =
    (record: RecordView): LinkedFacts =>
    (test) => {
      const key = test.key.split('.').at(-1)
      const targets = (id: string) => {
        const link = links.get(id)
        return key === 'one' ? [link?.one] : (link?.many ?? [])
      }
      const others =
        test.direction === 'out'
          ? caseRecords.filter((other) => targets(record.id).includes(other.id))
          : alertRecords.filter((other) => targets(other.id).includes(record.id))
      return others.filter((other) => sees(actor, other.id)).map(facts)
    }
  const records = app.id === cases.id ? caseRecords : alertRecords
  return records
    .filter((record) => sees(actor, record.id) && satisfies(reading.filter, facts(record), linkedOf(record)))
    .map((record) => record.trackingId)
    .toSorted()
}

const inner: Filter[] = [
  { field: 'title', op: 'eq', value: 'a' },
  { field: 'score', op: 'gte', value: 5 },
  { not: { field: 'score', op: 'empty' } },
  {
    any: [
      { field: 'title', op: 'contains', value: 'z' },
      { field: 'score', op: 'eq', value: 1 },
    ],
  },
]
function conditions(): Filter[] {
  const [a, b] = [caseRecords[0], caseRecords[4]]
  const [one, two] = [a?.id ?? '', b?.trackingId ?? '']
  const keys = ['one', 'many']
  return [
    ...keys.flatMap((has): Filter[] => [{ has }, ...inner.map((where) => ({ has, where }))]),
    ...keys.flatMap((field): Filter[] => [
      { field, op: 'empty' },
      { field, op: 'notEmpty' },
      { field, op: 'contains', value: one },
      { field, op: 'notContains', value: two },
      { field, op: 'contains', value: [one, two] },
      { field, op: 'in', value: [one, two.toLowerCase(), newId()] },
      { field, op: 'notIn', value: [one] },
      { field, op: 'eq', value: two },
      { field, op: 'ne', value: two },
    ]),
    { has: 'many', where: { field: 'tracking_id', op: 'eq', value: two } },
    { field: 'title', op: 'eq', value: 'a' },
  ]
}
const backwards = (): Filter[] =>
  ['one', 'many'].flatMap((field): Filter[] => {
    const has = `${alerts.key}.${field}`
    return [{ has }, { has, where: { field: 'title', op: 'eq', value: 'b' } }, { not: { has } }]
  })

describe('filters over linked records', () => {
  test('find the same in SQL and in memory, for those who see everything and for those who do not', async () => {
    const hits = { insider: 0, outsider: 0 }
    for (const [name, actor] of [
      ['insider', insider()],
      ['outsider', outsider()],
    ] as const) {
      for (const [app, asked] of [
        [alerts, conditions()],
        [cases, backwards()],
      ] as const) {
        for (const filter of asked.flatMap((one): Filter[] => [one, { not: one }])) {
          const wanted = await expected(app, actor, filter)
          expect(await found(app, actor, filter), `${name} ${JSON.stringify(filter)}`).toEqual(wanted)
          hits[name] += wanted.length
        }
      }
    }
    expect(hits.outsider).toBeGreaterThan(500)
    expect(hits.insider).toBeGreaterThan(hits.outsider)
  }, 60_000)

  test('agree in any tree of conditions', async () => {
    const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom(...conditions()),
        fc.record({ all: fc.array(tie('tree'), { maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('tree'), { maxLength: 3 }) }),
        fc.record({ not: tie('tree') }),
      ),
    }))
    const actor = outsider()
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        expect(await found(alerts, actor, filter)).toEqual(await expected(alerts, actor, filter))
      }),
      { numRuns: runs(20) },
    )
  }, 60_000)

  test('work in totals and figures too', async () => {
    const filter: Filter = { has: 'many', where: { field: 'title', op: 'eq', value: 'a' } }
    const figure = await house.records.aggregateRecords(house.scope, outsider(), {
      appId: alerts.id,
      filter,
      measure: { of: 'count' },
      by: { kind: 'all' },
    })
    expect(figure.rows[0]?.value).toBe((await expected(alerts, outsider(), filter)).length)
  })

  test.each([
    ['an unknown field', { has: 'ghost' }, 'field.unknown', 'filter.has unknown_field'],
    ['a field that is no reference', { has: 'title' }, 'field.unknown', 'filter.has unknown_field'],
    ['a field that one may not read', { has: 'secret_ones' }, 'field.unknown', 'filter.has unknown_field'],
    [
      'the same as a condition',
      { field: 'secret_ones', op: 'empty' },
      'field.unknown',
      'filter.field unknown_field',
    ],
    ['an app that does not point here', { has: 'nothing.one' }, 'field.unknown', 'filter.has unknown_field'],
    [
      'an unreadable field of the other app',
      { has: 'one', where: { field: 'secret', op: 'empty' } },
      'field.unknown',
      'filter.where.field unknown_field',
    ],
    [
      'what is linked further on',
      { has: 'one', where: { has: 'many' } },
      'request.invalid',
      'filter.where.has not_allowed',
    ],
    [
      'no record',
      { field: 'many', op: 'contains', value: 'x' },
      'request.invalid',
      'filter.value invalid_type',
    ],
    ['a comparison', { field: 'many', op: 'gt', value: 'x' }, 'request.invalid', 'filter.op not_allowed'],
  ] as [string, Filter, string, string][])(
    '%s is refused at its place',
    async (_what, filter, code, place) => {
      const error = await found(alerts, outsider(), filter).catch((thrown: unknown) => thrown)
      if (!isFailure(error)) throw error
      expect(error.code).toBe(code)
      expect(error.details.issues?.map((one) => `${one.path.slice(1).join('.')} ${one.code}`)).toEqual([
        place,
      ])
    },
  )

  test('records are not sorted or grouped by their links', async () => {
    const sort = [{ field: 'many', direction: 'asc' as const }]
    const sorted = house.records.searchRecords(house.scope, insider(), { appId: alerts.id, sort })
    expect(await sorted.catch((thrown: unknown) => isFailure(thrown) && thrown.code)).toBe('request.invalid')
  })
})
