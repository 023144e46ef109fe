import { AppletCreate, AppletUpdate } from '@caseloom/contract/apps/applets'
import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import { PublishWarning } from '@caseloom/contract/apps/publish-warnings'
import type { WorkflowTest } from '@caseloom/contract/apps/workflow'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { appsMigrations } from './apps.migrations.ts'

const [LEAD, GONE] = [newId(), newId()]
const apps = anAppsDoor(undefined, undefined, { roles: async () => [{ id: LEAD }] })
const fields = [
  { key: 'title', label: 'Title', type: 'text' },
  { key: 'note', label: 'Note', type: 'text' },
  { key: 'secret', label: 'Secret', type: 'text', readers: [LEAD] },
]
const shape = { name: 'Alert', titleField: 'title', listColumns: ['title'], layout: [] }
const noteRequired: WorkflowTest = {
  id: 't1',
  name: 'Opening',
  opened: 'open',
  at: '2026-11-21T12:00:00.000Z',
  stored: { title: 'One' },
  given: {},
  expect: { items: { 'field:note': { required: true } }, options: {}, values: {}, messages: [] },
}
const requireNote = { id: 'a', do: 'require', fields: ['note'] }
const hideNote = (id: string) => ({ id, do: 'hide', items: [{ field: 'note' }] })
const forRole = (role: string) => ({ actor: 'role', in: [role] })

function logic(rules: object[], tests: WorkflowTest[] = [noteRequired]) {
  const stage = { id: 's', title: 'Opening', on: ['open'], branches: [{ id: 'b', rules }] }
  return { stages: [stage], tests }
}

const sound = logic([{ id: 'always', when: { all: [] }, actions: [requireNote], branches: [] }])
const broken = {
  layouts: [{ id: 'leads', name: 'For leads', roles: [GONE], sections: [] }],
  workflow: logic(
    [
      { id: 'gone', when: forRole(GONE), actions: [hideNote('h1')], branches: [] },
      {
        id: 'closed',
        when: { all: [forRole(GONE), { field: 'secret', op: 'eq', value: 'Swordfish' }] },
        actions: [hideNote('h2')],
        branches: [],
      },
    ],
    [noteRequired, { ...noteRequired, id: 't2', name: 'As a lead', role: GONE }],
  ),
}

let installation: TestInstallation
let scope: TenantScope
let app: AppView
beforeAll(async () => {
  installation = await anInstallation('publish_warnings', appsMigrations)
  scope = await installation.aTenant()
  app = await apps.createApp(scope, anActor(scope), anApp({ workflow: sound }))
})
afterAll(() => installation.close())

let count = 0
function anApp(over: object) {
  count += 1
  const names = { key: `alert_${count}`, acronym: `AL${String.fromCharCode(64 + count)}` }
  return AppCreate.parse({ ...names, ...shape, fields, ...over })
}

function edit(over: object, { id, revision } = app) {
  return { ...AppUpdate.parse({ ...shape, fields, revision, ...over }), appId: id }
}

async function warnings(work: Promise<unknown>): Promise<PublishWarning[]> {
  const error = await work.then(
    () => new Error('Nothing was asked'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error, 'app.confirm_first')) throw error
  return (error.details.issues ?? []).map((issue) => PublishWarning.parse(issue))
}

const lines = (found: readonly PublishWarning[]) =>
  found.map(({ path, message, details }) => [
    path.join('.'),
    message,
    ...details.map((parts) => parts.join('')),
  ])

test('publishing names failing tests with what differs, and every missing role, and changes nothing', async () => {
  const actor = anActor(scope)
  const found = await warnings(apps.updateApp(scope, actor, edit(broken)))
  const differs = 'Note: expected required, now optional'
  expect(lines(found)).toEqual([
    ['body.workflow.tests.0', 'The test “Opening” fails', differs],
    ['body.workflow.tests.1', 'The test “As a lead” fails', 'Note: expected shown, now hidden', differs],
    ['body.workflow.tests.1.role', 'The role of the test “As a lead” doesn’t exist'],
    [
      'body.workflow.stages.0.branches.0.rules.0.when.in.0',
      `A rule names a role that doesn’t exist: When the user has the role ${GONE}: hide Note.`,
    ],
    [
      'body.workflow.stages.0.branches.0.rules.1.when.all.0.in.0',
      'A rule names a role that doesn’t exist: “Opening”',
    ],
    ['body.layouts.0.roles.0', 'The layout “For leads” names a role that doesn’t exist'],
  ])
  const role = { type: 'role', value: GONE }
  expect(found.find(({ id }) => id === 'gone')?.said).toEqual([
    'When the user has the role ',
    role,
    ': hide Note.',
  ])
  expect(JSON.stringify(found)).not.toContain('Swordfish')
  expect((await apps.getApp(scope, actor, app.id)).revision).toBe(app.revision)
})

test('what names a field is said to those who can read it', async () => {
  const lead = anActor(scope, { principals: [LEAD] })
  expect(JSON.stringify(await warnings(apps.updateApp(scope, lead, edit(broken))))).toContain('Swordfish')
})

