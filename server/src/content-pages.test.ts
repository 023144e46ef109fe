import { AppCreate } from '@caseloom/contract/apps/apps'
import type { ContentKind } from '@caseloom/contract/content/content-kinds'
import type { ContentRef, InstallView, ItemDecision } from '@caseloom/contract/content/packages'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Sharing } from '@caseloom/contract/kernel/sharing'
import { HomePageCreate } from '@caseloom/contract/workspaces/home-pages'
import { ReportCreate } from '@caseloom/contract/workspaces/reports'
import { DashboardCreate, WorkspaceCreate } from '@caseloom/contract/workspaces/workspaces'
import { FLAGS } from '@caseloom/testkit/tool-deps'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentFixture, createContentFixture, type Place } from './content.fixture.ts'
import { exportPackage } from './domains/content/exporting/export-package.ts'
import { listContentItems, preparePackage } from './domains/content/exporting/prepare-package.ts'
import { planPackage } from './domains/content/installs/plan-package.ts'
import { getInstall } from './domains/content/installs/read-installs.ts'
import { applyInstall, undoInstall } from './domains/content/installs/start-install.ts'
import { createReport } from './domains/reporting/save-report.ts'
import { packagedHomePages } from './domains/workspaces/packaged-home-pages.ts'
import { chooseHomePage, createHomePage } from './domains/workspaces/save-home-page.ts'
import { createWorkspace } from './domains/workspaces/save-workspace.ts'
import { newId } from './platform/uuid.ts'

let house: ContentFixture
beforeAll(async () => {
  house = await createContentFixture()
})
afterAll(() => house.close())

const PAGES: ContentRef[] = [
  { kind: 'workspace', key: 'soc' },
  { kind: 'report', key: 'alert_new' },
  { kind: 'homepage', key: 'team' },
]
const flags = async () => FLAGS
const byUser = ({ user }: Place) => ({ actor: user, ip: null })
const onApps = () => ({ apps: house.apps, records: house.records, people: async () => [] })

function appNamed(key: string, fields: object[] = []) {
  const title = { key: 'title', label: 'Title', type: 'text' }
  const shape = { titleField: 'title', listColumns: ['title'], layout: [], fields: [title, ...fields] }
  return AppCreate.parse({ ...shape, key, acronym: key.slice(0, 3).toUpperCase(), name: key })
}

interface Source {
  filter?: object
  sharing?: Sharing
}

const aView = (appId: string, over: object = {}) =>
  ReportCreate.parse({ appId, name: 'New', sharing: null, ...over })

/** Two apps, a dashboard, and what people open to work with them. */
async function aSource({ filter = { field: 'title', op: 'notEmpty' }, sharing = null }: Source = {}) {
  const at = await house.aPlace()
  const other = await house.apps.createApp(at.scope, at.user, appNamed('case'))
  const fields = [
    { key: 'case', label: 'Case', type: 'reference', app: other.id, multiple: true },
    { key: 'owner', label: 'Owner', type: 'user' },
  ]
  const app = await house.apps.createApp(at.scope, at.user, appNamed('alert', fields))
  const place = { id: 'n', x: 0, y: 0, w: 4, h: 3, title: 'Open' }
  const number = { ...place, kind: 'number', app: app.id, measure: { of: 'count' } }
  const board = await house.deps.dashboards.create(at.scope, at.user, {
    ...DashboardCreate.omit({ workspaceId: true }).parse({ name: 'SOC overview', widgets: [number] }),
    key: 'soc_overview',
  })
  const sort = [{ field: 'created_at', direction: 'desc' }]
  const columns = [{ field: 'title', width: 300, pinned: true }]
  const view = aView(app.id, { filter, sort, columns, groupBy: { field: 'owner' }, show: 'board', sharing })
  await createReport({ apps: house.apps, records: house.records }, at.scope, byUser(at), view)
  const shows = { name: 'SOC', icon: 'shield', apps: [other.id, app.id], dashboards: [board.id], sharing }
  await createWorkspace(onApps(), at.scope, byUser(at), WorkspaceCreate.parse(shows))
  const widgets = [
    { id: 'q', kind: 'queue', rows: 5 },
    { id: 'd', kind: 'dashboard', dashboardId: board.id, widget: 'n', title: 'Figures', width: 2 },
    { id: 'l', kind: 'links', links: [{ label: 'Wiki', url: 'https://wiki.example.com/' }] },
  ]
  const page = HomePageCreate.parse({ name: 'Team', widgets, sharing })
  await createHomePage({ flags }, at.scope, byUser(at), page)
  return { ...at, app, board }
}

