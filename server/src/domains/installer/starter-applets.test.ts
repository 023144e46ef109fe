import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appsMigrations } from '../apps/apps.migrations.ts'
import type { ReportingDoor } from '../reporting/reporting.door.ts'
import { addStarterApps } from './add-starter-apps.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await anInstallation('starter_applets', appsMigrations)
})
afterAll(() => installation.close())

test('the applets of the product are added once, and the case links all of them', async () => {
  const scope = await installation.aTenant()
  const actor = anActor(scope)
  const apps = anAppsDoor()
  const reporting: ReportingDoor = {
    listReports: async () => [],
    // Saved views are not what this is about.
    createReport: async () => ({}) as Awaited<ReturnType<ReportingDoor['createReport']>>,
  }
  const made = await addStarterApps({ apps, reporting }, scope, actor)
  const applets = await apps.applets.list(scope, actor)
  expect(applets.map(({ name, links }) => [name, links])).toEqual([
    ['Affected identities', 1],
    ['Containment', 1],
    ['Evidence custody', 1],
    ['Notification duties', 1],
    ['Root cause and lessons', 1],
  ])
  const theCase = made.find(({ key }) => key === 'case')
  expect(theCase?.layout.slice(-5).map(({ title, tab, applet }) => [title, tab, applet])).toEqual([
    ['Containment', 'Response', 'containment'],
    ['Affected identities', 'Response', 'identities'],
    ['Notification duties', 'Response', 'notify'],
    ['Evidence custody', 'Investigation', 'custody'],
    ['Root cause and lessons', 'Closure', 'root_cause'],
  ])
  expect(theCase?.fields.find(({ key }) => key === 'notify_gdpr')).toMatchObject({
    type: 'clock',
    target: 72 * 3600,
  })
  const again = await addStarterApps({ apps, reporting }, scope, actor)
  expect(again.map(({ revision }) => revision)).toEqual([1, 1, 1, 1])
  expect(await apps.applets.list(scope, actor)).toHaveLength(5)
})
