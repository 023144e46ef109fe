import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import type { WorkflowTest } from '@caseloom/contract/apps/workflow'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { appsMigrations } from './apps.migrations.ts'
import { getRevision, listRevisions } from './changes/app-revisions.ts'

const LEAD = newId()
const apps = anAppsDoor()
const fields = [
  { key: 'title', label: 'Title', type: 'text' },
  { key: 'note', label: 'Note', type: 'text' },
]
const shape = { name: 'Alert', titleField: 'title', listColumns: ['title'], layout: [] }
const saved: WorkflowTest = {
  id: 't1',
  name: 'Opening',
  opened: 'open',
  at: '2026-11-21T12:00:00.000Z',
  stored: { title: 'One', note: 'Once open to everyone' },
  given: {},
  expect: { items: {}, options: {}, values: {}, messages: [] },
}
const workflow = { stages: [], tests: [saved] }

let installation: TestInstallation
let scope: TenantScope
let app: AppView
beforeAll(async () => {
  installation = await anInstallation('apps', appsMigrations)
  scope = await installation.aTenant()
  const input = { key: 'alert', acronym: 'ALR', ...shape, fields, workflow }
  app = await apps.createApp(scope, anActor(scope), AppCreate.parse(input))
})
afterAll(() => installation.close())

test('tests are stored with the workflow, for those who build the app alone', async () => {
  expect(app.workflow?.tests).toEqual([saved])
  const copy = await apps.getApp(scope, anActor(scope), app.id)
  expect(copy.workflow?.tests).toEqual([saved])
  const viewer = anActor(scope, { may: ['app:read', 'record:read'] })
  expect((await apps.getApp(scope, viewer, app.id)).workflow).toEqual({ stages: [] })
  const compiled = await scope.read((tx) => apps.compiled(tx, app.id))
  expect(compiled?.workflow).toEqual({ stages: [] })
})

test('a value of a field that becomes restricted is refused, and withheld in revisions from before', async () => {
  const lead = anActor(scope, { principals: [LEAD] })
  const closed = app.fields.map((field) => (field.key === 'note' ? { ...field, readers: [LEAD] } : field))
  const publish = (tests: WorkflowTest[]) =>
    apps.updateApp(scope, lead, {
      ...AppUpdate.parse({ ...shape, fields: closed, workflow: { stages: [], tests }, revision: 1 }),
      appId: app.id,
    })
  const refused = await publish([saved]).catch((error: unknown) => {
    if (isFailure(error)) return error.details.issues?.map(({ path, code }) => `${path.join('.')} ${code}`)
    throw error
  })
  expect(refused).toEqual(['body.workflow.tests.0.stored.note betrays'])
  await publish([{ ...saved, stored: { title: 'One' } }])
  const other = anActor(scope)
  const first = await getRevision(scope, other, { appId: app.id, revision: '1' })
  expect(first.workflow?.tests?.[0]?.stored).toEqual({ title: 'One' })
  const listed = await listRevisions(scope, other, { appId: app.id, limit: 5 })
  expect(JSON.stringify(listed)).not.toContain('Once open')
  const own = await listRevisions(scope, lead, { appId: app.id, limit: 5 })
  expect(own.items[0]?.changes).toContainEqual({
    place: 'workflow.tests.Opening.stored.note',
    from: 'Once open to everyone',
    to: null,
  })
})
