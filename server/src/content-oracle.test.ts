import { AppCreate, AppUpdate } from '@caseloom/contract/apps/apps'
import { TableInput } from '@caseloom/contract/automation/tables'
import { type Actor, may as isAllowed } from '@caseloom/contract/kernel/permissions'
import { Sharing } from '@caseloom/contract/kernel/sharing'
import { HomePageCreate } from '@caseloom/contract/workspaces/home-pages'
import { ReportCreate } from '@caseloom/contract/workspaces/reports'
import { DashboardCreate, WorkspaceCreate } from '@caseloom/contract/workspaces/workspaces'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createContentFixture, type ContentFixture } from './content.fixture.ts'
import { readCanvas } from './domains/content/canvas/read-canvas.ts'
import { getCatalog } from './domains/content/catalog/read-catalog.ts'
import { createLine } from './domains/content/catalog/save-line.ts'
import { exportPackage } from './domains/content/exporting/export-package.ts'
import { listContentItems, preparePackage } from './domains/content/exporting/prepare-package.ts'
import { planPackage } from './domains/content/installs/plan-package.ts'
import { getInstall, listInstalls, listPackages } from './domains/content/installs/read-installs.ts'
import { applyInstall } from './domains/content/installs/start-install.ts'
import type { InstallDeps } from './domains/content/ports/content-deps.ts'
import type { TenantScope } from './platform/database/types.ts'

let house: ContentFixture
let world: World
beforeAll(async () => {
  house = await createContentFixture()
  world = await aWorld()
}, 240_000)
afterAll(() => house.close())

const KEYS = ['amber', 'birch', 'cedar', 'delta'] as const
type Key = (typeof KEYS)[number]

/** Which of five users each app is shared with. */
const SHARED: Record<Key, readonly number[]> = {
  amber: [0],
  birch: [1, 2],
  cedar: [0, 1, 2, 3, 4],
  delta: [],
}
/** Shown to all users who can read playbooks: not to the fifth. */
const TABLES = ['elm', 'fir'] as const
/** Which of the users each dashboard, saved view of an app that all see, workspace, and home page is shared with. */
const PAGES = {
  dashboard: { gum: [1, 3], hazel: [0, 1, 2, 3, 4], iris: [] },
  report: { juniper: [0, 4], kapok: [] },
  workspace: { larch: [2], maple: [0, 1, 2, 3, 4], mulberry: [] },
  homepage: { oak: [3, 4], palm: [] },
} as const satisfies Record<string, Record<string, readonly number[]>>
type PageKind = keyof typeof PAGES
const PAGE_KINDS = Object.keys(PAGES) as PageKind[] // its own keys
const sharesOf = (kind: PageKind) => Object.entries<readonly number[]>(PAGES[kind])

/** The pages that the canvas shows. */
const DRAWN: ReadonlySet<PageKind> = new Set<PageKind>(['dashboard', 'workspace'])

interface World {
  scope: TenantScope
  users: readonly Actor[]
  installId: string
}

/** A tenant whose content came in one package, imported by someone else. What is in it was shared with the users since. */
async function aWorld(): Promise<World> {
  const [from, scope] = [await house.aTenant(), await house.aTenant()]
  const builder = house.aUser(from)
  for (const key of KEYS) {
    const fields = [{ key: 'title', label: 'Title', type: 'text' }]
    const shape = { titleField: 'title', listColumns: ['title'], layout: [], fields }
    const app = { ...shape, key, acronym: key.slice(0, 3).toUpperCase(), name: key }
    await house.apps.createApp(from, builder, AppCreate.parse(app))
  }
  for (const key of TABLES) {
    const columns = [{ key: 'host', label: 'Host', type: 'text' }]
    await house.deps.tables.create(from, builder, TableInput.parse({ key, name: key, columns }))
  }
  await createPages(from, builder)
  const items = [
    ...KEYS.map((key) => ({ kind: 'app' as const, key })),
    ...TABLES.map((key) => ({ kind: 'table' as const, key })),
    ...PAGE_KINDS.flatMap((kind) => sharesOf(kind).map(([key]) => ({ kind, key }))),
  ]
  const about = { package: 'trees', title: 'Trees', version: '1.0.0', description: '' }
  const { bytes } = await exportPackage(house.deps, from, builder, { ...about, items })
  const importer = house.aUser(scope)
  const plan = await planPackage(house.deps, scope, importer, bytes)
  const { id: installId, fingerprint } = plan
  await applyInstall(house.deps, scope, importer, {
    installId,
    fingerprint: fingerprint ?? '',
    decisions: {},
  })
  await house.work()
  const line = { key: 'forest', name: 'Forest', packages: ['trees'] }
  await createLine(house.deps, scope, { actor: importer, ip: null }, line)
  // The permission to manage workspaces shows all dashboards.
  const permissions = new Set([...importer.permissions].filter((one) => one !== 'workspace:manage'))
  const blind = new Set([...permissions].filter((one) => !one.startsWith('playbook:')))
  const users = [permissions, permissions, permissions, permissions, blind].map((own) =>
    house.aUser(scope, { permissions: own }),
  )
  for (const app of await house.apps.listApps(scope, importer)) {
    const to = SHARED[app.key as Key].map((at) => ({ to: { userId: users[at]?.id }, level: 'manage' })) // the keys above
    const sharing = [{ to: { userId: importer.id }, level: 'manage' }, ...to]
    const update = AppUpdate.strip().parse({ ...app, sharing })
    await house.apps.updateApp(scope, importer, { ...update, appId: app.id })
  }
  await sharePages(scope, importer, users)
  return { scope, users, installId }
}

