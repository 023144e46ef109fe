import type { AppView } from '@caseloom/contract/apps/apps'
import { AppUpdate } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { createObservableStepsDoor } from '../../records/observable-steps.door.ts'
import { createAutomationFixture, type AutomationFixture } from '../automation.fixture.ts'
import { aLookUp, anAppWithMarks, anAssetWith } from '../components/look-ups.fixture.ts'
import { lookAtRecordEvents } from '../intake/record-events.ts'
import { beginArrivals, dropOldArrivals } from './arrival.store.ts'
import { enrichArrivals } from './enrich-arrivals.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

/** Events are seen once the oldest transaction of the whole cluster has ended: other files have theirs. */
async function settled(): Promise<void> {
  const { system } = house.installation.database
  const [now] = await system.tx((tx) => tx.query<{ xid: string }>('select pg_current_xact_id()::text as xid'))
  const isPast = () =>
    system.read(async (tx) => {
      const past = 'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint > $1::bigint as past'
      return (await tx.query<{ past: boolean }>(past, [now?.xid]))[0]?.past
    })
  await expect.poll(isPast, { timeout: 60_000, interval: 20 }).toBe(true)
}

/** What the worker does every second. */
async function look(): Promise<void> {
  const { automation, installation } = house
  await settled()
  await beginArrivals(installation.database.system)
  await lookAtRecordEvents({ ...automation, handlers: [enrichArrivals(automation)] })
}

async function anEnrichingApp(over: JsonObject = {}): Promise<{ scope: TenantScope; app: AppView }> {
  const scope = await house.aTenant()
  const app = await anAppWithMarks(house, scope, { enrichNew: true, ...over })
  await look()
  return { scope, app }
}

const create = (scope: TenantScope, app: AppView, fields: JsonObject, by = anActor(scope)) =>
  house.records.createRecord(scope, by, { appId: app.id, fields: { title: 'One', ...fields } })

interface Run {
  id: string
  kind: string
  playbook: string
  record: string | null
  initiator: string | null
  values: string[]
}
const runs = (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<Run>(
      `select r.id, r.trigger_kind as kind, p.key as playbook, r.initiator, t.record_id as record,
              array(select o ->> 'value' from json_array_elements(i.request -> 'inputs' -> 'observables') o) as values
         from caseloom.run r join caseloom.playbook p on p.id = r.playbook_id
         join caseloom.run_input i on i.run_id = r.id left join caseloom.run_record t on t.run_id = r.id
        where r.tenant_id = $1 order by r.number`,
      [tx.tenantId],
    ),
  )
const given = async (scope: TenantScope) => (await runs(scope)).map(({ values }) => values)
const storeVerdict = (scope: TenantScope, value: string, expiresAt: string | null) =>
  createObservableStepsDoor(house).storeLookups(scope, anActor(scope), {
    lookups: [
      { kind: 'ipv4', value, source: 'S', verdict: 'clean', score: null, summary: '', link: null, expiresAt },
    ],
    operationKey: newId(),
  })

