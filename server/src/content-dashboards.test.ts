import { AppCreate } from '@caseloom/contract/apps/apps'
import type { InstallView } from '@caseloom/contract/content/packages'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import { DashboardCreate, WorkspaceCreate } from '@caseloom/contract/workspaces/workspaces'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentFixture, createContentFixture, type Place } from './content.fixture.ts'
import { exportPackage } from './domains/content/exporting/export-package.ts'
import { listContentItems, preparePackage } from './domains/content/exporting/prepare-package.ts'
import { planPackage } from './domains/content/installs/plan-package.ts'
import { getInstall } from './domains/content/installs/read-installs.ts'
import { applyInstall, undoInstall } from './domains/content/installs/start-install.ts'
import { createWorkspace } from './domains/workspaces/save-workspace.ts'
import { DASHBOARD_KEYS } from './domains/workspaces/workspaces.migrations.ts'

let house: ContentFixture
beforeAll(async () => {
  house = await createContentFixture()
})
afterAll(() => house.close())

const chosen = [{ kind: 'dashboard' as const, key: 'soc_overview' }]
const place = { x: 0, y: 0, w: 4, h: 3, title: 'Open' }

function appNamed(key: string, fields: object[] = []) {
  const title = { key: 'title', label: 'Title', type: 'text' }
  const shape = { titleField: 'title', listColumns: ['title'], layout: [], fields: [title, ...fields] }
  return AppCreate.parse({ ...shape, key, acronym: key.slice(0, 3).toUpperCase(), name: key })
}

async function aSource(over: { filter?: (caseId: string) => object; sharing?: unknown } = {}) {
  const at = await house.aPlace()
  const other = await house.apps.createApp(at.scope, at.user, appNamed('case'))
  const toCase = { key: 'case', label: 'Case', type: 'reference', app: other.id, multiple: true }
  const app = await house.apps.createApp(at.scope, at.user, appNamed('alert', [toCase]))
  const filter = over.filter?.(other.id) ?? { field: 'title', op: 'notEmpty' }
  const number = { ...place, id: 'n', kind: 'number', app: app.id, measure: { of: 'count' }, filter }
  const text = { ...place, id: 't', kind: 'text', markdown: 'Hello', y: 4 }
  await house.deps.dashboards.create(at.scope, at.user, {
    ...DashboardCreate.omit({ workspaceId: true }).parse({ name: 'SOC overview', widgets: [number, text] }),
    key: 'soc_overview',
    sharing: (over.sharing ?? null) as null, // grants of the test
  })
  return at
}

const exported = async ({ scope, user }: Place, version = '1.0.0') => {
  const about = { package: 'soc', title: 'SOC', version, description: '' }
  return (await exportPackage(house.deps, scope, user, { ...about, items: chosen })).bytes
}
const planned = ({ scope, user }: Place, bytes: Buffer) => planPackage(house.deps, scope, user, bytes)

async function applied(at: Place, bytes: Buffer, decisions = {}): Promise<InstallView> {
  const { id: installId, fingerprint } = await planned(at, bytes)
  const command = { installId, fingerprint: fingerprint ?? '', decisions }
  await applyInstall(house.deps, at.scope, at.user, command)
  await house.work()
  return getInstall(house.deps, at.scope, at.user, installId)
}

async function undone({ scope, user }: Place, installId: string): Promise<InstallView> {
  await undoInstall(house.deps, scope, user, { installId })
  await house.work()
  return getInstall(house.deps, scope, user, installId)
}

async function dashboardOf({ scope, user }: Place): Promise<KeyedDashboard | undefined> {
  return (await house.deps.dashboards.list(scope, user))[0]
}

async function change(at: Place, over: Partial<KeyedDashboard>): Promise<void> {
  const found = await dashboardOf(at)
  if (found === undefined) throw new Error('No dashboard to change')
  const { id: dashboardId, name, description, range, widgets, sharing, revision } = { ...found, ...over }
  const command = { dashboardId, name, description, range, widgets, sharing, revision }
  await house.deps.dashboards.save(at.scope, at.user, command)
}

const dashboardIn = ({ items }: InstallView) => items.find(({ kind }) => kind === 'dashboard')
const stateOf = (install: InstallView) => {
  const item = dashboardIn(install)
  return [item?.state, ...(item?.notes.map(({ code, detail }) => `${code}${detail}`) ?? [])]
}

