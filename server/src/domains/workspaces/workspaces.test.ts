import type { AppView } from '@caseloom/contract/apps/apps'
import { AppCreate } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { BUILT_IN_ROLES } from '@caseloom/contract/kernel/permissions'
import { DashboardCreate, WorkspaceCreate } from '@caseloom/contract/workspaces/workspaces'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { appsMigrations } from '../apps/apps.migrations.ts'
import { caseMigrations } from '../records/case-fields/case.migrations.ts'
import { createRecordsDoor } from '../records/records.door.ts'
import { recordsMigrations } from '../records/records.migrations.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { getDashboard, listDashboards, previewOf, widgetOf } from './read-dashboards.ts'
import { getWorkspace, listWorkspaces } from './read-workspaces.ts'
import { createDashboard, deleteDashboard, saveDashboard } from './save-dashboard.ts'
import { createWorkspace, saveWorkspace } from './save-workspace.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'
import { workspacesMigrations } from './workspaces.migrations.ts'

let installation: TestInstallation
let scope: TenantScope
let apps: AppsDoor
let deps: WorkspacesDeps
let app: AppView
let lead: Actor
const OLGA = newId()

beforeAll(async () => {
  const migrations = [...appsMigrations, ...recordsMigrations, ...caseMigrations, ...workspacesMigrations]
  installation = await anInstallation('workspaces', migrations)
  apps = anAppsDoor()
  const records = createRecordsDoor({ apps })
  await records.keep(installation.database.system)
  deps = { apps, records, people: async () => [{ id: OLGA, name: 'Olga' }] }
  scope = await installation.aTenant()
  lead = anActor(scope)
  app = await apps.createApp(scope, lead, definition(['title', 'level', 'owner']))
  for (const [level, owner] of [
    ['low', OLGA],
    ['high', OLGA],
    ['high', null],
  ])
    await records.createRecord(scope, lead, {
      appId: app.id,
      fields: { title: 'x', level: level ?? null, owner: owner ?? null },
    })
})
afterAll(() => installation.close())
beforeEach(async () => {
  await scope.tx(async (tx) => {
    for (const table of ['workspace_dashboard', 'workspace', 'dashboard'])
      await tx.query(`delete from caseloom.${table} where tenant_id = $1`, [tx.tenantId])
  })
})

function definition(keys: string[]): AppCreate {
  const fields = [
    { key: 'title', label: 'Title', type: 'text' },
    {
      key: 'level',
      label: 'Level',
      type: 'selection',
      options: [
        { key: 'low', label: 'Low' },
        { key: 'high', label: 'High' },
      ],
    },
    { key: 'owner', label: 'Owner', type: 'user' },
  ].filter(({ key }) => keys.includes(key))
  return AppCreate.parse({
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields,
  })
}

const asker = (actor: Actor) => ({ actor, ip: null })
const builder = (over: Partial<Actor> = {}) =>
  anActor(scope, {
    may: ['dashboard:read', 'dashboard:build', 'workspace:read', 'record:read', 'app:read'],
    ...over,
  })
const reader = (over: Partial<Actor> = {}) =>
  anActor(scope, { may: BUILT_IN_ROLES.viewer.permissions, ...over })
const place = { x: 0, y: 0, w: 4, h: 3, title: 'Figure' }
const bar = (over: object = {}) => ({
  ...place,
  id: 'bar',
  kind: 'bar',
  app: app.id,
  measure: { of: 'count' },
  groupBy: 'level',
  ...over,
})
const dashboard = (over: object = {}, actor = lead) =>
  createDashboard(deps, scope, asker(actor), DashboardCreate.parse({ name: 'Overview', ...over }))
const workspace = (over: object = {}) =>
  createWorkspace(deps, scope, asker(lead), WorkspaceCreate.parse({ name: 'Security', ...over }))
const eyes = (actor: Actor) => ({ scope, actor, zone: 'Europe/Berlin' })

async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw new Error('It was not refused', { cause: error })
  return {
    code: error.code,
    paths: error.details.issues?.map((issue) => issue.path.join('.')),
    extra: error.details.extra,
  }
}

