import type { TenantScope } from '../../platform/database/types.ts'
import { type AppView, AppUpdate } from '@caseloom/contract/apps/apps'
import { isFailure } from '../../platform/errors.ts'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import type { RecordsDoor } from './records.door.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let house: RecordsFixture
let scope: TenantScope
let records: RecordsDoor

beforeAll(async () => {
  house = await createRecordsFixture()
  scope = house.scope
  records = house.records
})
afterAll(() => house.close())

function publish(app: AppView, fields: readonly unknown[], actor = anActor(scope)): Promise<AppView> {
  const { name, icon, titleField, listColumns, layout, revision } = app
  const update = AppUpdate.parse({ name, icon, titleField, listColumns, layout, revision, fields })
  return house.apps.updateApp(scope, actor, { ...update, appId: app.id })
}

describe('a new revision of the app', () => {
  test('another process notices it with its next statement', async () => {
    const app = await house.anApp()
    const { records: farRecords } = house.anotherProcess()
    const actor = anActor(scope)
    await farRecords.createRecord(scope, actor, { appId: app.id, fields: { title: 'a' } })
    await publish(app, [
      ...app.fields.filter((field) => field.key !== 'score'),
      { key: 'extra', label: 'Extra', type: 'text', maxLength: 10, default: 'new' },
    ])
    const record = await farRecords.createRecord(scope, actor, { appId: app.id, fields: { title: 'b' } })
    expect(record.fields).toMatchObject({ extra: 'new' })
    expect(record.fields).not.toHaveProperty('score')
    const page = await farRecords.searchRecords(scope, actor, { appId: app.id })
    expect(page.items.map((item) => item.fields['extra'])).toEqual(['new', null])
  })
})

describe('fields whose readers change', () => {
  const find = async (app: AppView, text: string, principals: string[]) => {
    const actor = anActor(scope, { principals })
    return (await records.searchRecords(scope, actor, { appId: app.id, text })).items.map((item) => item.id)
  }
  const withReaders = (app: AppView, key: string, readers: string[] | undefined) =>
    app.fields.map((field) => (field.key === key ? { ...field, readers } : field))

  test('words of a field that became secret stop matching immediately, and match again for its readers', async () => {
    const app = await house.anApp()
    const [first] = await records.changeMany(scope, anActor(scope), {
      appId: app.id,
      commands: Array.from({ length: 1_200 }, (_, at) => ({
        kind: 'create' as const,
        values: { title: `plain ${at}`, source_ref: `codename ${at}` },
      })),
    })
    if (first === undefined || isFailure(first)) throw new Error('not created')
    expect(await find(app, 'codename 0', [])).toEqual([first.id])
    const secret = await publish(app, withReaders(app, 'source_ref', [SECRET_ROLE]))
    expect(await find(app, 'codename 0', [])).toEqual([])
    await expect.poll(() => find(app, 'codename 0 ', [SECRET_ROLE]), { timeout: 10_000 }).toEqual([first.id])
    await expect.poll(() => find(app, 'plain 1199', []), { timeout: 10_000 }).toHaveLength(1)
    expect(await find(app, 'codename 0 ', [])).toEqual([])
    const open = withReaders(secret, 'source_ref', undefined)
    // Only a reader may let others read.
    await expect(publish(secret, open)).rejects.toMatchObject({ code: 'app.change_refused' })
    await publish(secret, open, anActor(scope, { principals: [SECRET_ROLE] }))
    await expect.poll(() => find(app, 'codename 1199', []), { timeout: 10_000 }).toHaveLength(1)
    const left = await scope.read((tx) =>
      tx.query<{ classes: number; refill: string | null }>(
        `select (select count(distinct read_class)::int from "${scope.schema}".search where app = $1) as classes,
                (select refill from "${scope.schema}".app_state where app = $1) as refill`,
        [app.id],
      ),
    )
    expect(left).toEqual([{ classes: 2, refill: null }])
  })
})
