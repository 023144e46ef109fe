import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { appsMigrations } from '../apps.migrations.ts'
import { getRevision, listRevisions } from './app-revisions.ts'

let installation: TestInstallation
let scope: TenantScope
let app: AppView
const apps = anAppsDoor()

beforeAll(async () => {
  installation = await anInstallation('revisions', appsMigrations)
  scope = await installation.aTenant()
  const fields = [
    { key: 'title', label: 'Title', type: 'text' },
    { key: 'note', label: 'Note', type: 'text' },
  ]
  const shape = { name: 'Alert', titleField: 'title', listColumns: ['title'], layout: [] }
  app = await apps.createApp(
    scope,
    anActor(scope),
    AppCreate.parse({ key: 'alert', acronym: 'ALR', ...shape, fields }),
  )
  await apps.updateApp(scope, anActor(scope), {
    ...AppUpdate.parse({ ...shape, name: 'Warning', fields: app.fields, revision: 1 }),
    appId: app.id,
  })
  await apps.updateApp(scope, anActor(scope), {
    ...AppUpdate.parse({ ...shape, name: 'Warning', fields: app.fields.slice(0, 1), revision: 2 }),
    appId: app.id,
  })
})
afterAll(() => installation.close())

describe('revisions of an app', () => {
  test('are reported newest first with what each changed, page by page', async () => {
    const first = await listRevisions(scope, anActor(scope), { appId: app.id, limit: 2 })
    expect(first.items.map(({ revision }) => revision)).toEqual([3, 2])
    expect(first.items[0]?.changes).toEqual([{ place: 'fields.note.hidden', from: null, to: true }])
    expect(first.items[1]?.changes).toEqual([{ place: 'name', from: 'Alert', to: 'Warning' }])
    const rest = await listRevisions(scope, anActor(scope), {
      appId: app.id,
      limit: 2,
      cursor: first.next ?? '',
    })
    expect(rest).toMatchObject({ items: [{ revision: 1, changes: [] }], next: null })
  })

  test('can be read as they were', async () => {
    const old = await getRevision(scope, anActor(scope), { appId: app.id, revision: '1' })
    expect(old).toMatchObject({ name: 'Alert', revision: 1 })
    expect(old.fields.map(({ key }) => key)).toEqual(['title', 'note'])
  })

  test('list the omitted fields for builders', async () => {
    const now = await apps.getApp(scope, anActor(scope), app.id)
    expect(now.removedFields?.map(({ key }) => key)).toEqual(['note'])
  })

  test.each(['0', '4', 'x', '99999999999'])('of the number %s do not exist', async (revision) => {
    await expect(getRevision(scope, anActor(scope), { appId: app.id, revision })).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })

  test('refuse a cursor that is none', async () => {
    const asked = listRevisions(scope, anActor(scope), { appId: app.id, limit: 2, cursor: 'x' })
    await expect(asked).rejects.toMatchObject({ code: 'request.invalid' })
  })
})