async function createPages(scope: TenantScope, builder: Actor): Promise<void> {
  const { dashboards, reports, workspaces, homePages } = house.deps
  const cedar = (await house.apps.listApps(scope, builder)).find(({ key }) => key === 'cedar')
  for (const [key] of sharesOf('dashboard')) {
    const input = DashboardCreate.omit({ workspaceId: true }).parse({ name: key })
    await dashboards.create(scope, builder, { ...input, key })
  }
  for (const [key] of sharesOf('report')) {
    const input = ReportCreate.parse({ appId: cedar?.id, name: key, sharing: null })
    await reports.create(scope, builder, { ...input, key })
  }
  for (const [key] of sharesOf('workspace'))
    await workspaces.create(scope, builder, { ...WorkspaceCreate.parse({ name: key }), key })
  for (const [key] of sharesOf('homepage'))
    await homePages.create(scope, builder, { ...HomePageCreate.parse({ name: key, sharing: null }), key })
}

async function sharePages(scope: TenantScope, importer: Actor, users: readonly Actor[]): Promise<void> {
  const { dashboards, reports, workspaces, homePages } = house.deps
  const sharingOf = (kind: PageKind, key: string): Sharing => {
    const to = new Map(sharesOf(kind))
      .get(key)
      ?.map((at) => ({ to: { userId: users[at]?.id }, level: 'read' }))
    return Sharing.parse([{ to: { userId: importer.id }, level: 'manage' }, ...(to ?? [])])
  }
  for (const { id: dashboardId, key, ...view } of await dashboards.list(scope, importer)) {
    const { name, description, range, widgets, revision } = view
    const command = { dashboardId, name, description, range, widgets, revision }
    await dashboards.save(scope, importer, { ...command, sharing: sharingOf('dashboard', key) })
  }
  for (const { id, key, revision, appId, name } of await reports.list(scope, importer)) {
    const { appId: _appId, ...input } = ReportCreate.parse({
      appId,
      name,
      sharing: sharingOf('report', key),
    })
    await reports.save(scope, importer, { ...input, id, revision })
  }
  for (const { id, key, revision, name } of await workspaces.list(scope, importer)) {
    const input = WorkspaceCreate.parse({ name, sharing: sharingOf('workspace', key) })
    await workspaces.save(scope, importer, { ...input, id, revision })
  }
  for (const { id, key, revision, name } of await homePages.list(scope, importer)) {
    const input = HomePageCreate.parse({ name, sharing: sharingOf('homepage', key) })
    await homePages.save(scope, importer, { ...input, id, revision })
  }
}

