import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Condition, Filter } from '@caseloom/contract/values/filter'
import { type DashboardFilter, Widget, type WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { appsMigrations } from '../apps/apps.migrations.ts'
import { caseMigrations } from '../records/case-fields/case.migrations.ts'
import { createRecordsDoor, type RecordsDoor } from '../records/records.door.ts'
import { recordsMigrations } from '../records/records.migrations.ts'
import { narrowed, readDashboardFilter } from './dashboard-filter.ts'
import { widgetFaults } from './check-widgets.ts'
import { widgetData } from './widget-data.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'
import { workspacesMigrations } from './workspaces.migrations.ts'

const INSIDERS = newId()
const BEGIN = Date.parse('2031-06-02T09:00:00.000Z')
const HOUR = 3_600_000
const after = (hours: number) => new Date(BEGIN + hours * HOUR)
const state = (key: string) => ({ field: 'state', op: 'eq', value: key })
const clock = (key: string, over: object = {}) => ({
  key,
  label: key,
  type: 'clock',
  start: { field: 'title', op: 'notEmpty' },
  pause: state('waiting'),
  stop: state('closed'),
  target: 4 * 3600,
  ...over,
})
const HIDDEN = { readers: [INSIDERS] }

let installation: TestInstallation
let scope: TenantScope
let records: RecordsDoor
let deps: WorkspacesDeps
let app: AppView
let insider: Actor
let outsider: Actor

/** The same tenant at another time. */
const at = (now: Date): TenantScope => ({
  ...scope,
  read: (work) => scope.read((tx) => work({ ...tx, now })),
  tx: (work) => scope.tx((tx) => work({ ...tx, now })),
})
const make = async (fields: JsonObject, when: Date) =>
  (await records.createRecord(at(when), insider, { appId: app.id, fields })).id

beforeAll(async () => {
  const migrations = [...appsMigrations, ...recordsMigrations, ...caseMigrations, ...workspacesMigrations]
  installation = await anInstallation('security_widgets', migrations)
  const apps = anAppsDoor()
  records = createRecordsDoor({ apps })
  await records.keep(installation.database.system)
  deps = { apps, records, people: async () => [] }
  scope = await installation.aTenant()
  insider = anActor(scope, { principals: [newId(), INSIDERS] })
  outsider = anActor(scope)
  const options = ['new', 'triage', 'waiting', 'closed'].map((key) => ({ key, label: key.toUpperCase() }))
  app = await apps.createApp(
    scope,
    insider,
    AppCreate.parse({
      key: 'alert',
      acronym: 'ALR',
      name: 'Alert',
      titleField: 'title',
      listColumns: [],
      layout: [],
      fields: [
        { key: 'title', label: 'Title', type: 'text' },
        { key: 'state', label: 'State', type: 'selection', options },
        { key: 'tags', label: 'Tags', type: 'selection', multiple: true, options },
        clock('ack'),
        clock('quiet', { ...HIDDEN, target: 3600 }),
        clock('open', { target: undefined }),
        { key: 'ttps', label: 'Techniques', type: 'technique', multiple: true },
        { key: 'ttp', label: 'Technique', type: 'technique' },
        { key: 'secret', label: 'Secret', type: 'technique', ...HIDDEN },
      ],
    }),
  )
  // At hour 9.2, a target of four hours that warns after three has passed for the first two.
  await make(
    { title: 'Long over', state: 'new', ttps: ['T1059', 'T1059.001', 'T1566'], ttp: 'T1059.001' },
    after(0),
  )
  await make({ title: 'Over', state: 'triage', ttps: ['T1059.003'], ttp: 'T1059' }, after(3))
  await make({ title: 'Soon', state: 'new', ttps: ['T1078.004'] }, after(5.5))
  await make({ title: 'In time', state: 'new' }, after(8))
  await make({ title: 'Paused', state: 'waiting' }, after(0))
  await make({ title: 'Ended', state: 'closed', ttps: ['T1566'] }, after(0))
  const restricted = await make(
    { title: 'Restricted', state: 'new', ttps: ['T1059'], ttp: 'T1059' },
    after(1),
  )
  const table = `"${scope.schema}"."a_${app.id.replaceAll('-', '')}"`
  await scope.tx((tx) =>
    tx.query(`update ${table} set acl = $1::uuid[] where id = $2`, [[INSIDERS], restricted]),
  )
})
afterAll(() => installation.close())

const place = { id: 'w', x: 0, y: 0, w: 4, h: 4, title: 'Figure' }
const aWidget = (over: object) => Widget.parse({ ...place, app: app.id, ...over })
const look = (actor: Actor) => ({ scope, actor, range: '30d' as const, zone: 'UTC', now: after(9.2) })
async function shown<Kind extends WidgetData['kind']>(
  actor: Actor,
  over: Record<string, unknown> & { kind: Kind },
): Promise<Extract<WidgetData, { kind: Kind }>> {
  const data = await widgetData(deps, look(actor), aWidget(over))
  if (data.kind !== over.kind) throw new Error('Another kind of data came')
  return data as Extract<WidgetData, { kind: Kind }> // just compared
}
const faults = async (over: object, actor = insider) => {
  const { issues, unknown } = await widgetFaults(
    deps,
    { scope, actor },
    { widget: aWidget(over), range: '30d', path: ['body', 'widget'] },
  )
  return { paths: issues.map(({ path }) => path.join('.')), unknown }
}
/** What a press on a count opens, at the same moment. */
const finds = async (actor: Actor, filter: Filter | null | undefined) => {
  if (filter === null || filter === undefined) throw new Error('The count has no filter')
  const command = { appId: app.id, filter, at: after(9.2), columns: ['title'] }
  const { items } = await records.searchRecords(scope, actor, command)
  return items.map(({ fields }) => String(fields['title'])).toSorted()
}

describe('an SLA board', () => {
  test('counts running clocks on track, at risk, and overdue, and lists the worst first', async () => {
    const data = await shown(insider, { kind: 'sla', clocks: ['ack', 'quiet'], limit: 3 })
    const counts = data.clocks.map(({ key, running, warning, overdue }) => [
      key,
      running.value,
      warning.value,
      overdue.value,
    ])
    expect(counts).toEqual([
      ['ack', 1, 1, 3],
      ['quiet', 0, 0, 5],
    ])
    expect(data.worst.map(({ clock: key, title }) => [key, title])).toEqual([
      ['quiet', 'Long over'],
      ['quiet', 'Restricted'],
      ['ack', 'Long over'],
    ])
    const [ack] = data.clocks
    expect(await finds(insider, ack?.overdue.filter)).toEqual(['Long over', 'Over', 'Restricted'])
    expect(await finds(insider, ack?.warning.filter)).toEqual(['Soon'])
    expect(await finds(insider, ack?.running.filter)).toEqual(['In time'])
  })

  test('leaves out restricted records, follows its filter, and can list none', async () => {
    const data = await shown(outsider, { kind: 'sla', clocks: ['ack'] })
    expect(
      data.clocks.map(({ running, warning, overdue }) => [running, warning, overdue].map((one) => one.value)),
    ).toEqual([[1, 1, 2]])
    expect(data.worst.map(({ title }) => title)).toEqual(['Long over', 'Over', 'Soon'])
    const filter = { field: 'state', op: 'eq', value: 'triage' }
    const some = await shown(insider, { kind: 'sla', clocks: ['ack'], limit: 0, filter })
    expect([some.clocks[0]?.overdue.value, some.worst]).toEqual([1, []])
    expect(await finds(insider, some.clocks[0]?.overdue.filter)).toEqual(['Over'])
  })

  test('takes clocks with a target that its reader can read', async () => {
    expect(await faults({ kind: 'sla', clocks: ['ack', 'quiet'] })).toEqual({ paths: [], unknown: false })
    expect(await faults({ kind: 'sla', clocks: ['ack', 'open'] })).toEqual({
      paths: ['body.widget.clocks.1'],
      unknown: false,
    })
    expect(await faults({ kind: 'sla', clocks: ['state'] })).toMatchObject({
      paths: ['body.widget.clocks.0'],
    })
    const hidden = { paths: ['body.widget.clocks.0'], unknown: true }
    expect(await faults({ kind: 'sla', clocks: ['quiet'] }, outsider)).toEqual(hidden)
    expect(await faults({ kind: 'sla', clocks: ['gone'] }, outsider)).toEqual(hidden)
    const code = await shown(outsider, { kind: 'sla', clocks: ['quiet'] }).catch((error: unknown) =>
      isFailure(error) ? error.code : error,
    )
    expect(code).toBe('field.unknown')
  })
})

describe('an ATT&CK matrix', () => {
  const cells = (data: Extract<WidgetData, { kind: 'attack' }>) =>
    data.tactics.map(({ name, techniques }) => [name, ...techniques.map(({ id, value }) => `${id} ${value}`)])

  test('counts each record once for a technique and its sub-techniques, below every tactic', async () => {
    const data = await shown(insider, { kind: 'attack', field: 'ttps' })
    expect(cells(data)).toEqual([
      ['Initial Access', 'T1566 2', 'T1078 1'],
      ['Execution', 'T1059 3'],
      ['Persistence', 'T1078 1'],
      ['Privilege Escalation', 'T1078 1'],
      ['Defense Evasion', 'T1078 1'],
    ])
    const [, execution] = data.tactics
    expect(await finds(insider, execution?.techniques[0]?.filter)).toEqual([
      'Long over',
      'Over',
      'Restricted',
    ])
    const one = await shown(insider, { kind: 'attack', field: 'ttps', limit: 1 })
    expect(one.tactics.map(({ more }) => more)).toEqual([1, 0, 0, 0, 0])
  })

  test('leaves out restricted records, and takes a field of one technique', async () => {
    expect(cells(await shown(outsider, { kind: 'attack', field: 'ttps' }))[1]).toEqual([
      'Execution',
      'T1059 2',
    ])
    expect(cells(await shown(outsider, { kind: 'attack', field: 'ttp' }))).toEqual([['Execution', 'T1059 2']])
    expect(await shown(insider, { kind: 'attack', field: 'secret' })).toEqual({ kind: 'attack', tactics: [] })
    expect(await faults({ kind: 'attack', field: 'secret' }, outsider)).toEqual({
      paths: ['body.widget.field'],
      unknown: true,
    })
    expect(await faults({ kind: 'attack', field: 'title' })).toMatchObject({ paths: ['body.widget.field'] })
  })
})

describe('a funnel', () => {
  const stages = (data: Extract<WidgetData, { kind: 'funnel' }>) =>
    data.stages.map(({ label, value, share }) => [label, value, share])

  test('counts the records that have reached each value of a selection', async () => {
    const data = await shown(insider, { kind: 'funnel', groupBy: 'state' })
    expect(stages(data)).toEqual([
      ['NEW', 7, null],
      ['TRIAGE', 3, 3 / 7],
      ['WAITING', 2, 2 / 3],
      ['CLOSED', 1, 0.5],
    ])
    expect(await finds(insider, data.stages[1]?.filter)).toEqual(['Ended', 'Over', 'Paused'])
    const some = await shown(outsider, { kind: 'funnel', groupBy: 'state', steps: ['new', 'closed'] })
    expect(stages(some)).toEqual([
      ['NEW', 4, null],
      ['CLOSED', 1, 0.25],
    ])
  })

  test('takes selections of one value, and options that they have', async () => {
    for (const groupBy of ['tags', 'title'])
      expect(await faults({ kind: 'funnel', groupBy })).toMatchObject({ paths: ['body.widget.groupBy'] })
    const steps = ['new', 'gone']
    expect(await faults({ kind: 'funnel', groupBy: 'state', steps })).toEqual({
      paths: ['body.widget.steps.1'],
      unknown: false,
    })
    expect(
      Widget.safeParse({ ...place, app: app.id, kind: 'funnel', groupBy: 'state', steps: ['new', 'new'] })
        .success,
    ).toBe(false)
  })
})

describe('the filter of a dashboard', () => {
  const eyes = (actor: Actor) => ({ scope, actor, zone: 'UTC' })
  const funnel = () => aWidget({ kind: 'funnel', groupBy: 'state' })
  const firstStage = async (actor: Actor, filter: DashboardFilter) => {
    const widget = await narrowed(deps, eyes(actor), funnel(), filter)
    const data = await widgetData(deps, look(actor), widget)
    return data.kind === 'funnel' ? data.stages[0] : undefined
  }
  const triage: Condition = { field: 'state', op: 'in', value: ['triage'] }

  test('narrows a widget, and is in what a press on its counts opens', async () => {
    const stage = await firstStage(insider, [triage, { field: 'title', op: 'startsWith', value: 'Ov' }])
    expect(stage?.value).toBe(1)
    expect(await finds(insider, stage?.filter)).toEqual(['Over'])
    const trend = aWidget({
      kind: 'trend',
      measure: { of: 'count' },
      filter: { field: 'title', op: 'notEmpty' },
    })
    const data = await widgetData(deps, look(insider), await narrowed(deps, eyes(insider), trend, [triage]))
    expect(data).toMatchObject({ filter: { all: [{ field: 'title', op: 'notEmpty' }, triage] } })
  })

  test('leaves a widget as it is where its app lacks the field, the reader can’t read it, or it doesn’t fit', async () => {
    const hidden = { field: 'secret', op: 'notEmpty' } as const
    expect((await firstStage(insider, [hidden]))?.value).toBe(0)
    const all = (await firstStage(outsider, []))?.value
    expect(all).toBe(6)
    for (const condition of [hidden, { ...hidden, field: 'gone' }, { ...triage, op: 'within' as const }])
      expect((await firstStage(outsider, [condition]))?.value).toBe(all)
  })

  test('is read from an address', () => {
    expect(readDashboardFilter(undefined)).toEqual([])
    expect(readDashboardFilter(JSON.stringify([triage]))).toEqual([triage])
    for (const text of ['', '{', '{}', JSON.stringify([triage, triage, triage, triage])])
      expect(() => readDashboardFilter(text)).toThrow(expect.objectContaining({ code: 'request.invalid' }))
  })
})