describe('a shared dashboard', () => {
  test('is visible to users it is shared with and managers, and 404 for everyone else', async () => {
    const groupId = newId()
    const made = await dashboard({ sharing: [{ to: { groupId }, level: 'read' }] })
    const member = reader({ principals: [newId(), groupId] })
    expect((await getDashboard(scope, member, made.id)).can.manage).toBe(false)
    expect(await listDashboards(scope, member)).toHaveLength(1)
    expect((await getDashboard(scope, lead, made.id)).can.manage).toBe(true)
    const stranger = builder()
    expect(await listDashboards(scope, stranger)).toEqual([])
    const body = { ...DashboardCreate.parse({ name: 'Mine' }), dashboardId: made.id, revision: 1 }
    for (const attempt of [
      () => getDashboard(scope, stranger, made.id),
      () => saveDashboard(deps, scope, asker(stranger), body),
      () => deleteDashboard(scope, asker(stranger), made.id),
      () => widgetOf(deps, eyes(stranger), { dashboardId: made.id, widget: 'bar' }),
      () => getDashboard(scope, stranger, newId()),
    ])
      expect((await refusal(attempt())).code).toBe('resource.not_found')
    const building = builder({ principals: [newId(), groupId] })
    expect((await refusal(saveDashboard(deps, scope, asker(building), body))).code).toBe('right.missing')
  })

  test('stays manageable for the builder who narrows its circle', async () => {
    const id = newId()
    const actor = builder({ id, principals: [id] })
    const made = await dashboard({ sharing: [{ to: { groupId: newId() }, level: 'read' }] }, actor)
    expect(made.can.manage).toBe(true)
    expect(made.sharing?.at(-1)).toEqual({ to: { userId: id }, level: 'manage' })
  })

  test('notifies users who lose access, and audits the change', async () => {
    const made = await dashboard()
    const groupId = newId()
    await saveDashboard(deps, scope, asker(lead), {
      ...DashboardCreate.parse({ name: 'Overview', sharing: [{ to: { groupId }, level: 'use' }] }),
      dashboardId: made.id,
      revision: 1,
    })
    const { facts, audited } = await installation.database.system.read(async (tx) => ({
      facts: await tx.query<{ payload: object }>(
        `select payload from caseloom.outbox where payload->>'id' = $1 order by id`,
        [made.id],
      ),
      audited: await tx.query<{ action: string }>(
        'select action from caseloom.audit_entry where object_id = $1 order by at',
        [made.id],
      ),
    }))
    expect(facts.map((fact) => fact.payload)).toMatchObject([
      { verb: 'created', kind: 'settings', acl: null, need: 'dashboard:read' },
      { verb: 'updated', acl: [groupId], aclBefore: null, rev: 2 },
      { verb: 'updated', need: 'workspace:manage' },
    ])
    expect(audited.map((row) => row.action)).toEqual(['dashboard.created', 'dashboard.updated'])
  })
})

describe('saving a dashboard', () => {
  test('answers a stale revision with the present one', async () => {
    const made = await dashboard()
    const body = { ...DashboardCreate.parse({ name: 'Second' }), dashboardId: made.id }
    await saveDashboard(deps, scope, asker(lead), { ...body, revision: 1 })
    const { code, extra } = await refusal(
      saveDashboard(deps, scope, asker(lead), { ...body, name: 'Third', revision: 1 }),
    )
    expect(code).toBe('resource.version_conflict')
    expect(extra).toMatchObject({ current: { name: 'Second', revision: 2 } })
  })

  test('names every fault at its widget', async () => {
    const widgets = [
      bar(),
      bar({ id: 'a', app: newId() }),
      bar({ id: 'b', groupBy: 'nope' }),
      bar({ id: 'c', filter: { all: [{ field: 'gone', op: 'empty' }] } }),
      {
        ...place,
        id: 'd',
        kind: 'number',
        app: app.id,
        measure: { of: 'sum', field: 'title' },
        compare: true,
      },
      {
        ...place,
        id: 'e',
        kind: 'table',
        app: app.id,
        columns: ['title', 'nope'],
        sort: { field: 'nope', direction: 'asc' },
      },
      { ...place, id: 'e', kind: 'text', markdown: '' },
    ]
    const { code, paths } = await refusal(dashboard({ widgets }))
    expect(code).toBe('field.unknown')
    expect(paths).toEqual([
      'body.widgets.6.id',
      'body.widgets.1.app',
      'body.widgets.2.groupBy',
      'body.widgets.3.filter.all.0.field',
      'body.widgets.4.timeField',
      'body.widgets.5.sort.field',
      'body.widgets.5.columns.1',
    ])
    const preview = previewOf(deps, eyes(lead), {
      widget: DashboardCreate.parse({ name: 'x', widgets }).widgets[2] ?? never(),
      range: '7d',
    })
    expect((await refusal(preview)).paths).toEqual(['body.widget.groupBy'])
  })

  test('leaves a widget alone whose field went away, and shows the others', async () => {
    const late = await apps.createApp(scope, lead, {
      ...definition(['title', 'level']),
      key: 'late',
      acronym: 'LAT',
    })
    const widgets = [bar({ app: late.id }), bar({ id: 'fine' })]
    const made = await dashboard({ widgets })
    const { key: _key, acronym: _acronym, ...shape } = definition(['title'])
    const fields = late.fields.filter((field) => field.key === 'title')
    await apps.updateApp(scope, lead, { ...shape, fields, appId: late.id, revision: 1 })
    const look = (widget: string) => widgetOf(deps, eyes(lead), { dashboardId: made.id, widget })
    expect((await refusal(look('bar'))).code).toBe('field.unknown')
    expect(await look('fine')).toMatchObject({ kind: 'bar' })
    const moved = widgets.map((widget) => ({ ...widget, y: 5, title: 'Moved' }))
    const body = DashboardCreate.parse({ name: 'Overview', widgets: moved })
    const saved = await saveDashboard(deps, scope, asker(lead), {
      ...body,
      dashboardId: made.id,
      revision: 1,
    })
    expect(saved.widgets.map((widget) => widget.y)).toEqual([5, 5])
  })
})

