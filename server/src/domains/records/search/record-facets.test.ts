import type { AppView } from '@caseloom/contract/apps/apps'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { recordFacets } from './record-facets.ts'

let house: RecordsFixture
let app: AppView
const [ANA, BEN] = [newId(), newId()]
const HIDDEN = newId()

const facets = (over: Record<string, unknown> & { fields: string[] }, actor = anActor(house.scope)) =>
  recordFacets({ apps: house.apps, names: async () => new Map([[ANA, 'Ana']]) }, house.scope, actor, {
    appId: app.id,
    ...over,
  })

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp()
  const values = [
    { title: 'One', severity: 'high', tags: ['a', 'b'], owner: ANA, state: null },
    { title: 'Two', severity: 'high', tags: ['a'], owner: BEN },
    { title: 'Three', severity: 'low', owner: ANA },
    { title: 'Hidden', severity: 'low', tags: ['c'] },
  ]
  const commands = values.map((fields) => {
    const { state: _state, ...rest } = { state: null, ...fields }
    return { kind: 'create' as const, values: rest }
  })
  const actor = anActor(house.scope, { name: 'Ana' })
  const answers = await house.records.changeMany(house.scope, actor, { appId: app.id, commands })
  const last = answers.at(-1)
  if (last === undefined || !('id' in last)) throw new Error('not created')
  await house.scope.tx((tx) =>
    tx.query(
      `update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $2::uuid[] where id = $1`,
      [last.id, [HIDDEN]],
    ),
  )
}, 60_000)
afterAll(() => house.close())

it('counts each value of what a search finds, the most frequent first, with the condition that finds them', async () => {
  const reply = await facets({ fields: ['severity', 'tags', 'owner', 'created_by'] })
  expect(reply.facets[0]?.values).toEqual([
    { value: 'high', label: 'high', count: 2, filter: { field: 'severity', op: 'eq', value: 'high' } },
    { value: 'low', label: 'low', count: 1, filter: { field: 'severity', op: 'eq', value: 'low' } },
  ])
  expect(reply.facets[1]?.values.map(({ value, count }) => [value, count])).toEqual([
    ['a', 2],
    ['b', 1],
    [null, 1],
  ])
  expect(reply.facets[2]?.values.map(({ label, count }) => [label, count])).toEqual([
    ['Ana', 2],
    [BEN, 1],
  ])
  expect(reply.facets[3]?.values).toMatchObject([{ label: 'Ana', count: 3 }])
  for (const facet of reply.facets)
    for (const { filter, count } of facet.values) {
      const page = await house.records.searchRecords(house.scope, anActor(house.scope), {
        appId: app.id,
        filter,
        count: 'exact',
      })
      expect(page.total?.value, JSON.stringify(filter)).toBe(count)
    }
})

it('counts within filter and words, and sums up what is beyond the limit', async () => {
  const reply = await facets({ fields: ['title'], limit: 1 })
  expect(reply.facets[0]).toMatchObject({ values: [{ count: 1 }], others: 2 })
  const narrowed = await facets({ fields: ['severity'], filter: { field: 'tags', op: 'in', value: ['b'] } })
  expect(narrowed.facets[0]?.values).toMatchObject([{ value: 'high', count: 1 }])
  const found = await facets({ fields: ['severity'], text: 'three' })
  expect(found.facets[0]?.values).toMatchObject([{ value: 'low', count: 1 }])
})

it('counts restricted records for those alone who see them', async () => {
  const insider = anActor(house.scope, { principals: [HIDDEN] })
  expect((await facets({ fields: ['tags'] }, insider)).facets[0]?.values.map(({ value }) => value)).toContain(
    'c',
  )
  expect((await facets({ fields: ['tags'] })).facets[0]?.values.map(({ value }) => value)).not.toContain('c')
})

it('answers as if a restricted record were not there: values, counts, what is left over, and whose records', async () => {
  const fields = ['severity', 'tags', 'owner', 'created_by', 'updated_by', 'source_ref', 'title']
  const narrowings = [
    {},
    { text: 'quiet' },
    { filter: { field: 'severity', op: 'eq', value: 'high' } },
    { limit: 1 },
  ]
  const all = () => Promise.all(narrowings.map((over) => facets({ fields, ...over })))
  const before = await all()
  const stranger = anActor(house.scope, { id: newId(), name: 'Quiet stranger' })
  const made = await house.records.createRecord(house.scope, stranger, {
    appId: app.id,
    fields: { title: 'Quiet', severity: 'high', tags: ['c'], owner: newId(), source_ref: 'quiet-1' },
  })
  await house.scope.tx((tx) =>
    tx.query(
      `update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $2::uuid[] where id = $1`,
      [made.id, [HIDDEN]],
    ),
  )
  expect(await all()).toEqual(before)
  const insider = anActor(house.scope, { principals: [HIDDEN] })
  expect((await facets({ fields: ['source_ref'] }, insider)).facets[0]?.values).toContainEqual(
    expect.objectContaining({ value: 'quiet-1', count: 1 }),
  )
})

it('knows no field that one may not read, and no counts of fields with a value of its own in each record', async () => {
  await expect(facets({ fields: ['secret'] })).rejects.toMatchObject({ code: 'field.unknown' })
  await expect(facets({ fields: ['ghost'] })).rejects.toMatchObject({ code: 'field.unknown' })
  await expect(facets({ fields: ['score'] })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(
    facets({ fields: ['severity'], filter: { field: 'secret', op: 'notEmpty' } }),
  ).rejects.toMatchObject({ code: 'field.unknown' })
  const insider = anActor(house.scope, { principals: [SECRET_ROLE] })
  expect((await facets({ fields: ['secret'] }, insider)).facets).toHaveLength(1)
})

it('counts states and people in their indexes as it does by reading the records', async () => {
  const fields = ['severity', 'owner', 'tags']
  const high = { field: 'severity', op: 'eq', value: 'high' }
  const titled = { field: 'title', op: 'notEmpty' }
  for (const principals of [[], [HIDDEN]]) {
    const actor = anActor(house.scope, { principals })
    const read = await facets({ fields, filter: titled }, actor)
    expect(read.facets[0]?.values.length).toBeGreaterThan(1)
    expect(await facets({ fields }, actor)).toEqual(read)
    expect(await facets({ fields, filter: high }, actor)).toEqual(
      await facets({ fields, filter: { all: [high, titled] } }, actor),
    )
  }
})
