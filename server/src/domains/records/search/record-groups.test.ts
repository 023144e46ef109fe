import type { AppView } from '@caseloom/contract/apps/apps'
import type { GroupBy } from '@caseloom/contract/records/grouping'
import { anActor } from '@caseloom/testkit/installation'
import {
  BASE_FIELDS,
  createRecordsFixture,
  MORE_FIELDS,
  type RecordsFixture,
  SECRET_ROLE,
} from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { recordGroups } from './record-groups.ts'

let house: RecordsFixture
let app: AppView
const [ANA, BEN] = [newId(), newId()]
const HIDDEN = newId()
const NAMES = new Map([
  [ANA, 'Zoe'],
  [BEN, 'Ben'],
])

const tableOf = ({ id }: AppView) => `"${house.scope.schema}"."a_${id.replaceAll('-', '')}"`
const ask = (over: Record<string, unknown>, groupBy: GroupBy, actor = anActor(house.scope)) =>
  recordGroups({ apps: house.apps, names: async () => NAMES }, house.scope, actor, {
    appId: app.id,
    groupBy,
    ...over,
  })
const sizes = async (...of: Parameters<typeof ask>) =>
  (await ask(...of)).groups.map(({ value, count }) => [value, count])

beforeAll(async () => {
  house = await createRecordsFixture()
  const checked = {
    key: 'urgent',
    label: 'Urgent',
    type: 'formula',
    result: 'boolean',
    expression: 'record.severity = "high"',
  }
  app = await house.anApp({ fields: [...BASE_FIELDS, ...MORE_FIELDS, checked] })
  const values = [
    { title: 'One', severity: 'high', tags: ['a', 'b'], owner: ANA, day: '2026-11-02' },
    { title: 'Two', severity: 'high', tags: ['a'], owner: BEN, day: '2026-11-08' },
    { title: 'Three', severity: 'low', owner: ANA, day: '2026-11-09' },
    { title: 'Four', severity: null, tags: ['b'] },
    { title: 'Hidden', severity: 'low', tags: ['c'], owner: newId(), day: '2020-01-01' },
  ]
  const commands = values.map((fields) => ({ kind: 'create' as const, values: fields }))
  const actor = anActor(house.scope, { name: 'Ana' })
  const answers = await house.records.changeMany(house.scope, actor, { appId: app.id, commands })
  const last = answers.at(-1)
  if (last === undefined || !('id' in last)) throw new Error('not created')
  await house.scope.tx(async (tx) => {
    await tx.query(`update ${tableOf(app)} set acl = $2::uuid[] where id = $1`, [last.id, [HIDDEN]])
    // The first three were made around a night in which clocks of Berlin go back.
    const made = [
      '2026-10-24T21:59:00Z',
      '2026-10-24T22:30:00Z',
      '2026-10-25T22:59:00Z',
      '2026-10-25T23:00:00Z',
    ]
    for (const [at, instant] of made.entries())
      await tx.query(`update ${tableOf(app)} set created_at = $2::timestamptz where seq = $1`, [
        at + 1,
        instant,
      ])
  })
}, 60_000)
afterAll(() => house.close())

describe('groups by value', () => {
  it('follow the order of options, with the empty value last and none without records', async () => {
    const reply = await ask({}, { field: 'severity' })
    expect(reply.groups.map(({ value, count }) => [value, count])).toEqual([
      ['low', 1],
      ['high', 2],
      [null, 1],
    ])
    expect(reply).toMatchObject({ more: false, total: { value: 4, capped: false } })
  })

  it('count a record with several values in each of its groups, and once in the total', async () => {
    const reply = await ask({}, { field: 'tags' })
    expect(reply.groups.map(({ value, count }) => [value, count])).toEqual([
      ['a', 2],
      ['b', 2],
      [null, 1],
    ])
    expect(reply.total.value).toBe(4)
  })

  it('list people by name, and what is true or false', async () => {
    const people = await ask({}, { field: 'owner' })
    expect(people.groups.map(({ label, count }) => [label, count])).toEqual([
      ['Ben', 1],
      ['Zoe', 2],
      ['', 1],
    ])
    expect(await sizes({}, { field: 'urgent' })).toEqual([
      ['true', 2],
      ['false', 2],
    ])
    expect((await ask({}, { field: 'created_by' })).groups).toMatchObject([{ label: 'Ana', count: 4 }])
  })

  it('stay within filter and words', async () => {
    const filter = { field: 'tags', op: 'in', value: ['b'] }
    expect(await sizes({ filter }, { field: 'severity' })).toEqual([
      ['high', 1],
      [null, 1],
    ])
    expect(await sizes({ filter }, { field: 'owner' })).toEqual([
      [ANA, 1],
      [null, 1],
    ])
    expect(await sizes({ text: 'three' }, { field: 'severity' })).toEqual([['low', 1]])
  })
})

