import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { BUILT_IN_ROLES } from '@caseloom/contract/kernel/permissions'
import { createReport as createRoute } from '@caseloom/contract/workspaces/reports'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { newId } from '../../platform/uuid.ts'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { appsMigrations } from '../apps/apps.migrations.ts'
import { createRecordsDoor } from '../records/records.door.ts'
import { recordsMigrations } from '../records/records.migrations.ts'
import { reportsExport } from './export-reports.ts'
import { getReport, listReports } from './read-reports.ts'
import { createReportingDoor } from './reporting.door.ts'
import type { ReportingDeps } from './reporting-deps.ts'
import { reportingMigrations } from './reporting.migrations.ts'
import { createReport, deleteReport, updateReport } from './save-report.ts'

let installation: TestInstallation
let scope: TenantScope
let deps: ReportingDeps
let app: AppView
let lead: Actor
const [GROUP, SECRET] = [newId(), newId()]

const person = (over: Partial<Actor> = {}) =>
  anActor(scope, { permissions: new Set(BUILT_IN_ROLES.analyst.permissions), ...over })
const ask = (actor: Actor) => ({ actor, ip: null })

function input(over: Record<string, unknown> = {}) {
  const body = createRoute.body?.parse({ appId: app.id, name: 'Mine', sharing: [], ...over })
  if (body === undefined) throw new Error('no body')
  return body
}
const create = (actor: Actor, over: Record<string, unknown> = {}) =>
  createReport(deps, scope, ask(actor), input(over))
const names = async (actor: Actor) => (await listReports(deps, scope, actor, app.id)).map((view) => view.name)

beforeAll(async () => {
  installation = await anInstallation('reporting', [
    ...appsMigrations,
    ...recordsMigrations,
    ...reportingMigrations,
  ])
  const apps = anAppsDoor()
  const records = createRecordsDoor({ apps })
  await records.keep(installation.database.system)
  deps = { apps, records }
  scope = await installation.aTenant()
  lead = anActor(scope)
  const fields = [
    { key: 'title', label: 'Title', type: 'text' },
    { key: 'score', label: 'Score', type: 'number' },
    { key: 'secret', label: 'Secret', type: 'text', readers: [SECRET] },
  ]
  const shape = { key: 'alert', acronym: 'ALR', name: 'Alert', titleField: 'title' }
  app = await apps.createApp(
    scope,
    anActor(scope, { principals: [newId(), SECRET] }),
    AppCreate.parse({ ...shape, listColumns: [], layout: [], fields }),
  )
}, 60_000)
afterAll(() => installation.close())
beforeEach(() =>
  scope.tx((tx) => tx.query('delete from caseloom.report where tenant_id = $1', [tx.tenantId])),
)

describe('who sees a view', () => {
  it('is its owner, then those it is shared with, then everyone who reads the records', async () => {
    const [ana, ben] = [person(), person({ principals: [newId(), GROUP] })]
    await create(ana)
    await create(lead, { name: 'Team', sharing: [{ to: { groupId: GROUP }, level: 'read' }] })
    await create(lead, { name: 'All', sharing: null })
    expect(await names(ana)).toEqual(['All', 'Mine'])
    expect(await names(ben)).toEqual(['All', 'Team'])
    expect(await names(lead)).toEqual(['All', 'Team'])
    const blind = anActor(scope, { permissions: new Set(['report:read', 'app:read']) })
    expect(await names(blind)).toEqual([])
  })

  it('answers for a view of someone else as for one that is not there', async () => {
    const mine = await create(person())
    for (const id of [mine.id, newId()])
      await expect(getReport(deps, scope, person(), id)).rejects.toMatchObject({ code: 'resource.not_found' })
    await expect(deleteReport(deps, scope, ask(lead), mine.id)).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })
})

