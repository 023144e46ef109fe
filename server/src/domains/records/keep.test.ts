import type { JsonValue } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SystemScope, TenantScope } from '../../platform/database/types.ts'

let house: RecordsFixture
beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())

/** The installation as it will be: owner transactions bear the given time. */
function at(now: Date): SystemScope {
  const { system } = house.installation.database
  return {
    ...system,
    owner: (work) => system.owner((tx) => work({ ...tx, now })),
    tx: (work) => system.tx((tx) => work({ ...tx, now })),
  }
}

function later(scope: TenantScope, now: Date): TenantScope {
  return { ...scope, tx: (work) => scope.tx((tx) => work({ ...tx, now })) }
}

/** Says in the history of a deleted record that it was restored. */
const restore = ({ id }: { id: string }) =>
  house.scope.tx((tx) =>
    tx.query(
      `insert into caseloom.record_history (tenant_id, app_id, record_id, version, at, actor, action, changes)
       select tenant_id, app_id, record_id, version + 1, at, actor, 'restored', '[]' from caseloom.record_history
        where record_id = $1 and action = 'deleted'`,
      [id],
    ),
  )

const partitions = async () => {
  const rows = await house.scope.read((tx) =>
    tx.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'caseloom.record_history'::regclass order by 1`,
    ),
  )
  return rows.map((row) => row.name)
}

describe('housekeeping', () => {
  test('makes the months ahead once, and moves what came before its month was made', async () => {
    const before = await partitions()
    await house.records.keep(house.installation.database.system)
    expect(await partitions()).toEqual(before)
    expect(before).toHaveLength(5)

    const app = await house.anApp()
    const then = new Date('2031-05-17T12:00:00Z')
    const early = later(house.scope, then)
    const record = await house.records.createRecord(early, anActor(house.scope), {
      appId: app.id,
      fields: { title: 'from the future' },
    })
    const whereIs = async () => {
      const rows = await house.scope.read((tx) =>
        tx.query<{ place: string }>(
          'select tableoid::regclass::text as place from caseloom.record_history where record_id = $1',
          [record.id],
        ),
      )
      return rows.map((row) => row.place)
    }
    expect(await whereIs()).toEqual(['caseloom.record_history_other'])
    await house.records.keep(at(then))
    await house.records.keep(at(then))
    expect(await whereIs()).toEqual(['caseloom.record_history_2031_05'])
    expect(await house.historyOf(app, record.id)).toHaveLength(1)
  })

  test('forgets operations after ninety days, not before', async () => {
    const app = await house.anApp()
    const actor = anActor(house.scope)
    const create = () =>
      house.records.createRecord(house.scope, actor, {
        appId: app.id,
        fields: { title: 'x' },
        operationKey: 'old/one~0',
      })
    const first = await create()
    const day = 24 * 60 * 60 * 1000
    await house.records.keep(at(new Date(Date.now() + 89 * day)))
    expect((await create()).id).toBe(first.id)
    await house.records.keep(at(new Date(Date.now() + 91 * day)))
    expect((await create()).id).not.toBe(first.id)
  })

  test('purges the history of a record a year after its deletion, and no other history', async () => {
    const app = await house.anApp()
    const actor = anActor(house.scope)
    const create = (title: string) =>
      house.records.createRecord(house.scope, actor, { appId: app.id, fields: { title } })
    const [deleted, restored, living] = [
      await create('deleted'),
      await create('restored'),
      await create('living'),
    ]
    for (const { id } of [deleted, restored])
      await house.records.deleteRecord(house.scope, actor, { appId: app.id, recordId: id })
    await restore(restored)
    const entries = async () => {
      const rows = await house.scope.read((tx) =>
        tx.query<{ record_id: string; n: number }>(
          'select record_id, count(*)::int as n from caseloom.record_history where app_id = $1 group by 1',
          [app.id],
        ),
      )
      return Object.fromEntries(rows.map((row) => [row.record_id, row.n]))
    }
    const day = 24 * 60 * 60 * 1000
    const all = { [deleted.id]: 2, [restored.id]: 3, [living.id]: 1 }
    await house.records.keep(at(new Date(Date.now() + 364 * day)))
    expect(await entries()).toEqual(all)
    await house.records.keep(at(new Date(Date.now() + 366 * day)))
    expect(await entries()).toEqual({ [restored.id]: 3, [living.id]: 1 })
  })
  test('purges the links in that history, and those of a purged record in the histories of others', async () => {
    const cases = await house.anApp()
    const to = { key: 'to', label: 'To', type: 'reference', app: cases.id, multiple: true }
    const title = { key: 'title', label: 'Title', type: 'text', required: true }
    const alerts = await house.anApp({ name: 'Alert', fields: [title, to] })
    const actor = anActor(house.scope)
    const create = (app: typeof cases, fields: Record<string, JsonValue>) =>
      house.records.createRecord(house.scope, actor, { appId: app.id, fields: { title: 'One', ...fields } })
    const [gone, restored, living] = [
      await create(cases, {}),
      await create(cases, {}),
      await create(cases, {}),
    ]
    const linking = await create(alerts, { to: { add: [gone.id, restored.id, living.id] } })
    const deleted = await create(alerts, { to: { add: [living.id] } })
    const links = async () => {
      const rows = await house.scope.read((tx) =>
        tx.query<{ source: string; target: string }>(
          'select source_id as source, record_id as target from caseloom.link_event where app_id = $1',
          [cases.id],
        ),
      )
      return new Set(rows.map(({ source, target }) => `${source} ${target}`))
    }
    const pairs = (...list: [{ id: string }, { id: string }][]) =>
      new Set(list.map(([source, target]) => `${source.id} ${target.id}`))
    const all = pairs([linking, gone], [linking, restored], [linking, living], [deleted, living])
    for (const { appId, id } of [gone, restored, deleted])
      await house.records.deleteRecord(house.scope, actor, { appId, recordId: id })
    await restore(restored)
    const day = 24 * 60 * 60 * 1000
    await house.records.keep(at(new Date(Date.now() + 364 * day)))
    expect(await links()).toEqual(all)
    await house.records.keep(at(new Date(Date.now() + 366 * day)))
    expect(await links()).toEqual(pairs([linking, restored], [linking, living]))
  })
})
