import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { FLAGS } from '@caseloom/testkit/tool-deps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { appsMigrations } from '../apps/apps.migrations.ts'
import { caseMigrations } from '../records/case-fields/case.migrations.ts'
import { feedMigrations } from '../records/feed/feed.migrations.ts'
import { recordRightsMigrations } from '../records/permissions/permissions.migrations.ts'
import { createRecordsDoor, type RecordsDoor } from '../records/records.door.ts'
import { recordsMigrations } from '../records/records.migrations.ts'
import { homeMigrations } from './home.migrations.ts'
import type { HomeDeps } from './home-page.ts'
import { listClocksAtRisk, listMyQueue, listUnassigned } from './my-work.ts'
import { workspacesMigrations } from './workspaces.migrations.ts'

const INSIDERS = newId()
const HOUR = 3_600_000
const options = (...keys: string[]) => keys.map((key) => ({ key, label: key }))
const state = (key: string) => ({ field: 'state', op: 'eq', value: key })

/** An app as analysts work in: state, severity, assignee, and a clock of four hours that warns after three. */
const work = (key: string, over: object = {}, extra: object[] = []) =>
  AppCreate.parse({
    key,
    acronym: key.slice(0, 3).toUpperCase(),
    name: key,
    titleField: 'title',
    listColumns: [],
    layout: [],
    assigneeField: 'owner',
    fields: [
      { key: 'title', label: 'Title', type: 'text' },
      {
        key: 'state',
        label: 'State',
        type: 'selection',
        display: 'state',
        options: options('new', 'promoted', 'closed'),
      },
      {
        key: 'severity',
        label: 'Severity',
        type: 'selection',
        display: 'severity',
        options: options('low', 'high', 'critical'),
      },
      { key: 'owner', label: 'Owner', type: 'user' },
      ...extra,
    ],
    ...over,
  })
const CLOCK = {
  key: 'sla',
  label: 'Respond',
  type: 'clock',
  target: 4 * 3600,
  start: state('new'),
  stop: state('closed'),
}

let installation: TestInstallation
let scope: TenantScope
let records: RecordsDoor
let deps: HomeDeps
let olga: Actor
let alerts: AppView
let cases: AppView
let homeOn = true
const apps = anAppsDoor()

/** The same tenant at another time. */
const at = (now: Date): TenantScope => ({
  ...scope,
  read: (work) => scope.read((tx) => work({ ...tx, now })),
  tx: (work) => scope.tx((tx) => work({ ...tx, now })),
})
const make = async (app: AppView, fields: JsonObject, when = scope) =>
  (await records.createRecord(when, olga, { appId: app.id, fields: { state: 'new', ...fields } })).id
const titles = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'went through',
    (error: unknown) => (isFailure(error) ? error.code : String(error)),
  )

beforeAll(async () => {
  installation = await anInstallation('my_work', [
    ...appsMigrations,
    ...recordsMigrations,
    ...caseMigrations,
    ...recordRightsMigrations,
    ...feedMigrations,
    ...workspacesMigrations,
    ...homeMigrations,
  ])
  records = createRecordsDoor({ apps })
  await records.keep(installation.database.system)
  scope = await installation.aTenant()
  olga = anActor(scope, { name: 'Olga' })
  olga.principals = [...olga.principals, INSIDERS]
  deps = {
    apps,
    records,
    people: async () => [],
    playbooks: async () => [],
    flags: async () => ({ ...FLAGS, HomePage: homeOn }),
  }
  alerts = await apps.createApp(scope, olga, work('alert'))
  cases = await apps.createApp(scope, olga, work('case', {}, [CLOCK]))
})
afterAll(() => installation.close())