describe('saving', () => {
  it('lets everyone keep their own, and only those with report:build share', async () => {
    await expect(create(person(), { sharing: null })).rejects.toMatchObject({ code: 'right.missing' })
    const ana = person()
    const mine = await create(ana)
    expect(mine).toMatchObject({ owner: { id: ana.id }, can: { manage: true }, revision: 1 })
    const { id: reportId } = mine
    await expect(
      updateReport(deps, scope, ask(ana), { ...input({ sharing: null }), reportId, revision: 1 }),
    ).rejects.toMatchObject({ code: 'right.missing' })
    const renamed = await updateReport(deps, scope, ask(ana), {
      ...input({ name: 'Other' }),
      reportId,
      revision: 1,
    })
    expect(renamed).toMatchObject({ name: 'Other', revision: 2 })
  })

  it('wants names that are unique for an owner in an app, whatever their case', async () => {
    const ana = person()
    await create(ana)
    await expect(create(ana, { name: 'MINE' })).rejects.toMatchObject({ code: 'name.taken' })
    await create(person())
  })

  it('checks every part against the app, as a search does', async () => {
    const refused = (over: Record<string, unknown>) => create(person(), over)
    await expect(refused({ filter: { field: 'ghost', op: 'empty' } })).rejects.toMatchObject({
      code: 'field.unknown',
    })
    await expect(refused({ columns: [{ field: 'secret' }] })).rejects.toMatchObject({ code: 'field.unknown' })
    await expect(refused({ filter: { field: 'score', op: 'eq', value: 'x' } })).rejects.toMatchObject({
      code: 'request.invalid',
    })
    await expect(refused({ appId: newId() })).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('stores whether a view is a board, and shows views of before boards as lists', async () => {
    const board = await create(lead, { name: 'Board', show: 'board' })
    expect(await getReport(deps, scope, lead, board.id)).toMatchObject({ show: 'board', groupBy: null })
    await scope.tx((tx) =>
      tx.query("update caseloom.report set definition = definition - 'show' where id = $1", [board.id]),
    )
    expect(await getReport(deps, scope, lead, board.id)).toMatchObject({ show: 'list' })
    const listed = await create(lead, { name: 'List' })
    expect(listed.show).toBe('list')
  })

  it('answers a change of an older revision with the present view', async () => {
    const view = await create(lead, { sharing: null })
    const change = { reportId: view.id, revision: 1 }
    await updateReport(deps, scope, ask(lead), { ...input({ name: 'First', sharing: null }), ...change })
    await expect(
      updateReport(deps, scope, ask(lead), { ...input({ name: 'Second', sharing: null }), ...change }),
    ).rejects.toMatchObject({
      code: 'resource.version_conflict',
      details: { extra: { current: { name: 'First', revision: 2 } } },
    })
  })

  it('writes shared views to the audit log, but not private ones', async () => {
    const own = await create(person())
    const shared = await create(lead, { name: 'All', sharing: null })
    await deleteReport(deps, scope, ask(lead), shared.id)
    const rows = await installation.database.system.read((tx) =>
      tx.query<{ action: string }>(
        'select action from caseloom.audit_entry where object_id in ($1, $2) order by at, id',
        [own.id, shared.id],
      ),
    )
    expect(rows.map((row) => row.action)).toEqual(['report.created', 'report.deleted'])
  })
})

describe('fields that the reader may not read', () => {
  const filter = {
    all: [
      { field: 'secret', op: 'contains', value: 'x' },
      { any: [{ field: 'secret', op: 'notEmpty' }] },
      { not: { field: 'score', op: 'empty' } },
    ],
  }
  it('are left out of what they see, and keep them from saving over it', async () => {
    const insider = anActor(scope, { principals: [newId(), SECRET] })
    const sharing = [{ to: { groupId: GROUP }, level: 'manage' as const }]
    const view = await create(insider, {
      filter,
      sharing,
      columns: [{ field: 'secret' }, { field: 'title' }],
      sort: [{ field: 'secret', direction: 'asc' }],
    })
    expect(view.narrowed).toBe(false)
    const outsider = anActor(scope, { principals: [newId(), GROUP] })
    const seen = await getReport(deps, scope, outsider, view.id)
    expect(seen).toMatchObject({
      narrowed: true,
      filter: { all: [{ not: { field: 'score', op: 'empty' } }] },
      columns: [{ field: 'title' }],
      sort: [],
    })
    expect(JSON.stringify(seen)).not.toContain('secret')
    await expect(
      updateReport(deps, scope, ask(outsider), { ...input({ sharing }), reportId: view.id, revision: 1 }),
    ).rejects.toMatchObject({ code: 'right.missing' })
  })
})

it('goes into the export of a tenant as far as its reader sees', async () => {
  await create(person())
  await create(lead, { name: 'All', sharing: null })
  const [file] = await reportsExport(createReportingDoor(deps))(scope, lead)
  const lines = await Array.fromAsync(file?.lines() ?? [])
  expect(lines).toMatchObject([{ name: 'All' }])
})