describe('a widget', () => {
  test('counts by value with words, in the order of the options, each with its filter', async () => {
    const made = await dashboard({
      widgets: [
        bar({ filter: { field: 'title', op: 'eq', value: 'x' } }),
        bar({ id: 'people', groupBy: 'owner' }),
      ],
    })
    expect(await widgetOf(deps, eyes(lead), { dashboardId: made.id, widget: 'bar' })).toEqual({
      kind: 'bar',
      others: null,
      buckets: [
        {
          key: 'low',
          label: 'Low',
          value: 1,
          filter: {
            all: [
              { field: 'title', op: 'eq', value: 'x' },
              { field: 'level', op: 'in', value: ['low'] },
            ],
          },
        },
        {
          key: 'high',
          label: 'High',
          value: 2,
          filter: {
            all: [
              { field: 'title', op: 'eq', value: 'x' },
              { field: 'level', op: 'in', value: ['high'] },
            ],
          },
        },
      ],
    })
    expect(await widgetOf(deps, eyes(lead), { dashboardId: made.id, widget: 'people' })).toMatchObject({
      buckets: [
        { label: 'Olga', value: 2 },
        { key: null, label: 'Empty', value: 1, filter: { field: 'owner', op: 'empty' } },
      ],
    })
  })

  test('shows two values against each other, with the words and the filter of each cell', async () => {
    const heat = { ...place, id: 'heat', kind: 'heat', app: app.id, measure: { of: 'count' } }
    const widgets = [{ ...heat, groupBy: 'level', splitBy: 'owner' }]
    const made = await dashboard({ widgets })
    const data = await widgetOf(deps, eyes(lead), { dashboardId: made.id, widget: 'heat' })
    if (data.kind !== 'heat') throw new Error('A heat map was asked for')
    expect(data.columns.map(({ label }) => label).toSorted()).toEqual(['Empty', 'Olga'])
    const [olga, empty] = ['Olga', 'Empty'].map((label) =>
      data.columns.findIndex((column) => column.label === label),
    )
    const values = data.rows.map(({ label, cells }) => [
      label,
      cells[olga ?? -1]?.value,
      cells[empty ?? -1]?.value,
    ])
    expect(values).toEqual([
      ['Low', 1, 0],
      ['High', 1, 1],
    ])
    expect(data.rows[1]?.cells[empty ?? -1]?.filter).toEqual({
      all: [
        { field: 'level', op: 'in', value: ['high'] },
        { field: 'owner', op: 'empty' },
      ],
    })
  })

  test('shows the course of a figure, and needs a date field for it and a target for a gauge', async () => {
    const number = { ...place, kind: 'number', app: app.id, measure: { of: 'count' } }
    const widgets = [{ ...number, id: 'course', timeField: 'created', sparkline: true }]
    const made = await dashboard({ widgets })
    const look = { dashboardId: made.id, widget: 'course', range: '7d' as const }
    const data = await widgetOf(deps, eyes(lead), look)
    expect(data).toMatchObject({ kind: 'number', value: 3, steps: [0, 0, 0, 0, 0, 0, 0, 3] })
    const wrong = [
      { ...number, id: 'a', sparkline: true },
      { ...number, id: 'b', as: 'gauge' },
    ]
    expect((await refusal(dashboard({ widgets: wrong }))).paths).toEqual([
      'body.widgets.0.timeField',
      'body.widgets.1.target',
    ])
    const gauge = { ...number, id: 'c', as: 'gauge', target: { value: 2, good: 'below' } }
    expect((await dashboard({ widgets: [gauge] })).widgets).toEqual([
      expect.objectContaining({ as: 'gauge', target: { value: 2, good: 'below' } }),
    ])
  })

  test('fills a trend with zeros and compares a number with the time before', async () => {
    const widgets = [
      { ...place, id: 'trend', kind: 'trend', app: app.id, measure: { of: 'count' }, splitBy: 'level' },
      {
        ...place,
        id: 'number',
        kind: 'number',
        app: app.id,
        measure: { of: 'count' },
        timeField: 'created',
        compare: true,
      },
    ]
    const made = await dashboard({ widgets })
    const trend = await widgetOf(deps, eyes(lead), { dashboardId: made.id, widget: 'trend', range: '7d' })
    if (trend.kind !== 'trend') throw new Error('A trend was asked for')
    expect(trend.unit).toBe('day')
    expect(trend.steps).toHaveLength(8)
    expect(trend.series.map(({ label, values }) => [label, values.at(-1), values[0]])).toEqual([
      ['Low', 1, 0],
      ['High', 2, 0],
    ])
    const number = await widgetOf(deps, eyes(lead), { dashboardId: made.id, widget: 'number', range: '7d' })
    expect(number).toEqual({
      kind: 'number',
      value: 3,
      before: 0,
      filter: { field: 'created_at', op: 'within', value: '7d' },
    })
  })

  test('says that a right is missing without naming anything', async () => {
    const made = await dashboard({ widgets: [bar()] })
    const actor = anActor(scope, { may: ['dashboard:read'] })
    const { code, paths, extra } = await refusal(
      widgetOf(deps, eyes(actor), { dashboardId: made.id, widget: 'bar' }),
    )
    expect({ code, paths, extra }).toEqual({ code: 'right.missing', paths: undefined, extra: undefined })
  })
})

