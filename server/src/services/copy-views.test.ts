import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appsMigrations } from '../domains/apps/apps.migrations.ts'
import { createRecordsDoor, type RecordsDoor } from '../domains/records/records.door.ts'
import { recordsMigrations } from '../domains/records/records.migrations.ts'
import { createReportingDoor } from '../domains/reporting/reporting.door.ts'
import { reportingMigrations } from '../domains/reporting/reporting.migrations.ts'
import type { TenantScope } from '../platform/database/types.ts'
import { newId } from '../platform/uuid.ts'
import { copyViews } from './copy-views.ts'

let installation: TestInstallation
let scope: TenantScope
let records: RecordsDoor
const apps = anAppsDoor()
const SECRET = newId()

beforeAll(async () => {
  const migrations = [...appsMigrations, ...recordsMigrations, ...reportingMigrations]
  installation = await anInstallation('copy_views', migrations)
  records = createRecordsDoor({ apps })
  await records.keep(installation.database.system)
  scope = await installation.aTenant()
})
afterAll(() => installation.close())

const option = (key: string) => ({ key, label: key })
const level = { key: 'level', label: 'Level', type: 'selection', options: [option('low'), option('high')] }
const fields = [
  { key: 'title', label: 'Title', type: 'text' },
  level,
  { key: 'secret', label: 'Secret', type: 'text', readers: [SECRET] },
]

test('copies shared views that the actor can see whole, and leaves out one that no longer fits the app', async () => {
  const reporting = createReportingDoor({ apps, records })
  const keeper = anActor(scope, { principals: [SECRET] })
  const shape = { name: 'Alert', titleField: 'title', listColumns: [], layout: [] }
  const app = await apps.createApp(
    scope,
    keeper,
    AppCreate.parse({ ...shape, key: 'alert', acronym: 'ALR', fields }),
  )
  const view = (at: AppView, name: string, over: object) =>
    reporting.createReport(
      scope,
      { actor: keeper, ip: null },
      {
        appId: at.id,
        name,
        description: '',
        filter: null,
        text: '',
        sort: [],
        columns: [],
        groupBy: null,
        show: 'list',
        sharing: null,
        ...over,
      },
    )
  await view(app, 'A stale', { filter: { field: 'level', op: 'eq', value: 'high' } })
  await view(app, 'B own', { sharing: [] })
  await view(app, 'C secret', { filter: { field: 'secret', op: 'notEmpty' } })
  await view(app, 'D low', { filter: { field: 'level', op: 'eq', value: 'low' } })
  // As a field that changed its type since leaves a view.
  await scope.tx((tx) =>
    tx.query(
      `update caseloom.report set definition = jsonb_set(definition, '{filter,op}', '"before"')
        where tenant_id = $1 and name = 'A stale'`,
      [tx.tenantId],
    ),
  )
  const builder = anActor(scope, { principals: [newId()] })
  const names = { name: 'Copy', key: 'copy', acronym: 'CPY' }
  const copy = await apps.lifecycle.copy(scope, builder, { ...names, appId: app.id })
  const leftOut = await copyViews({ reporting }, scope, builder, { from: app.id, to: copy })
  // One's own view isn't among them: it was never to be copied.
  expect(leftOut).toEqual(['A stale', 'C secret'])
  const copied = await reporting.listReports(scope, keeper, copy.id)
  expect(copied.map(({ name, sharing }) => [name, sharing])).toEqual([['D low', null]])
})