const exported = async ({ scope, user }: Place, items = PAGES, version = '1.0.0') => {
  const about = { package: 'soc', title: 'SOC', version, description: '' }
  return (await exportPackage(house.deps, scope, user, { ...about, items })).bytes
}
const planned = ({ scope, user }: Place, bytes: Buffer) => planPackage(house.deps, scope, user, bytes)

async function applied(at: Place, bytes: Buffer, decision?: ItemDecision): Promise<InstallView> {
  const { id: installId, fingerprint, items } = await planned(at, bytes)
  const open = items.filter(({ change }) => change === 'conflict')
  const decisions = Object.fromEntries(
    open.flatMap(({ kind, key }) => (decision ? [[`${kind}/${key}`, decision]] : [])),
  )
  await applyInstall(house.deps, at.scope, at.user, { installId, fingerprint: fingerprint ?? '', decisions })
  await house.work()
  return getInstall(house.deps, at.scope, at.user, installId)
}

async function undone({ scope, user }: Place, installId: string): Promise<InstallView> {
  await undoInstall(house.deps, scope, user, { installId })
  await house.work()
  return getInstall(house.deps, scope, user, installId)
}

const onePage = <Page>([page]: readonly Page[]): Page => {
  if (page === undefined) throw new Error('There is none')
  return page
}
const workspaceOf = async ({ scope, user }: Place) => onePage(await house.deps.workspaces.list(scope, user))
const reportOf = async ({ scope, user }: Place) => onePage(await house.deps.reports.list(scope, user))
const homePageOf = async ({ scope, user }: Place) => onePage(await house.deps.homePages.list(scope, user))

/** Renames all three, and changes who they are shared with. */
async function rename(at: Place, name: string, sharing?: Sharing): Promise<void> {
  const { scope, user } = at
  const { key: _wKey, dashboards, updatedAt: _wAt, can: _wCan, ...workspace } = await workspaceOf(at)
  await house.deps.workspaces.save(scope, user, {
    ...workspace,
    dashboards: dashboards.map(({ id }) => id),
    name,
    sharing: sharing ?? workspace.sharing,
  })
  const { id, revision, description, filter, text, sort, columns, groupBy, show, ...report } =
    await reportOf(at)
  const shape = { description, filter, text, sort, columns, groupBy, show }
  await house.deps.reports.save(scope, user, {
    id,
    revision,
    ...shape,
    name,
    sharing: sharing ?? report.sharing,
  })
  const { key: _hKey, ownerId: _owner, updatedAt: _hAt, can: _hCan, ...page } = await homePageOf(at)
  await house.deps.homePages.save(scope, user, { ...page, name, sharing: sharing ?? page.sharing })
}

const names = async (at: Place) => [
  (await workspaceOf(at)).name,
  (await reportOf(at)).name,
  (await homePageOf(at)).name,
]
const pagesIn = ({ items }: InstallView) =>
  items.filter(({ kind }) => PAGES.some((page) => page.kind === kind))
const changes = (install: InstallView) => pagesIn(install).map(({ change }) => change)
const itemOf = ({ items }: InstallView, kind: ContentKind) => items.find((item) => item.kind === kind)
const notesOf = (install: InstallView, kind: ContentKind) =>
  itemOf(install, kind)?.notes.map(({ code, detail }) => `${code}${detail}`)