it('a dashboard brings its apps, names them by key, and is undone whole', async () => {
  const from = await aSource()
  const { items, problems } = await preparePackage(house.deps, from.scope, from.user, chosen)
  expect(items.map(({ kind, key, why }) => [kind, key, why?.relation, why?.place])).toEqual([
    ['dashboard', 'soc_overview', undefined, undefined],
    ['app', 'alert', 'names', 'Open'],
    ['app', 'case', 'reference', 'Case'],
  ])
  expect(problems).toEqual([])
  const bytes = await exported(from)
  const to = await house.aPlace()
  const install = await applied(to, bytes)
  expect(install.items.map(({ kind, state }) => [kind, state])).toContainEqual(['dashboard', 'done'])
  const [alert] = (await house.apps.listApps(to.scope, to.user)).filter(({ key }) => key === 'alert')
  expect(await dashboardOf(to)).toMatchObject({
    key: 'soc_overview',
    name: 'SOC overview',
    sharing: null,
    widgets: [{ id: 'n', app: alert?.id }, { id: 't' }],
  })
  expect(await exported(to)).toEqual(bytes)
  expect((await planned(to, bytes)).items.map((item) => item.change)).toEqual(['same', 'same', 'same'])
  expect((await undone(to, install.id)).items.map(({ state }) => state)).toEqual([
    'undone',
    'undone',
    'undone',
  ])
  expect(await dashboardOf(to)).toBeUndefined()
})

it('an SLA board, an ATT&CK matrix, and a funnel are exported and imported whole', async () => {
  const from = await house.aPlace()
  const states = ['new', 'closed'].map((key) => ({ key, label: key }))
  const isState = (value: string) => ({ field: 'state', op: 'eq', value })
  const fields = [
    { key: 'state', label: 'State', type: 'selection', options: states },
    { key: 'due', label: 'Due', type: 'clock', start: isState('new'), stop: isState('closed'), target: 3600 },
    { key: 'ttps', label: 'Techniques', type: 'technique', multiple: true },
  ]
  const app = await house.apps.createApp(from.scope, from.user, appNamed('alert', fields))
  const kinds = [
    { id: 'a', kind: 'sla', clocks: ['due'], limit: 3 },
    { id: 'b', kind: 'attack', field: 'ttps', limit: 7 },
    { id: 'c', kind: 'funnel', groupBy: 'state', steps: ['new', 'closed'] },
  ]
  const widgets = kinds.map((widget, at) => ({ ...place, y: at * 3, app: app.id, ...widget }))
  await house.deps.dashboards.create(from.scope, from.user, {
    ...DashboardCreate.omit({ workspaceId: true }).parse({ name: 'SOC overview', widgets }),
    key: 'soc_overview',
  })
  const bytes = await exported(from)
  const to = await house.aPlace()
  await applied(to, bytes)
  const [alert] = await house.apps.listApps(to.scope, to.user)
  expect(await dashboardOf(to)).toMatchObject({ widgets: kinds.map((kind) => ({ ...kind, app: alert?.id })) })
  expect(await exported(to)).toEqual(bytes)
})

it('an update changes a dashboard that was renamed where it comes from, and its undo restores the former one', async () => {
  const from = await aSource()
  const to = await house.aPlace()
  await applied(to, await exported(from))
  const shared = [{ to: { userId: to.user.id }, level: 'manage' }] as unknown as KeyedDashboard['sharing'] // the user’s ID
  await change(to, { sharing: shared })
  await change(from, { name: 'Operations', range: '7d', widgets: [] })
  const bytes = await exported(from, '1.1.0')
  expect(dashboardIn(await planned(to, bytes))?.change).toBe('change')
  const update = await applied(to, bytes)
  expect(await dashboardOf(to)).toMatchObject({
    name: 'Operations',
    range: '7d',
    widgets: [],
    sharing: shared,
  })
  expect(stateOf(await undone(to, update.id))).toEqual(['undone'])
  expect(await dashboardOf(to)).toMatchObject({ name: 'SOC overview', range: '30d', sharing: shared })
  expect((await dashboardOf(to))?.widgets).toHaveLength(2)
})

it('local changes are a conflict: they stay or give way, as decided, and nothing that changed since is undone', async () => {
  const from = await aSource()
  const to = await house.aPlace()
  const bytes = await exported(from)
  await applied(to, bytes)
  await change(to, { name: 'Ours' })
  await change(from, { range: '7d' })
  const newer = await exported(from, '1.1.0')
  expect(dashboardIn(await planned(to, newer))?.change).toBe('conflict')
  await applied(to, newer, { 'dashboard/soc_overview': 'keep' })
  expect(await dashboardOf(to)).toMatchObject({ name: 'Ours', range: '30d' })
  const taken = await applied(to, newer, { 'dashboard/soc_overview': 'take' })
  expect(await dashboardOf(to)).toMatchObject({ name: 'SOC overview', range: '7d' })
  await change(to, { name: 'Ours again' })
  expect(stateOf(await undone(to, taken.id))).toEqual(['stays', 'stays_changed'])
})

it('an undo leaves a dashboard that a workspace shows', async () => {
  const to = await house.aPlace()
  const install = await applied(to, await exported(await aSource()))
  const { id } = (await dashboardOf(to)) ?? {}
  await createWorkspace(
    { apps: house.apps, records: house.records, people: async () => [] },
    to.scope,
    { actor: to.user, ip: null },
    WorkspaceCreate.parse({ name: 'Security', dashboards: [id] }),
  )
  expect(stateOf(await undone(to, install.id))).toEqual(['stays', 'stays_used'])
  expect(await dashboardOf(to)).toBeDefined()
})

