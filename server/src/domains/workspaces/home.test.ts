import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { MAX_GRANTS } from '@caseloom/contract/kernel/sharing'
import { DashboardCreate } from '@caseloom/contract/workspaces/workspaces'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { appsMigrations } from '../apps/apps.migrations.ts'
import { createRecordsDoor } from '../records/records.door.ts'
import { recordsMigrations } from '../records/records.migrations.ts'
import { shareDashboard, withUser } from './add-shared-user.ts'
import { addFavorite, type HomeDeps, readFavorites, readHome, removeFavorite, saveHome } from './home-page.ts'
import { homeMigrations } from './home.migrations.ts'
import { homePagesMigrations } from './home-pages.migrations.ts'
import { getDashboard } from './read-dashboards.ts'
import { createDashboard, saveDashboard } from './save-dashboard.ts'
import { workspacesMigrations } from './workspaces.migrations.ts'

const APP = AppCreate.parse({
  key: 'alert',
  acronym: 'ALR',
  name: 'Alert',
  titleField: 'title',
  listColumns: [],
  layout: [],
  fields: [{ key: 'title', label: 'Title', type: 'text' }],
})
const OLGA = newId()
const FLAGS = {
  HomePage: true,
  ClassicContent: true,
  SolutionBuilder: false,
  MultiTenant: false,
  AiComponentExecution: true,
  OnPremInstall: true,
  HeroAi: true,
}