describe('groups by date', () => {
  it('begin at midnight of the asker, newest first, also in a night in which clocks change', async () => {
    expect(await sizes({ zone: 'Europe/Berlin' }, { field: 'created_at', unit: 'day' })).toEqual([
      ['2026-10-26', 1],
      ['2026-10-25', 2],
      ['2026-10-24', 1],
    ])
    expect(await sizes({ zone: 'UTC' }, { field: 'created_at', unit: 'day' })).toEqual([
      ['2026-10-25', 2],
      ['2026-10-24', 2],
    ])
  })

  it('gather weeks from Monday and months; days of the calendar are in no zone', async () => {
    expect(await sizes({ zone: 'America/New_York' }, { field: 'day', unit: 'week' })).toEqual([
      ['2026-11-09', 1],
      ['2026-11-02', 2],
      [null, 1],
    ])
    expect(await sizes({}, { field: 'day', unit: 'month' })).toEqual([
      ['2026-11-01', 3],
      [null, 1],
    ])
  })

  it('are the same when records are read one by one for words', async () => {
    const command = { zone: 'Europe/Berlin', text: 'o*' }
    const filter = { any: ['One', 'Two', 'Four'].map((value) => ({ field: 'title', op: 'eq', value })) }
    for (const groupBy of [
      { field: 'created_at', unit: 'day' as const },
      { field: 'day', unit: 'week' as const },
    ]) {
      const read = (words: string) => sizes({ ...command, text: words }, groupBy)
      const each = await Promise.all(['one', 'two', 'four'].map(read))
      expect(each.flat().length).toBe(3)
      const byIndex = await sizes({ zone: 'Europe/Berlin', filter }, groupBy)
      expect(new Set(byIndex.map(([value]) => value))).toEqual(new Set(each.flat().map(([value]) => value)))
    }
  })
})

it('finds the records of each group by its filter', async () => {
  const groupings: GroupBy[] = [
    { field: 'severity' },
    { field: 'tags' },
    { field: 'owner' },
    { field: 'urgent' },
    { field: 'created_by' },
    { field: 'created_at', unit: 'day' },
    { field: 'updated_at', unit: 'month' },
    { field: 'day', unit: 'week' },
  ]
  for (const groupBy of groupings) {
    const { groups } = await ask({ zone: 'Asia/Kolkata' }, groupBy)
    expect(groups.length).toBeGreaterThan(0)
    for (const { filter, count } of groups) {
      const command = { appId: app.id, filter, count: 'exact' as const }
      const page = await house.records.searchRecords(house.scope, anActor(house.scope), command)
      expect(page.total?.value, JSON.stringify(filter)).toBe(count)
    }
  }
})

it('says nothing of restricted records to those who can’t see them', async () => {
  const insider = anActor(house.scope, { principals: [HIDDEN] })
  const groupings: GroupBy[] = [{ field: 'tags' }, { field: 'owner' }, { field: 'day', unit: 'day' }]
  for (const groupBy of groupings) {
    const seen = await ask({}, groupBy, insider)
    const unseen = await ask({}, groupBy)
    expect(seen.groups.length).toBe(unseen.groups.length + 1)
    expect(seen.total.value).toBe(unseen.total.value + 1)
  }
})

it('knows no field that one can’t read, and refuses what can’t group a list', async () => {
  await expect(ask({}, { field: 'secret' })).rejects.toMatchObject({ code: 'field.unknown' })
  await expect(ask({}, { field: 'ghost' })).rejects.toMatchObject({ code: 'field.unknown' })
  const refused = { code: 'request.invalid' }
  await expect(ask({}, { field: 'title' })).rejects.toMatchObject(refused)
  await expect(ask({}, { field: 'created_at' })).rejects.toMatchObject(refused)
  await expect(ask({}, { field: 'severity', unit: 'day' })).rejects.toMatchObject(refused)
  const insider = anActor(house.scope, { principals: [SECRET_ROLE] })
  await expect(ask({}, { field: 'secret' }, insider)).rejects.toMatchObject(refused)
})

it('counts a group up to the cap and says that there are more', async () => {
  const large = await house.anApp()
  const severity = large.fields.find(({ key }) => key === 'severity')?.id.replaceAll('-', '')
  await house.scope.define('fill', (tx) =>
    tx.query(
      `insert into ${tableOf(large)} (id, seq, version, created_at, created_by, updated_at, updated_by, "f_${severity}")
       select gen_random_uuid(), n, 1, now() - make_interval(hours => 24 * (n % 300)), '{}', now(), '{}',
              case when n <= 10001 then 'high' else 'low' end
         from generate_series(1, 10301) n`,
    ),
  )
  const command = { appId: large.id }
  const reply = await ask(command, { field: 'severity' })
  expect(reply.groups.map(({ value, count, capped }) => [value, count, capped])).toEqual([
    ['low', 300, false],
    ['high', 10_000, true],
  ])
  expect(reply.total).toEqual({ value: 10_000, capped: true })
  const days = await ask(command, { field: 'created_at', unit: 'day' })
  expect([days.groups.length, days.more]).toEqual([200, true])
})
