import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { DashboardCreate } from '@caseloom/contract/workspaces/workspaces'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { appsMigrations } from '../apps/apps.migrations.ts'
import { caseMigrations } from '../records/case-fields/case.migrations.ts'
import { createRecordsDoor, type RecordsDoor } from '../records/records.door.ts'
import { recordsMigrations } from '../records/records.migrations.ts'
import { widgetOfRecord } from './record-widget.ts'
import { createDashboard } from './save-dashboard.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'
import { workspacesMigrations } from './workspaces.migrations.ts'

let installation: TestInstallation
let scope: TenantScope
let records: RecordsDoor
let deps: WorkspacesDeps
let cases: AppView
let hosts: AppView
let lead: Actor
let dashboard: string
const apps = anAppsDoor()
const LEADS = newId()

const place = { x: 0, y: 0, w: 4, h: 4 }
const option = (key: string) => ({ key, label: key })
const app = (key: string, fields: object[], blocks: object[] = []) =>
  AppCreate.parse({
    key,
    acronym: key.slice(0, 3).toUpperCase(),
    name: key,
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Facts', fields: ['title'], blocks }],
    fields: [{ key: 'title', label: 'Title', type: 'text' }, ...fields],
  })
const widget = (id: string, match: object[], over: object = {}) => ({
  id,
  at: 0,
  kind: 'widget',
  widget: 'open',
  match,
  ...over,
})

beforeAll(async () => {
  const migrations = [...appsMigrations, ...recordsMigrations, ...caseMigrations, ...workspacesMigrations]
  installation = await anInstallation('record_widget', migrations)
  records = createRecordsDoor({ apps })
  await records.keep(installation.database.system)
  deps = { apps, records, people: async () => [] }
  scope = await installation.aTenant()
  lead = anActor(scope, { principals: [LEADS] })
  cases = await apps.createApp(
    scope,
    lead,
    app('cases', [
      { key: 'host', label: 'Host', type: 'text' },
      { key: 'code', label: 'Code', type: 'text' },
      { key: 'sealed', label: 'Sealed', type: 'text', readers: [LEADS] },
      { key: 'state', label: 'State', type: 'selection', options: ['open', 'closed'].map(option) },
    ]),
  )
  const openCases = { field: 'state', op: 'in', value: ['open'] }
  const source = { ...place, app: cases.id, filter: openCases }
  const board = DashboardCreate.parse({
    name: 'Cases',
    range: 'all',
    widgets: [
      { ...source, id: 'open', title: 'Open', kind: 'number', measure: { of: 'count' } },
      { ...source, id: 'list', title: 'List', kind: 'table', columns: ['title'] },
      { ...place, id: 'words', title: 'Words', kind: 'text', markdown: 'Words' },
    ],
  })
  dashboard = (await createDashboard(deps, scope, { actor: lead, ip: null }, board)).id
  const fields = [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'secret', label: 'Secret', type: 'text', readers: [LEADS] },
  ]
  hosts = await apps.createApp(
    scope,
    lead,
    app('hosts', fields, [
      widget('same', [{ field: 'host', from: 'name' }], { dashboard }),
      widget('rows', [{ field: 'host', from: 'name' }], { dashboard, widget: 'list' }),
      widget('sealed', [{ field: 'code', from: 'secret' }], { dashboard }),
      widget('elsewhere', [{ field: 'sealed', from: 'name' }], { dashboard }),
      widget('words', [], { dashboard, widget: 'words' }),
    ]),
  )
  for (const [host, state, code] of [
    ['web-01', 'open', 'red'],
    ['web-01', 'open', 'red'],
    ['web-01', 'closed', 'red'],
    ['db-01', 'open', 'blue'],
  ])
    await records.createRecord(scope, lead, {
      appId: cases.id,
      fields: { title: `About ${host}`, host: host ?? null, state: state ?? null, code: code ?? null },
    })
}, 120_000)
afterAll(() => installation.close())

const aHost = async (fields: Record<string, string>) => {
  const { id } = await records.createRecord(scope, lead, {
    appId: hosts.id,
    fields: { title: 'x', ...fields },
  })
  return id
}
/** Only those with the principal see the record from then on. */
const restrictTo = (principal: string, recordId: string) =>
  scope.tx(async (tx) => {
    const compiled = await apps.compiled(tx, cases.id)
    await tx.query(`update ${compiled?.table} set acl = $1 where id = $2`, [[principal], recordId])
  })