const onlyFor = ({ user }: Place, ...others: [Actor, string][]) =>
  Sharing.parse([
    { to: { userId: user.id }, level: 'manage' },
    ...others.map(([{ id }, level]) => ({ to: { userId: id }, level })),
  ])

it('a workspace, a saved view, and a home page bring what they show, by key, and are undone whole', async () => {
  const from = await aSource()
  const { items, problems } = await preparePackage(house.deps, from.scope, from.user, PAGES)
  expect(items.map(({ kind, key, title, why }) => [kind, key, title, why?.by.kind, why?.place])).toEqual([
    ['workspace', 'soc', 'SOC', undefined, undefined],
    ['report', 'alert_new', 'alert: New', undefined, undefined],
    ['homepage', 'team', 'Team', undefined, undefined],
    ['app', 'case', 'case', 'workspace', ''],
    ['app', 'alert', 'alert', 'workspace', ''],
    ['dashboard', 'soc_overview', 'SOC overview', 'workspace', ''],
  ])
  expect(problems).toEqual([])
  const bytes = await exported(from)
  expect(await exported(from)).toEqual(bytes)
  const to = await house.aPlace()
  const install = await applied(to, bytes)
  expect(install).toMatchObject({ outcome: 'succeeded', counts: { workspace: 1, report: 1, homepage: 1 } })
  const apps = await house.apps.listApps(to.scope, to.user)
  const idOf = (key: string) => apps.find((app) => app.key === key)?.id
  const [board] = await house.deps.dashboards.list(to.scope, to.user)
  expect(await workspaceOf(to)).toMatchObject({
    icon: 'shield',
    apps: [idOf('case'), idOf('alert')],
    dashboards: [{ id: board?.id }],
    sharing: null,
  })
  expect(await reportOf(to)).toMatchObject({ appId: idOf('alert'), show: 'board', sharing: null })
  expect(await homePageOf(to)).toMatchObject({
    ownerId: to.user.id,
    sharing: null,
    defaultFor: [],
    widgets: [{ id: 'q' }, { id: 'd', dashboardId: board?.id, widget: 'n', width: 2 }, { id: 'l' }],
  })
  expect(await exported(to)).toEqual(bytes)
  expect(changes(await planned(to, bytes))).toEqual(['same', 'same', 'same'])
  expect((await undone(to, install.id)).outcome).toBe('succeeded')
  expect(await house.deps.workspaces.list(to.scope, to.user)).toEqual([])
  expect(await house.deps.reports.list(to.scope, to.user)).toEqual([])
  expect(await house.deps.homePages.list(to.scope, to.user)).toEqual([])
})

it('an update changes what was renamed where it comes from; sharing and roles stay; its undo gives the same bytes', async () => {
  const from = await aSource()
  const to = await house.aPlace()
  await applied(to, await exported(from))
  const roleId = newId()
  const { key: _key, ownerId: _owner, updatedAt: _at, can: _can, ...page } = await homePageOf(to)
  const sharing = Sharing.parse([...(onlyFor(to) ?? []), { to: { roleId }, level: 'read' }])
  const command = { ...page, sharing, defaultFor: [roleId] as typeof page.defaultFor } // the role above
  await house.deps.homePages.save(to.scope, to.user, command)
  const before = await exported(to)
  await rename(from, 'Operations')
  const bytes = await exported(from, PAGES, '1.1.0')
  expect(changes(await planned(to, bytes))).toEqual(['change', 'change', 'change'])
  const update = await applied(to, bytes)
  expect(await names(to)).toEqual(['Operations', 'Operations', 'Operations'])
  expect(await homePageOf(to)).toMatchObject({ sharing, defaultFor: [roleId] })
  expect((await undone(to, update.id)).outcome).toBe('succeeded')
  expect(await names(to)).toEqual(['SOC', 'New', 'Team'])
  expect(await homePageOf(to)).toMatchObject({ sharing, defaultFor: [roleId] })
  expect(await exported(to)).toEqual(before)
})