/** What a user is shown of the content, surface by surface: names, or how many. */
async function shownTo(deps: InstallDeps, { scope, installId }: World, user: Actor) {
  const items = await listContentItems(deps, scope, user)
  const [first] = items
  const prepared = first === undefined ? null : await preparePackage(deps, scope, user, items)
  const install = await getInstall(deps, scope, user, installId)
  const [history] = (await listInstalls(deps, scope, user, { limit: 10 })).items
  const [installed] = await listPackages(deps, scope, user)
  const catalog = await getCatalog(deps, scope, user, 'forest')
  const { nodes } = await readCanvas({ ...house.canvas, ...deps }, scope, user)
  const names = (list: readonly { key: string }[]) => list.map(({ key }) => key).toSorted()
  return {
    exportable: names(items),
    prepared: names(prepared?.items ?? []),
    items: names(install.items),
    total: install.total,
    catalog: names(catalog.items),
    canvas: nodes.map(({ name }) => name).toSorted(),
    counts: [install, history, installed].map((one) =>
      (['app', 'table', ...PAGE_KINDS] as const).map((kind) => one?.counts[kind]),
    ),
  }
}

/** Where the surfaces differ from what is shared, by user and surface. */
async function leaks(
  deps: InstallDeps,
  world: World,
  askedAs = (user: Actor): Actor => user,
): Promise<string[]> {
  const found: string[] = []
  for (const [at, user] of world.users.entries()) {
    const apps = KEYS.filter((key) => SHARED[key].includes(at))
    const tables = isAllowed(user, 'playbook:read') ? TABLES : []
    const pages = PAGE_KINDS.map((kind) =>
      sharesOf(kind).flatMap(([key, to]) => (to.includes(at) ? [key] : [])),
    )
    const may = [...apps, ...tables, ...pages.flat()]
    const drawn = PAGE_KINDS.flatMap((kind, place) => (DRAWN.has(kind) ? (pages[place] ?? []) : []))
    const counts = [apps.length, tables.length, ...pages.map(({ length }) => length)]
    const wanted = {
      exportable: may,
      prepared: may,
      items: may,
      total: may.length,
      catalog: may,
      canvas: [...apps, ...tables, ...drawn],
      counts: [counts, counts, counts],
    }
    const shown = await shownTo(deps, world, askedAs(user))
    for (const [surface, value] of Object.entries(shown))
      if (JSON.stringify(value) !== JSON.stringify(wanted[surface as keyof typeof wanted]))
        // its own keys
        found.push(`user ${at}: ${surface}`)
  }
  return found
}

it('names and counts only what is shared with a user, on every surface, and finds a planted hole', {
  timeout: 120_000,
}, async () => {
  expect(await leaks(house.deps, world)).toEqual([])
  const everything = house.aUser(world.scope)
  const all = await house.apps.listApps(world.scope, {
    ...everything,
    principals: world.users.flatMap(({ principals }) => principals),
  })
  // As if the list of apps took no notice of who asks.
  const holed = { ...house.deps, apps: { ...house.deps.apps, listApps: async () => all } }
  const found = await leaks(holed, world)
  for (const surface of ['exportable', 'prepared', 'items', 'total', 'catalog', 'canvas', 'counts'])
    expect(found.some((one) => one.endsWith(surface))).toBe(true)
})

it('finds a list of dashboards, saved views, workspaces, or home pages that takes no notice of who asks', {
  timeout: 120_000,
}, async () => {
  const all = house.aUser(world.scope)
  const lists = {
    dashboards: await house.deps.dashboards.list(world.scope, all),
    reports: await house.deps.reports.list(world.scope, all),
    workspaces: await house.deps.workspaces.list(world.scope, all),
    homePages: await house.deps.homePages.list(world.scope, all),
  }
  for (const [name, list] of Object.entries(lists)) {
    const port = house.deps[name as keyof typeof lists] // its own keys
    const holed = { ...house.deps, [name]: { ...port, list: async () => list } }
    const found = await leaks(holed, { ...world, users: world.users.slice(0, 1) })
    const drawn = ['dashboards', 'workspaces'].includes(name) ? ['canvas'] : []
    for (const surface of ['exportable', 'prepared', 'items', 'total', 'catalog', 'counts', ...drawn])
      expect(found).toContain(`user 0: ${surface}`)
  }
})

it('shows tables only to those who can read playbooks, and finds a surface that takes no notice of it', {
  timeout: 120_000,
}, async () => {
  expect(await leaks(house.deps, world)).toEqual([])
  const found = await leaks(house.deps, world, (user) => ({
    ...user,
    permissions: new Set([...user.permissions, 'playbook:read'] as const),
  }))
  const surfaces = ['exportable', 'prepared', 'items', 'total', 'catalog', 'canvas', 'counts']
  expect(found).toEqual(surfaces.map((surface) => `user 4: ${surface}`))
})
