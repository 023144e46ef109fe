import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Grant } from '@caseloom/contract/kernel/sharing'
import { RoleId, UserId } from '@caseloom/contract/kernel/ids'
import { HomePageCreate, MAX_HOME_PAGES } from '@caseloom/contract/workspaces/home-pages'
import { DashboardCreate } from '@caseloom/contract/workspaces/workspaces'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { FLAGS } from '@caseloom/testkit/tool-deps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { appsMigrations } from '../apps/apps.migrations.ts'
import { createRecordsDoor } from '../records/records.door.ts'
import { recordsMigrations } from '../records/records.migrations.ts'
import { type HomeDeps, readHome } from './home-page.ts'
import { homeMigrations } from './home.migrations.ts'
import { homePagesMigrations } from './home-pages.migrations.ts'
import { getHomePage, listHomePages, sharedHomePages } from './read-home-pages.ts'
import { createDashboard } from './save-dashboard.ts'
import { chooseHomePage, createHomePage, deleteHomePage, saveHomePage } from './save-home-page.ts'
import { workspacesMigrations } from './workspaces.migrations.ts'

const ANALYST = RoleId.parse(newId())
const RESPONDER = RoleId.parse(newId())

describe('home pages', () => {
  let installation: TestInstallation
  let scope: TenantScope
  let deps: HomeDeps
  let lead: Actor
  let anna: Actor
  let isOn = true
  beforeAll(async () => {
    installation = await anInstallation('home-pages', [
      ...appsMigrations,
      ...recordsMigrations,
      ...workspacesMigrations,
      ...homeMigrations,
      ...homePagesMigrations,
    ])
    const apps = anAppsDoor()
    deps = {
      apps,
      records: createRecordsDoor({ apps }),
      people: async () => [],
      playbooks: async () => [],
      flags: async () => ({ ...FLAGS, HomePage: isOn }),
    }
    scope = await installation.aTenant()
    lead = anActor(scope)
    anna = anAnalyst()
  })
  afterAll(() => installation.close())

  const anAnalyst = (...roles: string[]) => {
    const actor = anActor(scope, { may: ['record:read', 'dashboard:read'] })
    return { ...actor, principals: [...actor.principals, ANALYST, ...roles] }
  }
  const by = (actor: Actor) => ({ actor, ip: null })
  const make = (actor: Actor, over: object = {}) =>
    createHomePage(deps, scope, by(actor), HomePageCreate.parse({ name: 'Shift', ...over }))
  const change = (actor: Actor, page: Awaited<ReturnType<typeof make>>, over: object = {}) => {
    const { id: homePageId, revision, name, widgets, sharing, defaultFor } = page
    const input = HomePageCreate.parse({ name, widgets, sharing, defaultFor, ...over })
    return saveHomePage(deps, scope, by(actor), { homePageId, revision, ...input })
  }
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'went through',
      (error: unknown) => (isFailure(error) ? error.code : String(error)),
    )
  const toRole = (roleId: RoleId, level: Grant['level'] = 'read'): Grant => ({ to: { roleId }, level })
  const toUser = (actor: Actor, level: Grant['level'] = 'read'): Grant => ({
    to: { userId: UserId.parse(actor.id) },
    level,
  })
  const shown = async (actor: Actor) => {
    const { page, source } = await readHome(deps, scope, actor)
    return { page: page?.name ?? null, source }
  }

  it('are missing while their flag is off [S2.15]', async () => {
    const page = await make(anna)
    isOn = false
    try {
      for (const work of [
        () => listHomePages(deps, scope, anna),
        () => getHomePage(deps, scope, anna, page.id),
        () => make(anna),
        () => change(anna, page),
        () => deleteHomePage(deps, scope, by(anna), page.id),
        () => chooseHomePage(deps, scope, { actor: anna, page: page.id }),
      ])
        expect(await failure(work())).toBe('resource.not_found')
    } finally {
      isOn = true
    }
  })

  it('are their owner’s alone until they are shared, also for those who manage shared pages', async () => {
    const page = await make(anna, { name: 'Personal' })
    expect(page.can).toEqual({ manage: true, share: false })
    for (const other of [lead, anAnalyst()]) {
      expect(await failure(getHomePage(deps, scope, other, page.id))).toBe('resource.not_found')
      expect(await failure(change(other, page))).toBe('resource.not_found')
      expect(await failure(deleteHomePage(deps, scope, by(other), page.id))).toBe('resource.not_found')
      expect(await failure(chooseHomePage(deps, scope, { actor: other, page: page.id }))).toBe(
        'resource.not_found',
      )
      const { items } = await listHomePages(deps, scope, other)
      expect(items.map(({ name }) => name)).not.toContain('Personal')
    }
    expect((await sharedHomePages(scope, lead)).map(({ name }) => name)).not.toContain('Personal')
  })

  it('are shared only by those who manage workspaces', async () => {
    const bob = anAnalyst()
    expect(await failure(make(anna, { sharing: [toUser(bob)] }))).toBe('right.missing')
    const page = await make(anna)
    expect(await failure(change(anna, page, { sharing: null }))).toBe('right.missing')
    const shared = await make(lead, { sharing: [toUser(bob), toUser(anna, 'manage')] })
    expect((await getHomePage(deps, scope, bob, shared.id)).can).toEqual({ manage: false, share: false })
    expect(await failure(change(bob, shared))).toBe('right.missing')
    const renamed = await change(anna, shared, { name: 'By Anna' })
    expect(renamed).toMatchObject({ name: 'By Anna', revision: 2, sharing: shared.sharing })
    expect(await failure(change(anna, renamed, { sharing: [] }))).toBe('right.missing')
    expect(await failure(change(anna, renamed, { defaultFor: [ANALYST] }))).toBe('right.missing')
    const other = anActor(scope)
    expect((await change(other, renamed, { name: 'By another lead' })).name).toBe('By another lead')
  })

  it('follow the choice of their user, then their roles by the name of the page, then the built-in page', async () => {
    const carl = anAnalyst(RESPONDER)
    expect(await shown(carl)).toEqual({ page: null, source: 'builtIn' })
    const both = { sharing: [toRole(ANALYST), toRole(RESPONDER)] }
    await make(lead, { ...both, name: 'Zulu', defaultFor: [RESPONDER] })
    await make(lead, { ...both, name: 'alpha', defaultFor: [ANALYST] })
    expect(await shown(carl)).toEqual({ page: 'alpha', source: 'role' })
    const own = await make(carl, { name: 'My own' })
    await chooseHomePage(deps, scope, { actor: carl, page: own.id })
    expect(await shown(carl)).toEqual({ page: 'My own', source: 'chosen' })
    await chooseHomePage(deps, scope, { actor: carl, page: 'builtIn' })
    expect(await shown(carl)).toEqual({ page: null, source: 'chosen' })
    await chooseHomePage(deps, scope, { actor: carl, page: own.id })
    await deleteHomePage(deps, scope, by(carl), own.id)
    expect(await shown(carl)).toEqual({ page: 'alpha', source: 'role' })
    await chooseHomePage(deps, scope, { actor: carl, page: null })
    expect(await shown(anActor(scope, { may: [] }))).toEqual({ page: null, source: 'builtIn' })
  })

  it('leave the default of a role to one page, in a new revision of the other', async () => {
    const sharing = [toRole(RESPONDER)]
    const first = await make(lead, { name: 'First', sharing, defaultFor: [RESPONDER] })
    const second = await make(lead, { name: 'Second', sharing })
    await change(lead, second, { defaultFor: [RESPONDER] })
    const now = await getHomePage(deps, scope, lead, first.id)
    expect(now).toMatchObject({ defaultFor: [], revision: first.revision + 1 })
    expect(await failure(change(lead, first, { name: 'Late' }))).toBe('resource.version_conflict')
    await expect(change(lead, now, { sharing: [], defaultFor: [RESPONDER] })).rejects.toMatchObject({
      details: { issues: [{ path: ['body', 'defaultFor', 0], code: 'not_shared' }] },
    })
  })

  it('report every fault of their widgets, and stay savable when a dashboard is closed to their editor', async () => {
    const closed = await createDashboard(
      deps,
      scope,
      by(lead),
      DashboardCreate.parse({
        name: 'Closed',
        sharing: [],
        widgets: [{ id: 'note', kind: 'text', title: '', x: 0, y: 0, w: 4, h: 3, markdown: 'Hi' }],
      }),
    )
    const widget = (id: string, over: object) => ({ id, kind: 'dashboard', dashboardId: closed.id, ...over })
    const widgets = [
      widget('a', {}),
      widget('a', { dashboardId: newId() }),
      widget('b', { widget: 'missing' }),
      widget('c', { widget: 'note' }),
    ]
    await expect(make(lead, { widgets })).rejects.toMatchObject({
      code: 'request.invalid',
      details: {
        issues: [
          { path: ['body', 'widgets', 1, 'id'], code: 'duplicate' },
          { path: ['body', 'widgets', 1, 'dashboardId'], code: 'unknown' },
          { path: ['body', 'widgets', 2, 'widget'], code: 'unknown' },
        ],
      },
    })
    const dora = anAnalyst()
    expect(await failure(make(dora, { widgets: [widget('a', {})] }))).toBe('request.invalid')
    const page = await make(lead, { widgets: [widget('a', {})], sharing: [toUser(dora, 'manage')] })
    const more = [...page.widgets, { id: 'q', kind: 'queue' }]
    expect((await change(dora, page, { widgets: more })).widgets).toHaveLength(2)
  })

  it('refuse addresses that run code, and texts, lists, and rows beyond their limits', () => {
    const isValid = (widget: object) =>
      HomePageCreate.safeParse({ name: 'Page', widgets: [{ id: 'w', ...widget }] }).success
    const links = (url: string) => ({ kind: 'links', links: [{ label: 'Wiki', url }] })
    for (const url of ['https://wiki.example', 'mailto:soc@example.com', '/account/1'])
      expect(isValid(links(url)), url).toBe(true)
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'wiki.example'])
      expect(isValid(links(url)), url).toBe(false)
    expect(isValid({ kind: 'text', markdown: 'x'.repeat(20_001) })).toBe(false)
    expect(isValid({ kind: 'queue', rows: 51 })).toBe(false)
    expect(isValid({ kind: 'queue', width: 4 })).toBe(false)
  })

  it('are limited in number for each owner', async () => {
    const erin = anAnalyst()
    for (let count = 0; count < MAX_HOME_PAGES; count += 1) await make(erin)
    await expect(make(erin)).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: ['body'], code: 'too_many', max: MAX_HOME_PAGES }] },
    })
  })

  it('of another tenant and of a playbook’s identity look missing', async () => {
    const page = await make(lead, { sharing: null })
    const elsewhere = await installation.aTenant()
    const mallory = anActor(elsewhere)
    expect(await failure(getHomePage(deps, elsewhere, mallory, page.id))).toBe('resource.not_found')
    expect(await failure(deleteHomePage(deps, elsewhere, by(mallory), page.id))).toBe('resource.not_found')
    expect(await failure(chooseHomePage(deps, elsewhere, { actor: mallory, page: page.id }))).toBe(
      'resource.not_found',
    )
    expect(await failure(make({ ...lead, kind: 'playbook' }))).toBe('resource.not_found')
  })

  it('are in the audit log as far as they are shared', async () => {
    const personal = await make(lead, { name: 'Unheard' })
    const shared = await change(lead, personal, { sharing: null })
    await deleteHomePage(deps, scope, by(lead), shared.id)
    const Row = z.object({ action: z.string(), before: z.string().nullable() })
    const rows = await scope.read((tx) =>
      tx.rows(
        Row,
        `select action, before_digest as before from caseloom.audit_entry where object_id = $1 order by at, id`,
        [personal.id],
      ),
    )
    expect(rows.map(({ action }) => action)).toEqual(['homePage.updated', 'homePage.deleted'])
    expect(rows[0]?.before).toBeNull()
  })
})