it('local changes are a conflict: they stay or give way, as decided, and nothing that changed since is undone', async () => {
  const from = await aSource()
  const to = await house.aPlace()
  await applied(to, await exported(from))
  await rename(to, 'Ours')
  await rename(from, 'Operations')
  const newer = await exported(from, PAGES, '1.1.0')
  expect(changes(await planned(to, newer))).toEqual(['conflict', 'conflict', 'conflict'])
  await applied(to, newer, 'keep')
  expect(await names(to)).toEqual(['Ours', 'Ours', 'Ours'])
  const taken = await applied(to, newer, 'take')
  expect(await names(to)).toEqual(['Operations', 'Operations', 'Operations'])
  await rename(to, 'Ours again')
  const states = pagesIn(await undone(to, taken.id)).map(({ state, notes }) => [state, notes[0]?.code])
  expect(new Set(states.map(String))).toEqual(new Set(['stays,stays_changed']))
})

it('private views and personal home pages are never in packages, and reserve no key', async () => {
  const from = await aSource()
  const to = await aSource()
  const own = { sharing: [] }
  await createReport(
    { apps: house.apps, records: house.records },
    to.scope,
    byUser(to),
    aView(to.app.id, { ...own, name: 'Mine' }),
  )
  await createHomePage({ flags }, to.scope, byUser(to), HomePageCreate.parse({ name: 'Mine', ...own }))
  const listed = (await listContentItems(house.deps, to.scope, to.user)).map(({ key }) => key)
  expect(listed.filter((key) => key.includes('mine'))).toEqual([])
  await expect(exported(to, [{ kind: 'homepage', key: 'mine' }])).rejects.toMatchObject({
    code: 'content.not_exportable',
  })
  // A view of the other tenant that has the name of the private one.
  const mine = aView(from.app.id, { name: 'Mine' })
  await createReport({ apps: house.apps, records: house.records }, from.scope, byUser(from), mine)
  const bytes = await exported(from, [{ kind: 'report', key: 'alert_mine' }])
  const install = await applied({ ...to, user: house.aUser(to.scope) }, bytes)
  expect(itemOf(install, 'report')?.state).toBe('done')
})

it('a view that names a person or a record, and a home page with a dashboard that the exporter can’t see, are refused', async () => {
  const named = await aSource({ filter: { field: 'case', op: 'eq', value: newId() } })
  const found = await preparePackage(house.deps, named.scope, named.user, PAGES)
  expect(found.problems).toMatchObject([{ severity: 'error', code: 'local_value', item: { kind: 'report' } }])
  const linked = await aSource({ filter: { has: 'case', where: { field: 'title', op: 'eq', value: 'x' } } })
  const { problems } = await preparePackage(house.deps, linked.scope, linked.user, PAGES)
  expect(problems).toEqual([])
  const blind = new Set([...linked.user.permissions].filter((one) => !one.startsWith('dashboard:')))
  const user = house.aUser(linked.scope, { permissions: blind })
  expect((await preparePackage(house.deps, linked.scope, user, PAGES)).problems).toMatchObject([
    { severity: 'error', code: 'unreadable_app', item: { kind: 'homepage' }, place: 'Figures' },
  ])
})

it('what was limited is open to the importing user alone at first', async () => {
  const from = await aSource()
  await rename(from, 'Limited', onlyFor(from))
  const { problems } = await preparePackage(house.deps, from.scope, from.user, PAGES)
  expect(problems.map(({ code, item }) => `${code} ${item.kind}`).toSorted()).toEqual([
    'limited homepage',
    'limited report',
    'limited workspace',
  ])
  const to = await house.aPlace()
  const install = await applied(to, await exported(from))
  for (const kind of ['workspace', 'report', 'homepage'] as const)
    expect(notesOf(install, kind)).toEqual(['limited'])
  const shared = [await workspaceOf(to), await reportOf(to), await homePageOf(to)].map(
    ({ sharing }) => sharing,
  )
  expect(shared).toEqual([onlyFor(to), onlyFor(to), onlyFor(to)])
})

