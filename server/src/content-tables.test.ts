import type { InstallView } from '@caseloom/contract/content/packages'
import type { TableView } from '@caseloom/contract/automation/tables'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ContentFixture, createContentFixture, type Place } from './content.fixture.ts'
import { createTableRow } from './domains/automation/tables/save-row.ts'
import { exportPackage } from './domains/content/exporting/export-package.ts'
import { listContentItems, preparePackage } from './domains/content/exporting/prepare-package.ts'
import { planPackage } from './domains/content/installs/plan-package.ts'
import { getInstall } from './domains/content/installs/read-installs.ts'
import { applyInstall, undoInstall } from './domains/content/installs/start-install.ts'

let house: ContentFixture
beforeAll(async () => {
  house = await createContentFixture()
})
afterAll(() => house.close())

const text = (key: string) => ({ key, label: key, type: 'text' as const })
const TABLE = {
  key: 'vips',
  name: 'VIPs',
  description: null,
  columns: [text('email'), text('team')],
  caseSensitive: false,
  expireDays: 30,
}
const PLAYBOOK: JsonObject = {
  playbook: 'find-vip',
  title: 'Find a VIP',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: [{ key: 'look', action: 'table.lookup', with: { table: 'vips', key: '{% trigger.body.email %}' } }],
}

async function aSource(): Promise<Place> {
  const place = await house.aPlace()
  await house.deps.tables.create(place.scope, place.user, TABLE)
  const { id, revision } = await house.deps.playbooks.create(place.scope, place.user, PLAYBOOK)
  await house.deps.playbooks.publish(place.scope, place.user, { playbookId: id, revision })
  return place
}

const chosen = [{ kind: 'playbook' as const, key: 'find-vip' }]
const exported = async ({ scope, user }: Place, version = '1.0.0') =>
  (
    await exportPackage(house.deps, scope, user, {
      package: 'vip',
      title: 'VIP',
      version,
      description: '',
      items: chosen,
    })
  ).bytes

async function applied({ scope, user }: Place, bytes: Buffer): Promise<InstallView> {
  const plan = await planPackage(house.deps, scope, user, bytes)
  const command = { installId: plan.id, fingerprint: plan.fingerprint ?? '', decisions: {} }
  await applyInstall(house.deps, scope, user, command)
  await house.work()
  return getInstall(house.deps, scope, user, plan.id)
}

async function undone({ scope, user }: Place, installId: string): Promise<InstallView> {
  await undoInstall(house.deps, scope, user, { installId })
  await house.work()
  return getInstall(house.deps, scope, user, installId)
}

async function tableOf({ scope, user }: Place): Promise<TableView | undefined> {
  return (await house.deps.tables.list(scope, user))[0]
}

async function change(place: Place, columns: typeof TABLE.columns): Promise<void> {
  const table = await tableOf(place)
  const { id: tableId = '', revision = 0 } = table ?? {}
  await house.deps.tables.save(place.scope, place.user, {
    tableId,
    revision,
    input: { ...TABLE, columns },
  })
}

async function addRow(place: Place, email: string): Promise<void> {
  const tableId = (await tableOf(place))?.id ?? ''
  await createTableRow(house.automation, place.scope, place.user, { tableId, values: { email } })
}

const states = ({ items }: InstallView) =>
  Object.fromEntries(items.map(({ kind, state, notes }) => [kind, [state, ...notes.map(({ code }) => code)]]))

it('a package brings the tables that its playbooks use, without their rows, and is undone whole', async () => {
  const from = await aSource()
  await addRow(from, 'ceo@example.com')
  const { items, problems } = await preparePackage(house.deps, from.scope, from.user, chosen)
  expect(items.map(({ kind, key, why }) => [kind, key, why?.relation, why?.place])).toEqual([
    ['playbook', 'find-vip', undefined, undefined],
    ['table', 'vips', 'names', 'look'],
  ])
  expect(problems).toEqual([])
  const bytes = await exported(from)
  const to = await house.aPlace()
  const install = await applied(to, bytes)
  // Tables come first, so that the playbook can be published.
  expect(states(install)).toEqual({ playbook: ['done', 'triggers_off'], table: ['done'] })
  expect(await tableOf(to)).toMatchObject({ ...TABLE, rows: 0 })
  expect(await exported(to)).toEqual(bytes)
  expect((await planPackage(house.deps, to.scope, to.user, bytes)).items.map((item) => item.change)).toEqual([
    'same',
    'same',
  ])
  expect(states(await undone(to, install.id))).toEqual({ playbook: ['undone'], table: ['undone'] })
  expect(await tableOf(to)).toBeUndefined()
})

it('an update keeps the columns that rows may use, and its undo loses no value', async () => {
  const from = await aSource()
  const to = await house.aPlace()
  await applied(to, await exported(from))
  await addRow(to, 'cfo@example.com')
  await change(from, [text('email'), text('phone')])
  const update = await applied(to, await exported(from, '1.1.0'))
  expect(states(update)['table']).toEqual(['done'])
  expect((await tableOf(to))?.columns.map(({ key }) => key)).toEqual(['email', 'phone', 'team'])
  // The undo would delete the values of the new column.
  expect(states(await undone(to, update.id))['table']).toEqual(['stays', 'stays_rows'])
  expect((await tableOf(to))?.columns).toHaveLength(3)
})

it('an undo leaves a table that has rows or that another playbook uses, and says why', async () => {
  const from = await aSource()
  const bytes = await exported(from)
  const filled = await house.aPlace()
  const first = await applied(filled, bytes)
  await addRow(filled, 'cto@example.com')
  expect(states(await undone(filled, first.id))['table']).toEqual(['stays', 'stays_rows'])
  const used = await house.aPlace()
  const second = await applied(used, bytes)
  const other = { ...PLAYBOOK, playbook: 'other' }
  const { id, revision } = await house.deps.playbooks.create(used.scope, used.user, other)
  await house.deps.playbooks.publish(used.scope, used.user, { playbookId: id, revision })
  expect(states(await undone(used, second.id))['table']).toEqual(['stays', 'stays_used'])
})

it('tables need the permission for playbooks: others neither see them nor import them', async () => {
  const from = await aSource()
  const bytes = await exported(from)
  const blind = house.aUser(from.scope, {
    permissions: new Set(['content:export', 'app:read', 'app:build'] as const),
  })
  expect(await listContentItems(house.deps, from.scope, blind)).toEqual([])
  const to = await house.aPlace({
    permissions: new Set(['content:import', 'playbook:read', 'app:build'] as const),
  })
  const plan = await planPackage(house.deps, to.scope, to.user, bytes)
  expect(plan.items.map((item) => [item.kind, item.reason])).toEqual([
    ['playbook', 'missing_permission'],
    ['table', 'missing_permission'],
  ])
})