describe('my queue', () => {
  it('holds open records of all apps that are assigned to its reader, the most severe first, then the oldest', async () => {
    const mine = { owner: olga.id }
    await make(alerts, { title: 'Old and high', severity: 'high', ...mine })
    await make(cases, { title: 'Young and high', severity: 'high', ...mine })
    await make(cases, { title: 'Critical', severity: 'critical', ...mine })
    await make(alerts, { title: 'Without a severity', ...mine })
    await make(alerts, { title: 'Without a state', severity: 'low', state: null, ...mine })
    await make(alerts, { title: 'Closed', state: 'closed', severity: 'critical', ...mine })
    await make(alerts, { title: 'Continued in a case', state: 'promoted', ...mine })
    await make(alerts, { title: 'Of another', severity: 'critical', owner: anActor(scope).id })
    const list = await listMyQueue(deps, scope, olga, 10)
    expect(titles(list)).toEqual([
      'Critical',
      'Old and high',
      'Young and high',
      'Without a state',
      'Without a severity',
    ])
    expect(list.total).toEqual({ value: 5, capped: false })
    expect(list.items.some(({ can }) => can.take)).toBe(false)
  })

  it('counts what it cuts off', async () => {
    const list = await listMyQueue(deps, scope, olga, 2)
    expect(titles(list)).toEqual(['Critical', 'Old and high'])
    expect(list.total.value).toBe(5)
  })

  it('says nothing of an app that is archived, or that has no assignee or state', async () => {
    await apps.createApp(scope, olga, work('plain', { assigneeField: undefined }))
    const old = await apps.createApp(scope, olga, work('shelf'))
    await make(old, { title: 'On the shelf', owner: olga.id })
    await apps.lifecycle.archive(scope, olga, { appId: old.id, archived: true })
    expect(titles(await listMyQueue(deps, scope, olga, 50))).not.toContain('On the shelf')
  })
})

describe('unassigned records', () => {
  it('can be taken by those who may update them, and leave the list then', async () => {
    const id = await make(alerts, { title: 'Free', severity: 'high' })
    await make(alerts, { title: 'Free and closed', state: 'closed' })
    const list = await listUnassigned(deps, scope, olga, 10)
    expect(list.items.map(({ title, can }) => [title, can.take])).toEqual([['Free', true]])
    const viewer = anActor(scope, { may: ['record:read', 'app:read'] })
    expect((await listUnassigned(deps, scope, viewer, 10)).items.map(({ can }) => can.take)).toEqual([false])
    await records.updateRecord(scope, olga, { appId: alerts.id, recordId: id, fields: { owner: olga.id } })
    expect(await listUnassigned(deps, scope, olga, 10)).toEqual({
      items: [],
      total: { value: 0, capped: false },
    })
  })

  it('can’t be taken where the reader can’t write the assignee', async () => {
    const app = await apps.createApp(
      scope,
      olga,
      work('guard', {
        fields: work('base').fields.map((field) =>
          field.key === 'owner' ? { ...field, writers: [INSIDERS] } : field,
        ),
      }),
    )
    await make(app, { title: 'Guarded' })
    const take = async (actor: Actor) =>
      (await listUnassigned(deps, scope, actor, 10)).items.find(({ title }) => title === 'Guarded')?.can.take
    expect([await take(olga), await take(anActor(scope))]).toEqual([true, false])
  })
})