describe('a workspace', () => {
  test('shows what of it the reader may see, and keeps the rest when an editor saves', async () => {
    const groupId = newId()
    const hidden = await dashboard({ name: 'Hidden', sharing: [{ to: { groupId }, level: 'read' }] })
    const [first, last] = [await dashboard({ name: 'First' }), await dashboard({ name: 'Last' })]
    const dashboards = [first.id, hidden.id, last.id]
    const made = await workspace({ apps: [app.id], dashboards })
    const seen = await getWorkspace(deps, scope, reader(), made.id)
    expect(seen.dashboards.map((each) => each.name)).toEqual(['First', 'Last'])
    expect(seen.can.manage).toBe(false)
    const blind = anActor(scope, { may: ['workspace:read', 'workspace:manage'] })
    const body = WorkspaceCreate.parse({ name: 'Renamed' })
    const saved = await saveWorkspace(deps, scope, asker(blind), {
      ...body,
      workspaceId: made.id,
      revision: 1,
    })
    expect(saved).toMatchObject({ name: 'Renamed', apps: [], dashboards: [] })
    const whole = await getWorkspace(deps, scope, lead, made.id)
    expect(whole.dashboards.map((each) => each.id)).toEqual(dashboards)
    expect(whole.apps).toEqual([app.id])
  })

  test('loses a dashboard that is deleted, and leaves its dashboards behind when it goes', async () => {
    const [one, two] = [await dashboard(), await dashboard({ name: 'Two' })]
    const made = await workspace({ dashboards: [one.id, two.id] })
    await deleteDashboard(scope, asker(lead), one.id)
    expect((await getWorkspace(deps, scope, lead, made.id)).dashboards.map((each) => each.id)).toEqual([
      two.id,
    ])
    expect((await listDashboards(scope, lead)).map((each) => each.workspaceIds)).toEqual([[made.id]])
    await deleteWorkspace(scope, asker(lead), made.id)
    expect(await listWorkspaces(deps, scope, lead)).toEqual([])
    expect((await listDashboards(scope, lead)).map((each) => each.workspaceIds)).toEqual([[]])
  })

  test('takes a new dashboard at its end, from managers only', async () => {
    const made = await workspace()
    const added = await dashboard({ workspaceId: made.id })
    expect((await getWorkspace(deps, scope, lead, made.id)).dashboards.map((each) => each.id)).toEqual([
      added.id,
    ])
    expect((await refusal(dashboard({ workspaceId: made.id }, builder()))).code).toBe('right.missing')
    expect((await refusal(dashboard({ workspaceId: newId() }))).paths).toEqual(['body.workspaceId'])
  })

  test('refuses a taken name, unknown contents and a stale revision', async () => {
    const made = await workspace()
    expect((await refusal(workspace({ name: 'SECURITY' }))).code).toBe('name.taken')
    const unknown = workspace({ name: 'Other', apps: [newId()], dashboards: [newId()] })
    expect((await refusal(unknown)).paths).toEqual(['body.apps.0', 'body.dashboards.0'])
    const body = WorkspaceCreate.parse({ name: 'Security' })
    const stale = saveWorkspace(deps, scope, asker(lead), { ...body, workspaceId: made.id, revision: 9 })
    expect(await refusal(stale)).toMatchObject({
      code: 'resource.version_conflict',
      extra: { current: { revision: 1 } },
    })
  })
})

function never(): never {
  throw new Error('The list has this entry')
}