it('conditions that ask about linked records bring their app; those that name a record are refused', async () => {
  const linked = await aSource({
    filter: () => ({ has: 'case', where: { field: 'title', op: 'eq', value: 'x' } }),
  })
  const { items, problems } = await preparePackage(house.deps, linked.scope, linked.user, chosen)
  expect(items.map(({ key }) => key)).toEqual(['soc_overview', 'alert', 'case'])
  expect(problems).toEqual([])
  const named = await aSource({ filter: (id) => ({ field: 'case', op: 'eq', value: id }) })
  const { problems: found } = await preparePackage(house.deps, named.scope, named.user, chosen)
  expect(found).toMatchObject([{ severity: 'error', code: 'local_value', place: 'Open' }])
  await expect(exported(named)).rejects.toMatchObject({ code: 'content.not_exportable' })
})

it('a limited dashboard is open to the importing user alone at first', async () => {
  const from = await house.aPlace()
  const grants = [{ to: { userId: from.user.id }, level: 'manage' }] as unknown as KeyedDashboard['sharing'] // as above
  await house.deps.dashboards.create(from.scope, from.user, {
    ...DashboardCreate.omit({ workspaceId: true }).parse({ name: 'SOC overview' }),
    key: 'soc_overview',
    sharing: grants,
  })
  const to = await house.aPlace()
  const install = await applied(to, await exported(from))
  expect(stateOf(install)).toEqual(['done', 'limited'])
  expect((await dashboardOf(to))?.sharing).toEqual([{ to: { userId: to.user.id }, level: 'manage' }])
})

it('dashboards need their own permissions: others neither see them, nor import them, nor learn what is hidden', async () => {
  const from = await aSource()
  const bytes = await exported(from)
  const may = (...permissions: string[]) => new Set(permissions) as unknown as Actor['permissions'] // real ones
  const blind = house.aUser(from.scope, { permissions: may('content:export', 'app:read') })
  expect(await listContentItems(house.deps, from.scope, blind)).toEqual([])
  const reader = house.aUser(from.scope, { permissions: may('content:export', 'dashboard:read') })
  expect(await listContentItems(house.deps, from.scope, reader)).toMatchObject([{ key: 'soc_overview' }])
  // A reader who doesn't see the apps can't take the dashboard along.
  const { items, problems } = await preparePackage(house.deps, from.scope, reader, chosen)
  expect(items.map(({ kind }) => kind)).toEqual(['dashboard'])
  expect(problems).toMatchObject([{ severity: 'error', code: 'unreadable_app', place: 'Open' }])
  const to = await house.aPlace({ permissions: may('content:import', 'dashboard:read', 'app:read') })
  expect(dashboardIn(await planned(to, bytes))?.reason).toBe('missing_permission')
})

it('a dashboard that the importing user can’t edit is blocked, and one that they can’t see is not named', async () => {
  const bytes = await exported(await aSource())
  const to = await house.aPlace()
  await applied(to, bytes)
  const { permissions } = to.user
  const plain = new Set([...permissions].filter((one) => one !== 'workspace:manage'))
  const other = { scope: to.scope, user: house.aUser(to.scope, { permissions: plain }) }
  const grants = (level: string) =>
    [
      { to: { userId: to.user.id }, level: 'manage' },
      ...(level === '' ? [] : [{ to: { userId: other.user.id }, level }]),
    ] as unknown as KeyedDashboard['sharing'] // as above
  await change(to, { name: 'Ours', sharing: grants('read') })
  expect(dashboardIn(await planned(other, bytes))).toMatchObject({ change: 'blocked', reason: 'key_taken' })
  await change(to, { sharing: grants('') })
  expect(dashboardIn(await planned(other, bytes))).toMatchObject({ change: 'add', id: null })
  const install = await applied(other, bytes)
  expect(stateOf(install)).toEqual(['failed', 'refusedAnother dashboard has this key'])
  expect(await dashboardOf(to)).toMatchObject({ name: 'Ours' })
})

it('dashboards with the same name have different keys, those from before the keys too', async () => {
  const { scope, user } = await house.aPlace()
  const create = () =>
    house.deps.dashboards.create(scope, user, {
      ...DashboardCreate.omit({ workspaceId: true }).parse({ name: '24 h: SOC' }),
      key: undefined as unknown as string, // as the route does
    })
  for (const _ of [1, 2]) await create()
  const keys = async () => (await house.deps.dashboards.list(scope, user)).map(({ key }) => key)
  const made = await keys()
  expect(made).toContain('dashboard_24_h_soc')
  expect(new Set(made).size).toBe(2)
  await scope.tx((tx) =>
    tx.query('update caseloom.dashboard set key = null where tenant_id = $1', [tx.tenantId]),
  )
  expect(new Set(await keys()).size).toBe(2)
  await scope.tx((tx) => tx.query(DASHBOARD_KEYS, []))
  expect(await keys()).toEqual(made)
})