describe('what its reader can’t see', () => {
  it('is in no list and no count: apps that aren’t shared with them, and other tenants', async () => {
    const nora = anActor(scope, { name: 'Nora' })
    const sharing = [{ to: { roleId: INSIDERS }, level: 'manage' }]
    const closed = await apps.createApp(scope, olga, work('closed', { sharing }))
    await make(closed, { title: 'Secret', owner: nora.id })
    await make(alerts, { title: 'Open to all', owner: nora.id })
    const list = await listMyQueue(deps, scope, nora, 10)
    expect([titles(list), list.total.value]).toEqual([['Open to all'], 1])
    const elsewhere = await installation.aTenant()
    const mallory = anActor(elsewhere, { id: nora.id, principals: nora.principals })
    expect((await listMyQueue(deps, elsewhere, mallory, 10)).total.value).toBe(0)
  })

  it.each(['title', 'severity', 'owner', 'state'])('a list never says by the field %s', async (key) => {
    const reader = anActor(scope, { may: ['record:read', 'app:read'] })
    const builder = anActor(scope)
    const app = await apps.createApp(
      scope,
      olga,
      work(`hide_${key}`, {
        fields: work('base').fields.map((field) =>
          field.key === key ? { ...field, readers: [INSIDERS] } : field,
        ),
        acronym: { title: 'HT', severity: 'HV', owner: 'HO', state: 'HS' }[key],
      }),
    )
    for (const { id } of [reader, builder]) {
      await make(app, { title: 'Plain words', severity: 'critical', owner: id })
      await make(app, { title: 'More words', severity: 'low', owner: id })
    }
    for (const actor of [reader, builder]) {
      const { items, total } = await listMyQueue(deps, scope, actor, 10)
      const own = items.filter(({ record }) => record.appId === app.id)
      expect(own.flatMap(({ record }) => Object.keys(record.fields))).not.toContain(key)
      const isListed = key === 'title' || key === 'severity'
      expect([own.length, total.value]).toEqual(isListed ? [2, 2] : [0, 0])
      if (key === 'title') expect(titles({ items: own })).toEqual(own.map(({ record }) => record.trackingId))
      // The oldest first: an order by severity would say it.
      if (key === 'severity')
        expect(own.map(({ record }) => record.trackingId)).toEqual(
          own.map(({ record }) => record.trackingId).toSorted(),
        )
    }
  })

  it('needs the permission to read records, a user, and the flag', async () => {
    const stranger = anActor(scope, { may: ['app:read'] })
    expect(await failure(listMyQueue(deps, scope, stranger, 10))).toBe('right.missing')
    const appless = anActor(scope, { may: ['record:read'] })
    expect((await listUnassigned(deps, scope, appless, 10)).items).toEqual([])
    expect(await failure(listMyQueue(deps, scope, { ...olga, kind: 'playbook' }, 10))).toBe(
      'resource.not_found',
    )
    homeOn = false
    for (const list of [listMyQueue, listUnassigned, listClocksAtRisk])
      expect(await failure(list(deps, scope, olga, 10))).toBe('resource.not_found')
    homeOn = true
  })
})

describe('clocks at risk', () => {
  const begin = new Date('2031-06-02T09:00:00.000Z')
  const after = (hours: number) => at(new Date(begin.getTime() + hours * HOUR))

  it('come with the earliest due first, then those beyond their target, the latest first', async () => {
    for (const [title, hours] of [
      ['Long over', 0],
      ['Over', 3],
      ['Soon', 5.5],
      ['Later', 6],
      ['In time', 8],
    ] as const)
      await make(cases, { title }, after(hours))
    const list = await listClocksAtRisk(deps, after(9.2), olga, 10)
    expect(list.items.slice(0, 4).map(({ title, clock }) => [title, clock.label])).toEqual([
      ['Soon', 'Respond'],
      ['Later', 'Respond'],
      ['Over', 'Respond'],
      ['Long over', 'Respond'],
    ])
    expect(titles(list)).not.toContain('In time')
    expect(titles(await listClocksAtRisk(deps, after(9.2), olga, 1))).toEqual(['Soon'])
    expect((await listClocksAtRisk(deps, after(9.2), olga, 1)).total.value).toBe(list.items.length)
  })

  it('without the clocks that their reader can’t read', async () => {
    const app = await apps.createApp(
      scope,
      olga,
      work('quiet', { acronym: 'QUI' }, [{ ...CLOCK, readers: [INSIDERS] }]),
    )
    const id = await make(app, { title: 'Quiet' }, after(0))
    const clocksFor = async (actor: Actor) => {
      const { items, total } = await listClocksAtRisk(deps, after(9.2), actor, 50)
      return [items.some(({ record }) => record.id === id), total.value] as const
    }
    const [seen, all] = await clocksFor(olga)
    expect(seen).toBe(true)
    expect(await clocksFor(anActor(scope))).toEqual([false, all - 1])
  })
})
