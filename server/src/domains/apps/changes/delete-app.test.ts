import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { anAppsDoor } from '@caseloom/testkit/apps-door'

let house: RecordsFixture
const actor = () => anActor(house.scope)

beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())

const title = { key: 'title', label: 'Title', type: 'text' }

function anApp(key: string, acronym: string, fields: Record<string, unknown>[] = []): Promise<AppView> {
  const shape = { name: `App ${key}`, titleField: 'title', listColumns: [], layout: [] }
  const input = AppCreate.parse({ key, acronym, ...shape, fields: [title, ...fields] })
  return house.apps.createApp(house.scope, actor(), input)
}
async function aRecord(app: AppView, fields: Record<string, JsonValue>) {
  return house.records.createRecord(house.scope, actor(), { appId: app.id, fields })
}
const found = (app: AppView) =>
  house.records.searchRecords(house.scope, actor(), { appId: app.id, limit: 10 }).then(({ items }) => items)
const remove = (app: AppView, name = app.name) =>
  house.apps.lifecycle.remove(house.scope, actor(), { appId: app.id, name })
const missing = (error: unknown) => isFailure(error, 'resource.not_found')

test('an app is deleted by its name alone, disappears immediately, and is restored completely', async () => {
  const app = await anApp('lost', 'LST')
  const other = await anApp('asks', 'ASK', [{ key: 'to', label: 'To', type: 'reference', app: app.id }])
  const record = await aRecord(app, { title: 'Saved' })
  const asking = await aRecord(other, { title: 'Asks', to: record.id })
  await expect(remove(app, 'App')).rejects.toSatisfy((error) => isFailure(error, 'request.invalid'))
  const { until } = await remove(app)
  expect(new Date(until).getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 3600 * 1000)

  await expect(house.apps.getApp(house.scope, actor(), app.id)).rejects.toSatisfy(missing)
  await expect(house.apps.getApp(house.scope, actor(), 'lost')).rejects.toSatisfy(missing)
  await expect(found(app)).rejects.toSatisfy(missing)
  await expect(aRecord(app, { title: 'Late' })).rejects.toSatisfy(missing)
  expect((await house.apps.listApps(house.scope, actor())).map(({ key }) => key)).toEqual(['asks'])
  const [seen] = await found(other)
  expect(seen?.fields['to']).toEqual({ items: [], total: 0 })
  // What it was called is still taken: it may come back.
  await expect(anApp('lost', 'NEW')).rejects.toSatisfy((error) => isFailure(error, 'app.key_taken'))

  const [listed] = await house.apps.lifecycle.list(house.scope, actor())
  expect(listed).toMatchObject({ id: app.id, name: 'App lost', until })
  await house.apps.lifecycle.restore(house.scope, actor(), app.id)
  expect((await found(app)).map(({ fields }) => fields['title'])).toEqual(['Saved'])
  const again = await house.records.getRecord(house.scope, actor(), { appId: other.id, recordId: asking.id })
  expect(JSON.stringify(again.fields['to'])).toContain(record.id)
  expect(await house.apps.lifecycle.list(house.scope, actor())).toEqual([])
})

test('a process that knew the app finds it no more', async () => {
  const app = await anApp('known', 'KNO')
  await aRecord(app, { title: 'a' })
  const elsewhere = anAppsDoor()
  await elsewhere.lifecycle.remove(house.scope, actor(), { appId: app.id, name: app.name })
  await expect(found(app)).rejects.toSatisfy(missing)
  await expect(aRecord(app, { title: 'b' })).rejects.toSatisfy(missing)
})

test('when its days have ended nothing of it is left, and its name is free', async () => {
  const far = await anApp('far', 'FAR')
  const out = { key: 'out', label: 'Out', type: 'reference', app: far.id }
  const app = await anApp('ended', 'END', [out])
  const stays = await anApp('stays', 'STY', [{ key: 'to', label: 'To', type: 'reference', app: app.id }])
  // Its links are in the histories of both sides.
  const target = await aRecord(far, { title: 'Far' })
  const record = await aRecord(app, { title: 'Ended', out: target.id })
  const staying = await aRecord(stays, { title: 'Stays', to: record.id })
  const { system } = house.installation.database
  const active = async (tenantId: string) => (tenantId === house.scope.tenantId ? house.scope : null)
  const purge = (tenant = active) => house.apps.lifecycle.purge(system, tenant)
  await remove(app)
  expect(await purge()).toBe(0)
  await system.tx((tx) =>
    tx.query(`update caseloom.app set deleted_at = deleted_at - interval '31 days' where id = $1`, [app.id]),
  )
  expect(await purge(async () => null), 'while its tenant is suspended').toBe(0)
  expect(await purge()).toBe(1)

  const left = await system.owner(async (tx) => {
    const tables = await tx.query<{ name: string; column: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name, a.attname as column
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
          and a.attname in ('app_id', 'app', 'record_id', 'record', 'source', 'source_id', 'target')
        where n.nspname in ('caseloom', $1) and c.relkind in ('r', 'p') and not c.relispartition
          and format_type(a.atttypid, null) = 'uuid'`,
      [house.scope.schema],
    )
    expect(tables.length).toBeGreaterThan(15)
    const rows: string[] = []
    for (const { name, column } of tables) {
      const found = await tx.query(`select 1 from ${name} where ${column} = any($1::uuid[]) limit 1`, [
        [app.id, record.id],
      ])
      if (found.length > 0) rows.push(`${name}.${column}`)
    }
    const own = await tx.query<{ name: string }>(
      'select relname as name from pg_class where relname like $1',
      [`%${app.id.replaceAll('-', '')}%`],
    )
    return [...rows, ...own.map(({ name }) => name)]
  })
  expect(left).toEqual([])
  await expect(house.apps.lifecycle.restore(house.scope, actor(), app.id)).rejects.toSatisfy(missing)
  expect((await found(stays)).map(({ id }) => id)).toEqual([staying.id])
  expect((await anApp('ended', 'END')).revision).toBe(1)
})