describe('a home page', () => {
  let installation: TestInstallation
  let scope: TenantScope
  let deps: HomeDeps
  let app: AppView
  let maren: Actor
  let homeOn = true
  beforeAll(async () => {
    const migrations = [
      ...appsMigrations,
      ...recordsMigrations,
      ...workspacesMigrations,
      ...homeMigrations,
      ...homePagesMigrations,
    ]
    installation = await anInstallation('home', migrations)
    const apps = anAppsDoor()
    deps = {
      apps,
      records: createRecordsDoor({ apps }),
      people: async () => [{ id: OLGA, name: 'Olga' }],
      playbooks: async () => [],
      flags: async () => ({ ...FLAGS, HomePage: homeOn }),
    }
    scope = await installation.aTenant()
    maren = anActor(scope)
    app = await apps.createApp(scope, maren, APP)
  })
  afterAll(() => installation.close())

  const aDashboard = (name: string) =>
    createDashboard(deps, scope, { actor: maren, ip: null }, DashboardCreate.parse({ name }))
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'went through',
      (error: unknown) => (isFailure(error) ? error.code : String(error)),
    )

  it('is not there while its flag is off [S2.15]', async () => {
    homeOn = false
    expect(await failure(readHome(deps, scope, maren))).toBe('resource.not_found')
    expect(await failure(saveHome(deps, scope, { actor: maren, dashboardId: null }))).toBe(
      'resource.not_found',
    )
    homeOn = true
    expect(await readHome(deps, scope, maren)).toEqual({
      page: null,
      source: 'builtIn',
      dashboard: null,
      favourites: [],
    })
  })

  it('shows the dashboard that its user chose, while they may read it', async () => {
    const dashboard = await aDashboard('Mine')
    await saveHome(deps, scope, { actor: maren, dashboardId: dashboard.id })
    expect((await readHome(deps, scope, maren)).dashboard).toEqual({ id: dashboard.id, name: 'Mine' })
    expect((await readHome(deps, scope, anActor(scope))).dashboard).toBeNull()
    const { permissions: _all, ...rest } = maren
    expect((await readHome(deps, scope, { ...rest, permissions: new Set() })).dashboard).toBeNull()
    expect(await failure(saveHome(deps, scope, { actor: maren, dashboardId: newId() }))).toBe(
      'resource.not_found',
    )
  })

  it('keeps favorites in their order, once each, and only for their user [S7.05]', async () => {
    const dashboard = await aDashboard('Saved')
    await addFavorite(deps, scope, { actor: maren, kind: 'dashboard', id: dashboard.id })
    await addFavorite(deps, scope, { actor: maren, kind: 'app', id: app.id })
    await addFavorite(deps, scope, { actor: maren, kind: 'app', id: app.id })
    expect((await readFavorites(deps, scope, maren)).map((one) => one.name)).toEqual(['Saved', 'Alert'])
    expect(await readFavorites(deps, scope, anActor(scope))).toEqual([])
    await removeFavorite(scope, { actor: maren, kind: 'app', id: app.id })
    expect(await failure(removeFavorite(scope, { actor: maren, kind: 'app', id: app.id }))).toBe(
      'resource.not_found',
    )
    expect((await readFavorites(deps, scope, maren)).map((one) => one.kind)).toEqual(['dashboard'])
  })

  it('takes in nothing of another tenant, and shows nothing that was taken out of sight', async () => {
    const elsewhere = await installation.aTenant()
    const mallory = anActor(elsewhere)
    expect(await failure(addFavorite(deps, elsewhere, { actor: mallory, kind: 'app', id: app.id }))).toBe(
      'resource.not_found',
    )
    const dashboard = await aDashboard('Soon gone')
    const viewer = anActor(scope, { may: ['dashboard:read'] })
    await addFavorite(deps, scope, { actor: viewer, kind: 'dashboard', id: dashboard.id })
    expect(await readFavorites(deps, scope, viewer)).toHaveLength(1)
    const { revision, name, description, range, widgets } = dashboard
    const sharing = [{ to: { userId: OLGA }, level: 'read' }]
    await saveDashboard(
      deps,
      scope,
      { actor: maren, ip: null },
      {
        ...DashboardCreate.parse({ name, description, range, widgets, sharing }),
        dashboardId: dashboard.id,
        revision,
      },
    )
    expect(await readFavorites(deps, scope, viewer)).toEqual([])
  })

  it('of a playbook’s identity does not exist', async () => {
    const service: Actor = { ...maren, kind: 'playbook' }
    expect(await failure(readFavorites(deps, scope, service))).toBe('resource.not_found')
  })

  it('and sharing with one more user raises a grant, never lowers one, and closes nothing that is open', async () => {
    expect(withUser(null, OLGA, 'read')).toBeNull()
    const read = withUser([], OLGA, 'read')
    expect(withUser(read, OLGA, 'manage')).toEqual([{ to: { userId: OLGA }, level: 'manage' }])
    expect(withUser(withUser(read, OLGA, 'manage'), OLGA, 'read')).toEqual([
      { to: { userId: OLGA }, level: 'manage' },
    ])
    const made = await createDashboard(
      deps,
      scope,
      { actor: maren, ip: null },
      DashboardCreate.parse({ name: 'Closed', sharing: [] }),
    )
    const olga = anActor(scope, { may: ['dashboard:read'], principals: [OLGA] })
    expect(await failure(getDashboard(scope, olga, made.id))).toBe('resource.not_found')
    const asker = { actor: maren, ip: null }
    await shareDashboard(deps, scope, asker, { id: made.id, userId: OLGA, level: 'read' })
    expect((await getDashboard(scope, olga, made.id)).name).toBe('Closed')
    const stranger = { id: made.id, userId: newId(), level: 'read' } as const
    expect(await failure(shareDashboard(deps, scope, asker, stranger))).toBe('resource.not_found')
  })

  it('a full list takes no one more, and one that grew beyond stays readable', async () => {
    const asker = { actor: maren, ip: null }
    const grants = Array.from({ length: MAX_GRANTS }, () => ({
      to: { userId: newId() },
      level: 'read' as const,
    }))
    const sharing = [...grants.slice(1), { to: { userId: maren.id }, level: 'manage' }]
    const made = await createDashboard(deps, scope, asker, DashboardCreate.parse({ name: 'Full', sharing }))
    const share = shareDashboard(deps, scope, asker, { id: made.id, userId: OLGA, level: 'read' })
    await expect(share).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: ['body', 'userId'], code: 'too_many', max: MAX_GRANTS }] },
    })
    const grown = JSON.stringify([...sharing, { to: { userId: OLGA }, level: 'read' }])
    await scope.tx((tx) =>
      tx.query('update caseloom.dashboard set sharing = $2 where id = $1', [made.id, grown]),
    )
    expect((await getDashboard(scope, maren, made.id)).sharing).toHaveLength(MAX_GRANTS + 1)
  })
})