it('each kind needs its own permission, and nothing is learned of what isn’t shared', async () => {
  const bytes = await exported(await aSource())
  const to = await house.aPlace()
  const without = (...gone: string[]) =>
    house.aUser(to.scope, {
      permissions: new Set([...to.user.permissions].filter((one) => !gone.includes(one))),
    })
  const reasons = async (user: Actor) =>
    pagesIn(await planned({ scope: to.scope, user }, bytes)).map(({ kind, reason }) => [kind, reason])
  expect(new Map((await reasons(without('workspace:manage'))) as [string, string][])).toEqual(
    new Map(
      Object.entries({ workspace: 'missing_permission', report: null, homepage: 'missing_permission' }),
    ),
  )
  expect(await reasons(without('report:build'))).toContainEqual(['report', 'missing_permission'])
  await applied(to, bytes)
  const other = without('workspace:manage')
  const sees = async () => (await listContentItems(house.deps, to.scope, other)).map(({ kind }) => kind)
  await rename(to, 'Ours', onlyFor(to))
  for (const { kind } of PAGES) expect(await sees()).not.toContain(kind)
  expect(pagesIn(await planned({ scope: to.scope, user: other }, bytes)).map(({ id }) => id)).toEqual([
    null,
    null,
    null,
  ])
  await rename(to, 'Ours', onlyFor(to, [other, 'read']))
  for (const { kind } of PAGES) expect(await sees()).toContain(kind)
  const plan = await planned({ scope: to.scope, user: other }, bytes)
  expect(itemOf(plan, 'report')).toMatchObject({ change: 'blocked', reason: 'key_taken' })
})

it('a workspace whose name is taken is blocked, and so are home pages where there are none', async () => {
  const bytes = await exported(await aSource())
  const to = await house.aPlace()
  const taken = { ...WorkspaceCreate.parse({ name: 'soc' }), key: 'ours' }
  await house.deps.workspaces.create(to.scope, to.user, taken)
  expect(itemOf(await planned(to, bytes), 'workspace')).toMatchObject({
    change: 'blocked',
    reason: 'name_taken',
  })
  const homePages = packagedHomePages({ flags: async () => ({ ...FLAGS, HomePage: false }) })
  const plan = await planPackage({ ...house.deps, homePages }, to.scope, to.user, bytes)
  expect(itemOf(plan, 'homepage')).toMatchObject({ change: 'blocked', reason: 'not_offered' })
})

it('an undo leaves a home page that someone has chosen, and the dashboard on it', async () => {
  const to = await house.aPlace()
  const install = await applied(to, await exported(await aSource()))
  const { id: page } = await homePageOf(to)
  await chooseHomePage({ flags }, to.scope, { actor: house.aUser(to.scope), page })
  const gone = await undone(to, install.id)
  expect(pagesIn(gone).map(({ kind, state }) => [kind, state])).toEqual(
    expect.arrayContaining([
      ['workspace', 'undone'],
      ['report', 'undone'],
      ['homepage', 'stays'],
    ]),
  )
  expect([notesOf(gone, 'homepage'), notesOf(gone, 'dashboard')]).toEqual([['stays_used'], ['stays_used']])
})

it('a home page keeps its key when it is renamed, and takes one when it is shared', async () => {
  const at = await house.aPlace()
  const personal = HomePageCreate.parse({ name: 'Shift' })
  const { id } = await createHomePage({ flags }, at.scope, byUser(at), personal)
  expect(await house.deps.homePages.list(at.scope, at.user)).toEqual([])
  const change = { ...personal, id, revision: 1, name: 'Night shift', sharing: null }
  await house.deps.homePages.save(at.scope, at.user, change)
  await house.deps.homePages.save(at.scope, at.user, { ...change, revision: 2, name: 'Day shift' })
  expect(await homePageOf(at)).toMatchObject({ key: 'night_shift', name: 'Day shift' })
})