test('a request that confirms the warnings publishes, and a copy of it is made without asking', async () => {
  const actor = anActor(scope)
  const other = await apps.createApp(scope, actor, anApp({ workflow: sound }))
  const published = await apps.updateApp(scope, actor, { ...edit(broken, other), confirmed: true })
  expect([published.revision, published.workflow?.tests?.length]).toEqual([2, 2])
  const names = { name: 'Copy', key: 'copied', acronym: 'CPY' }
  const copy = await apps.lifecycle.copy(scope, actor, { appId: published.id, ...names })
  expect(copy.workflow).toEqual(published.workflow)
})

test('a new app, a new applet, and a new version of an applet are asked about too', async () => {
  const actor = anActor(scope)
  const input = anApp(broken)
  expect(await warnings(apps.createApp(scope, actor, input))).toHaveLength(6)
  const section = { title: 'Notes', fields: ['note'] }
  const own = { name: 'Notes', section, fields: fields.slice(0, 2) }
  const bad = { ...own, workflow: { ...sound, stages: [] } }
  const made = (over: object) => AppletCreate.parse({ key: 'notes', ...own, workflow: sound, ...over })
  expect(lines(await warnings(apps.applets.create(scope, actor, made(bad))))).toMatchObject([
    ['body.workflow.tests.0', 'The test “Opening” fails', 'Note: expected required, now optional'],
  ])
  const applet = await apps.applets.create(scope, actor, made({}))
  const next = { ...AppletUpdate.parse({ ...bad, revision: 1 }), appletId: applet.id }
  expect(await warnings(apps.applets.update(scope, actor, next))).toHaveLength(1)
  expect((await apps.applets.update(scope, actor, { ...next, confirmed: true })).revision).toBe(2)
})

test('a version of an applet that breaks a test of an app is taken only when that is confirmed', async () => {
  const actor = anActor(scope)
  const section = { title: 'Notes', fields: ['note'] }
  const own = { name: 'Notes', section, fields: [fields[1]], follow: 'update' }
  const rules = [{ id: 'always', when: { all: [] }, actions: [requireNote], branches: [] }]
  const applet = await apps.applets.create(
    scope,
    actor,
    AppletCreate.parse({ key: 'noted', ...own, workflow: logic(rules, []) }),
  )
  const expects = { ...noteRequired.expect, items: { 'field:noted_note': { required: true } } }
  const workflow = { stages: [], tests: [{ ...noteRequired, expect: expects }] }
  const link = { applet: applet.id, prefix: 'noted', revision: 1, overrides: {} }
  const linking = await apps.createApp(scope, actor, anApp({ workflow, applets: [link] }))
  await apps.applets.update(scope, actor, {
    ...AppletUpdate.parse({ ...own, workflow: { stages: [] }, revision: 1 }),
    appletId: applet.id,
  })
  expect((await apps.getApp(scope, actor, linking.id)).revision).toBe(1)
  const wish = { appId: linking.id, prefix: 'noted', revision: 1, decisions: {} }
  const take = (confirmed: boolean) =>
    apps.applets.take(scope, actor, { appletId: applet.id, apps: [{ ...wish, confirmed }] })
  const { items } = await take(false)
  expect(items[0]).toMatchObject({
    revision: null,
    problem: { code: 'app.confirm_first', issues: [{ code: 'test_fails', name: 'Opening' }] },
  })
  expect((await take(true)).items[0]?.revision).toBe(2)
})

test('fields of a linked app and their values are named for the reader, who may know other labels of them', async () => {
  const actor = anActor(scope)
  const campaign = { key: 'campaign', label: 'Campaign', type: 'reference', app: app.id }
  const isLow = { linked: 'campaign', where: { field: 'note', op: 'eq', value: 'low' } }
  const rule = { id: 'low', when: { all: [isLow, forRole(GONE)] }, actions: [requireNote], branches: [] }
  const linking = anApp({ fields: [...fields, campaign], workflow: logic([rule], []) })
  const [named] = await warnings(apps.createApp(scope, actor, linking))
  expect(named?.said?.slice(0, 4)).toEqual([
    'When Campaign, ',
    { type: 'other_field', app: app.id, field: 'note' },
    ' is ',
    { type: 'other_value', app: app.id, field: 'note', value: 'low' },
  ])
})

test('times stay as they are stored in warnings, for each reader to see in their own zone', async () => {
  const value = '2026-07-31T23:00:00.000Z'
  const late = { field: 'due', op: 'lt', value }
  const rule = { id: 'late', when: { all: [late, forRole(GONE)] }, actions: [requireNote], branches: [] }
  const expected = { ...noteRequired, expect: { ...noteRequired.expect, items: {}, values: { due: value } } }
  const due = { key: 'due', label: 'Due', type: 'datetime' }
  const timed = anApp({ fields: [...fields, due], workflow: logic([rule], [expected]) })
  const [test, named] = await warnings(apps.createApp(scope, anActor(scope), timed))
  expect(test?.details).toEqual([['Due: expected set to ', { type: 'datetime', value }, ', now not set']])
  expect(named?.said?.slice(0, 2)).toEqual(['When Due is less than ', { type: 'datetime', value }])
})