const asked = (actor: Actor, recordId: string, block: string) =>
  widgetOfRecord(deps, { scope, actor, zone: 'UTC' }, { appId: hosts.id, recordId, block })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'found',
    (error: unknown) => {
      if (!isFailure(error)) throw error
      return error.code
    },
  )

describe('a widget on a record', () => {
  it('counts and lists what matches the record, beside its own filter', async () => {
    const web = await aHost({ name: 'web-01' })
    expect((await asked(lead, web, 'same')).data).toMatchObject({ kind: 'number', value: 2 })
    const { data, widget: shown } = await asked(lead, web, 'rows')
    expect(data).toMatchObject({ kind: 'table', total: 2 })
    expect(JSON.stringify(shown)).toContain('web-01')
    const db = await aHost({ name: 'db-01' })
    expect((await asked(lead, db, 'same')).data).toMatchObject({ value: 1 })
  })

  it('shows nothing while the record has no value to match by', async () => {
    expect((await asked(lead, await aHost({}), 'same')).data).toBeNull()
  })

  it('shows nothing of fields, dashboards, and apps that someone can’t read', async () => {
    const web = await aHost({ name: 'web-01', secret: 'red' })
    expect((await asked(lead, web, 'sealed')).data).toMatchObject({ value: 2 })
    const analyst = anActor(scope, { may: ['app:read', 'record:read', 'dashboard:read'] })
    expect((await asked(analyst, web, 'same')).data).toMatchObject({ value: 2 })
    expect(await codeOf(asked(analyst, web, 'sealed'))).toBe('resource.not_found')
    expect((await asked(lead, web, 'elsewhere')).data).toMatchObject({ value: 0 })
    // Who builds the app of the widget knows the field, but not what is in it.
    for (const someone of [analyst, anActor(scope)])
      expect(await codeOf(asked(someone, web, 'elsewhere'))).toBe('field.unknown')
    const seen = JSON.stringify(await apps.getApp(scope, analyst, hosts.id))
    expect([seen.includes('"same"'), seen.includes('"sealed"')]).toEqual([true, false])
    const noBoards = anActor(scope, { may: ['app:read', 'record:read'] })
    expect(await codeOf(asked(noBoards, web, 'same'))).toBe('right.missing')
  })

  it('counts no record that someone can’t see', async () => {
    const mail = await aHost({ name: 'mail-01' })
    const { id } = await records.createRecord(scope, lead, {
      appId: cases.id,
      fields: { title: 'About mail-01', host: 'mail-01', state: 'open' },
    })
    await restrictTo(LEADS, id)
    expect((await asked(lead, mail, 'same')).data).toMatchObject({ value: 1 })
    const analyst = anActor(scope, { may: ['app:read', 'record:read', 'dashboard:read'] })
    expect((await asked(analyst, mail, 'same')).data).toMatchObject({ value: 0 })
    expect((await asked(analyst, mail, 'rows')).data).toMatchObject({ items: [], total: 0 })
  })

  it('is the one of the layout of one’s own role, also for who builds the app', async () => {
    const ANALYSTS = newId()
    const input = app('printers', [{ key: 'name', label: 'Name', type: 'text' }])
    const sectionsOf = (chosen: string) => [
      {
        ...input.layout[0],
        blocks: [widget('same', [{ field: 'host', from: 'name' }], { dashboard, widget: chosen })],
      },
    ]
    const layouts = [{ id: 'analysts', name: 'Analysts', roles: [ANALYSTS], sections: sectionsOf('list') }]
    const printers = await apps.createApp(
      scope,
      lead,
      AppCreate.parse({ ...input, layout: sectionsOf('open'), layouts }),
    )
    const { id: recordId } = await records.createRecord(scope, lead, {
      appId: printers.id,
      fields: { title: 'x', name: 'web-01' },
    })
    const kindFor = async (principals: string[]) => {
      const eyes = { scope, actor: anActor(scope, { principals }), zone: 'UTC' }
      const { data } = await widgetOfRecord(deps, eyes, { appId: printers.id, recordId, block: 'same' })
      return data?.kind
    }
    expect([await kindFor([]), await kindFor([ANALYSTS])]).toEqual(['number', 'table'])
  })

  it('is missing alike on an unknown record, for an unknown block, and for a text', async () => {
    const web = await aHost({ name: 'web-01' })
    expect(await codeOf(asked(lead, newId(), 'same'))).toBe('resource.not_found')
    for (const block of ['none', 'words'])
      expect(await codeOf(asked(lead, web, block))).toBe('resource.not_found')
  })
})
