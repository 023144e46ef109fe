import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import type { AppsDoor } from './apps.door.ts'
import { appsMigrations } from './apps.migrations.ts'

const [LEAD, ANALYST] = [newId(), newId()]
let installation: TestInstallation
let scope: TenantScope
let apps: AppsDoor
let lead: Actor
let builder: Actor
const notified: string[][] = []
beforeAll(async () => {
  installation = await anInstallation('apps', appsMigrations)
  scope = await installation.aTenant()
  apps = anAppsDoor(undefined, async (_scope, _actor, { widened }) => {
    notified.push(widened.map(({ key }) => key))
  })
  lead = anActor(scope, { name: 'Lead', principals: [LEAD] })
  builder = anActor(scope, { name: 'Builder', principals: [ANALYST] })
})
afterAll(() => installation.close())

const options = ['low', 'high'].map((key) => ({ key, label: key }))
let count = 0
function anApp(): Promise<AppView> {
  count += 1
  const secret = { key: 'secret', label: 'Secret', type: 'text', readers: [LEAD] }
  const grade = { key: 'grade', label: 'Grade', type: 'selection', options, readers: [LEAD] }
  const input = {
    key: `app_${count}`,
    acronym: `AP${String.fromCharCode(64 + count)}`,
    name: 'Vault',
    titleField: 'title',
    listColumns: ['title'],
    layout: [],
    fields: [{ key: 'title', label: 'Title', type: 'text' }, secret, grade],
  }
  return apps.createApp(scope, lead, AppCreate.parse(input))
}

type Fields = AppView['fields']
async function publish(actor: Actor, app: AppView, change: (fields: Fields) => unknown[]) {
  const { name, icon, titleField, listColumns, layout, revision } = await apps.getApp(scope, lead, app.id)
  const fields = change((await apps.getApp(scope, lead, app.id)).fields)
  const input = AppUpdate.parse({ name, icon, titleField, listColumns, layout, revision, fields })
  try {
    return await apps.updateApp(scope, actor, { ...input, appId: app.id })
  } catch (error) {
    if (isFailure(error)) return error.details.issues?.map(({ path, code }) => `${path.join('.')} ${code}`)
    throw error
  }
}
const changed = (key: string, over: object) => (fields: Fields) =>
  fields.map((field) => (field.key === key ? { ...field, ...over } : field))
const without = (key: string) => (fields: Fields) => fields.filter((field) => field.key !== key)

describe('a field that only some roles write', () => {
  test('is read-only for others who use the app, and as it is defined for those who build it', async () => {
    const app = await anApp()
    const fixed = (fields: Fields) =>
      fields.map((field) => ({ ...field, readers: undefined, writers: [LEAD] }))
    expect(await publish(lead, app, fixed)).toMatchObject({ revision: 2 })
    const user = (principals: string[]) => anActor(scope, { principals, may: ['app:read'] })
    const readOnly = async (actor: Actor) =>
      (await apps.getApp(scope, actor, app.id)).fields.map((field) => field.readOnly)
    expect(await readOnly(user([ANALYST]))).toEqual([true, true, true])
    expect(await readOnly(user([LEAD]))).toEqual([false, false, false])
    expect(await readOnly(builder)).toEqual([false, false, false])
    const own = await apps.getApp(scope, builder, app.id)
    expect([own.ownHidden, own.ownLocked]).toEqual([undefined, own.fields.map(({ key }) => key)])
    const other = await apps.getApp(scope, user([ANALYST]), app.id)
    expect([other.ownHidden, other.ownLocked]).toEqual([undefined, undefined])
  })
})

describe('who builds an app without being a reader of a field', () => {
  test.each([
    ['takes no readers away', 'secret', { readers: undefined }],
    ['doesn’t add themselves to the readers', 'secret', { readers: [LEAD, ANALYST] }],
  ])('%s', async (_what, key, over) => {
    const app = await anApp()
    expect(await publish(builder, app, changed(key, over))).toEqual(['body.fields.1.readers not_reader'])
  })

  test('brings no removed field back without its readers', async () => {
    const app = await anApp()
    const [, secret] = app.fields
    await publish(builder, app, without('secret'))
    const again = { key: 'secret', label: 'Secret', type: 'text', maxLength: 100 }
    const back = (fields: Fields) => [...fields, again]
    expect(await publish(builder, app, back)).toEqual(['body.fields.2.readers not_reader'])
    const same = await publish(lead, app, (fields) => [...fields, { ...secret }])
    expect(same).toMatchObject({ revision: 3 })
  })

  test('learns nothing from what a change would be refused for', async () => {
    const app = await anApp()
    const fewer = changed('grade', { options: options.slice(0, 1) })
    expect(await publish(builder, app, fewer)).toEqual(['body.fields.2 not_reader'])
    const unique = changed('secret', { unique: true })
    expect(await publish(builder, app, unique)).toEqual(['body.fields.1 not_reader'])
  })

  test('opens no field by changing its type', async () => {
    const app = await anApp()
    const { name, icon, titleField, listColumns, layout, revision, fields } = app
    const open = { key: 'secret', label: 'Secret', type: 'number' }
    const wish = {
      name,
      icon,
      titleField,
      listColumns,
      layout,
      revision,
      fields: fields.map((field) => (field.key === 'secret' ? { ...open, id: field.id } : field)),
      convert: [{ field: 'secret', onFault: 'empty' }],
    }
    const refused = apps.updateApp(scope, builder, { ...AppUpdate.parse(wish), appId: app.id })
    await expect(refused).rejects.toMatchObject({
      code: 'app.change_refused',
      details: { issues: [{ code: 'not_reader' }] },
    })
  })

  test('may still rename it, narrow its readers, and build the rest', async () => {
    const app = await anApp()
    expect(await publish(builder, app, changed('secret', { label: 'Hush' }))).toMatchObject({ revision: 2 })
    expect(await publish(builder, app, changed('title', { label: 'Name' }))).toMatchObject({ revision: 3 })
    const both = await publish(lead, app, changed('secret', { readers: [LEAD, ANALYST] }))
    expect(both).toMatchObject({ revision: 4 })
    const other = anActor(scope, { principals: [] })
    expect(await publish(other, app, changed('secret', { readers: [LEAD] }))).toMatchObject({ revision: 5 })
  })
})

test('widening the readers of a field is audited, and the managers of the app are notified', async () => {
  const app = await anApp()
  notified.length = 0
  await publish(lead, app, changed('secret', { readers: [LEAD, ANALYST] }))
  await publish(lead, app, changed('secret', { readers: undefined }))
  await publish(lead, app, changed('title', { label: 'Name' }))
  expect(notified).toEqual([['secret'], ['secret']])
  const rows = await installation.database.system.read((tx) =>
    tx.query<{ object_name: string }>(
      `select object_name from caseloom.audit_entry
        where tenant_id = $1 and object_id = $2 and action = 'app.readers_widened' order by at`,
      [scope.tenantId, app.id],
    ),
  )
  expect(rows.map((row) => row.object_name)).toEqual(['Vault · secret', 'Vault · secret'])
})
