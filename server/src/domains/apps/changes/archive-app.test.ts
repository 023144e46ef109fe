import type { AppView } from '@caseloom/contract/apps/apps'
import { AppUpdate } from '@caseloom/contract/apps/apps'
import { anActor } from '@caseloom/testkit/installation'
import { BASE_FIELDS, createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'

let house: RecordsFixture
beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())

const actor = () => anActor(house.scope)
const shelve = (appId: string, archived: boolean) =>
  house.apps.lifecycle.archive(house.scope, actor(), { appId, archived })

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return isFailure(error) ? error.code : String(error)
}

const update = (app: AppView) => {
  const { name, titleField, listColumns, layout, fields, revision } = app
  const next = AppUpdate.parse({ name: `${name}!`, titleField, listColumns, layout, fields, revision })
  return house.apps.updateApp(house.scope, actor(), { ...next, appId: app.id })
}

describe('an archived app', () => {
  test('is read-only for people and playbooks: every way to write says why', async () => {
    const { scope, records } = house
    const app = await house.anApp()
    const record = await records.createRecord(scope, actor(), { appId: app.id, fields: { title: 'Old' } })
    const place = { appId: app.id, recordId: record.id }
    const archived = await shelve(app.id, true)
    expect(archived).toMatchObject({
      archived: true,
      revision: app.revision + 1,
      can: { createRecord: false },
    })
    const playbook = { ...actor(), kind: 'playbook' as const }
    const row = { kind: 'create' as const, values: { title: 'x' } }
    const ways = [
      records.createRecord(scope, actor(), { appId: app.id, fields: { title: 'New' } }),
      records.createRecord(scope, playbook, { appId: app.id, fields: { title: 'New' } }),
      records.updateRecord(scope, actor(), { ...place, fields: { title: 'Changed' } }),
      records.upsertRecord(scope, actor(), { appId: app.id, match: { source_ref: '1' }, set: {} }),
      records.deleteRecord(scope, actor(), place),
      update(archived),
    ]
    expect(await Promise.all(ways.map(codeOf))).toEqual(ways.map(() => 'app.archived'))
    const results = await records.changeMany(scope, actor(), { appId: app.id, commands: [row] })
    expect(JSON.stringify(results)).toContain('app.archived')
    const read = await records.getRecord(scope, actor(), place)
    expect(read).toMatchObject({ fields: { title: 'Old' }, can: { update: false, delete: false } })
  })

  test('works as before when it is restored', async () => {
    const app = await house.anApp()
    await shelve(app.id, true)
    expect((await shelve(app.id, true)).revision).toBe(app.revision + 1)
    const open = await shelve(app.id, false)
    expect(open.archived).toBeUndefined()
    expect(open.can.createRecord).toBe(true)
    await house.records.createRecord(house.scope, actor(), { appId: app.id, fields: { title: 'New' } })
    expect((await update(open)).name).toBe('Alert!')
  })

  test('is archived by those who build it, and another process sees it immediately', async () => {
    const app = await house.anApp()
    const other = house.anotherProcess()
    const command = { appId: app.id, fields: { title: 'x' } }
    await other.records.createRecord(house.scope, actor(), command)
    const reader = anActor(house.scope, { may: ['app:read', 'record:read'] })
    const attempt = house.apps.lifecycle.archive(house.scope, reader, { appId: app.id, archived: true })
    expect(await codeOf(attempt)).toBe('right.missing')
    await shelve(app.id, true)
    expect(await codeOf(other.records.createRecord(house.scope, actor(), command))).toBe('app.archived')
  })
})

describe('a copy of an app', () => {
  let count = 0
  const names = () => {
    count += 1
    return { name: 'Copy', key: `copy_${count}`, acronym: `CP${String.fromCharCode(64 + count)}` }
  }

  test('has its definition and none of its records; references to itself lead to the copy', async () => {
    const { scope, apps, records } = house
    const template = { key: 'quick', name: 'Quick', fields: { severity: 'high' }, tasks: {} }
    const app = await house.anApp({ templates: [template] })
    const parent = { key: 'parent', label: 'Parent', type: 'reference', app: app.id }
    const { name, titleField, listColumns, layout, revision } = app
    const wider = { name, titleField, listColumns, layout, revision, templates: [template] }
    await apps.updateApp(scope, actor(), {
      ...AppUpdate.parse({ ...wider, fields: [...app.fields, parent] }),
      appId: app.id,
    })
    await records.createRecord(scope, actor(), { appId: app.id, fields: { title: 'Left here' } })
    const called = names()
    const copy = await apps.lifecycle.copy(scope, actor(), { ...called, appId: app.id })
    expect(copy).toMatchObject({ ...called, revision: 1, templates: [template] })
    expect(copy.fields.map(({ key }) => key)).toEqual([...BASE_FIELDS.map(({ key }) => key), 'parent'])
    expect(copy.fields.at(-1)).toMatchObject({ app: copy.id })
    expect(copy.fields.some(({ id }) => app.fields.some((field) => field.id === id))).toBe(false)
    expect((await records.searchRecords(scope, actor(), { appId: copy.id, limit: 5 })).items).toEqual([])
  })

  test('needs a key and an acronym of its own, and someone who builds the app', async () => {
    const { scope, apps } = house
    const app = await house.anApp()
    const copy = (by = actor(), called = names()) =>
      apps.lifecycle.copy(scope, by, { ...called, appId: app.id })
    const called = names()
    await copy(actor(), called)
    expect(await codeOf(copy(actor(), called))).toBe('app.key_taken')
    expect(await codeOf(copy(anActor(scope, { may: ['app:read'] })))).toBe('right.missing')
  })
})