describe('observables that come to the records of an app that looks them up', () => {
  it('start the look-ups of their types as services, shown at the record', async () => {
    const { scope, app } = await anEnrichingApp()
    await house.publish(scope, aLookUp('ask'))
    await house.publish(scope, aLookUp('domains', undefined, { component: { looksUp: ['domain'] } }))
    const record = await create(scope, app, { seen: ['192.0.2.1', 'evil.example', '192.0.2.2', 'C:\\x'] })
    await create(scope, app, { title: 'Nothing seen' })
    await look()
    expect((await runs(scope)).toSorted((a, b) => a.playbook.localeCompare(b.playbook))).toMatchObject([
      {
        kind: 'arrival',
        playbook: 'ask',
        record: record.id,
        initiator: null,
        values: ['192.0.2.1', '192.0.2.2'],
      },
      { playbook: 'domains', values: ['evil.example'] },
    ])
    // What the runs were given is gated by the record.
    const touched = await scope.read((tx) =>
      tx.query<{ record_id: string }>(
        'select t.record_id from caseloom.run_touch t join caseloom.run r on r.id = t.scope_id where r.tenant_id = $1',
        [tx.tenantId],
      ),
    )
    expect(touched.map((one) => one.record_id)).toEqual([record.id, record.id])
  })

  it('are those that a change brings, not the ones that were there', async () => {
    const { scope, app } = await anEnrichingApp()
    const { id } = await create(scope, app, { seen: ['192.0.2.1'] })
    await look()
    await house.publish(scope, aLookUp('ask'))
    const change = (fields: JsonObject) =>
      house.records.updateRecord(scope, anActor(scope), { appId: app.id, recordId: id, fields })
    await change({ title: 'Two' })
    await change({ seen: ['192.0.2.1', '192.0.2.2'] })
    await look()
    expect(await given(scope)).toEqual([['192.0.2.2']])
  })

  it('are looked up once for all records while a result counts or may still come', async () => {
    const { scope, app } = await anEnrichingApp()
    await house.publish(scope, aLookUp('ask'))
    await storeVerdict(scope, '192.0.2.7', null)
    await storeVerdict(scope, '192.0.2.8', new Date(Date.now() - 1_000).toISOString())
    await create(scope, app, { seen: ['192.0.2.1', '192.0.2.7', '192.0.2.8'] })
    await create(scope, app, { seen: ['192.0.2.1', '192.0.2.2'] })
    await look()
    await create(scope, app, { seen: ['192.0.2.2'] })
    await look()
    expect(await given(scope)).toEqual([['192.0.2.1', '192.0.2.8'], ['192.0.2.2']])
    // An hour later without a result, the next record that holds it asks again.
    await scope.tx((tx) => tx.query(`update caseloom.observable_arrival set at = at - interval '3 hours'`))
    await create(scope, app, { seen: ['192.0.2.1'] })
    await look()
    expect((await given(scope)).at(-1)).toEqual(['192.0.2.1'])
    expect(await dropOldArrivals(house.installation.database.system)).toBe(2)
  })

  it('stay where the app does not say so, with an import, and above the limits of assets', async () => {
    const { scope, app } = await anEnrichingApp()
    const other = await anAppWithMarks(house, scope, { key: 'other', acronym: 'OTH' })
    await anAssetWith(scope, { key: 'reputation', maxTlp: 'green' })
    await house.publish(scope, aLookUp('ask', 'reputation'))
    const green = (value: string) => ({ value, tlp: 'green' })
    await create(scope, other, { seen: [green('192.0.2.1')] })
    const importer: Actor = { ...anActor(scope), via: 'import' }
    await create(scope, app, { seen: [green('192.0.2.2')] }, importer)
    await create(scope, app, { seen: [green('192.0.2.3'), '192.0.2.4'] })
    await create(scope, app, { tlp: 'red', seen: [green('192.0.2.5')] })
    await look()
    expect(await given(scope)).toEqual([['192.0.2.3']])
  })

  it('wait for a person where the look-up asks one, acts as one, or is only for some', async () => {
    const { scope, app } = await anEnrichingApp()
    await house.publish(
      scope,
      aLookUp('asks', undefined, { component: { looksUp: ['ipv4'], confirm: true } }),
    )
    await house.publish(scope, aLookUp('acts-as', undefined, { runAs: 'initiator' }))
    const { id } = await house.publish(scope, aLookUp('some'))
    await scope.tx((tx) =>
      tx.query('update caseloom.playbook set shared_with = $2 where id = $1', [id, [newId()]]),
    )
    await create(scope, app, { seen: ['192.0.2.1'] })
    await look()
    expect(await runs(scope)).toEqual([])
  })

  it('are hidden from a look-up whose publisher can’t read the field', async () => {
    const fields = [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'seen', label: 'Seen', type: 'observables', readers: [newId()] },
      { key: 'open', label: 'Open', type: 'observables' },
    ]
    const scope = await house.aTenant()
    const reader = { ...anActor(scope) }
    const app = await anAppWithMarks(house, scope, { enrichNew: true, fields: fields as never })
    await look()
    await house.publish(scope, aLookUp('ask'))
    const keeper: Actor = { ...reader, principals: [...reader.principals, ...readersOf(app)] }
    await create(scope, app, { seen: ['192.0.2.1'], open: ['192.0.2.2'] }, keeper)
    await look()
    expect(await given(scope)).toEqual([['192.0.2.2']])
  })

  it('stop coming when the app no longer says so', async () => {
    const { scope, app } = await anEnrichingApp()
    await house.publish(scope, aLookUp('ask'))
    const { id: appId, key: _key, acronym: _acronym, enrichNew: _was, ...shape } = app
    const update = AppUpdate.strip().parse(shape)
    await house.apps.updateApp(scope, anActor(scope), { ...update, appId })
    await create(scope, app, { seen: ['192.0.2.1'] })
    await look()
    expect(await runs(scope)).toEqual([])
    const places = await scope.read((tx) =>
      tx.query('select 1 from caseloom.record_event_place where tenant_id = $1', [tx.tenantId]),
    )
    expect(places).toEqual([])
  })
})

function readersOf({ fields }: AppView): string[] {
  return fields.flatMap((field) => ('readers' in field && Array.isArray(field.readers) ? field.readers : []))
}
