import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import {
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
} from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { seeRuns } from '../runs/see-runs.ts'
import { seeDeliveries } from '../deliveries/see-deliveries.ts'
import { getRun } from '../runs/get-run.ts'
import { lookAtRecordEvents } from '../intake/record-events.ts'
import { rerunRun } from '../runs/rerun-run.ts'
import { forgetOld } from '../operations/retention.store.ts'
import { startRun } from '../runs/start-run.ts'
import { triggersOf } from '../intake/trigger.store.ts'
import { notifyFailures } from '../triggers/on-failure.ts'
import { recordTriggers } from '../triggers/on-record-event.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
}, 60_000)
afterAll(() => house.close())

const text = (key: string) => ({
  key,
  label: key,
  type: 'text' as const,
  required: false,
  readOnly: false,
  multiline: false,
  maxLength: 1_000,
  unique: false,
})

async function aWorld() {
  const scope = await house.aTenant()
  const actor = anActor(scope)
  const app = await house.apps.createApp(scope, actor, {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'alert-triangle',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Details', columns: 2, fields: ['title', 'a', 'b'] }],
    fields: [text('title'), text('a'), text('b')],
  })
  const create = (by: Actor = actor) =>
    house.records.createRecord(scope, by, { appId: app.id, fields: { title: 'One' } })
  const update = (recordId: string, fields: JsonObject, by = actor) =>
    house.records.updateRecord(scope, by, { appId: app.id, recordId, fields })
  return { scope, actor, app, create, update }
}
type World = Awaited<ReturnType<typeof aWorld>>

const on = (event: string, fields?: string[]) => ({
  key: 'changed',
  kind: 'record',
  with: { app: 'alert', on: [event], byPlaybooks: true, ...(fields === undefined ? {} : { fields }) },
})
const writes = (field: string, id = 'trigger.record.id'): JsonObject => ({
  key: 'write',
  action: 'record.update',
  with: { app: 'alert', id: `{% ${id} %}`, set: { [field]: '{% run.id %}' } },
})
const named = (title: string, steps: JsonObject[], over: JsonObject = {}) =>
  aPlaybook(steps, { playbook: title.toLowerCase(), title, ...over })

interface Row {
  id: string
  state: string
  playbook_id: string
  title: string
  cause_run: string | null
  cause_depth: number
}
const runs = (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<Row>(
      `select r.id, r.state, r.playbook_id, p.title, r.cause_run, r.cause_depth
         from caseloom.run r join caseloom.playbook p on p.id = r.playbook_id
        where r.tenant_id = $1 order by r.number`,
      [tx.tenantId],
    ),
  )
const deliveries = async (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<{ outcome: string; loop_stop: string | null; kind: string }>(
      `select d.outcome, d.loop_stop, t.kind from caseloom.delivery d join caseloom.trigger t on t.id = d.trigger_id
        where d.tenant_id = $1`,
      [tx.tenantId],
    ),
  )
const notices = (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<{ title: string; pending: number }>(
      `select p.title, n.pending from caseloom.playbook_notice n join caseloom.playbook p on p.id = n.playbook_id
        where n.tenant_id = $1 and n.kind = 'loopStopped' order by p.title`,
      [tx.tenantId],
    ),
  )

async function look() {
  const { automation } = house
  await lookAtRecordEvents({ ...automation, handlers: [recordTriggers(automation)] })
  await notifyFailures(automation)
}

/** Until no run is open and every event that triggers concern has become a delivery. */
async function quiet({ scope }: World, events: () => Promise<number>): Promise<Row[]> {
  await expect
    .poll(
      async () => {
        await look()
        const open = (await runs(scope)).filter(({ state }) => /queued|running|waiting/.test(state))
        return [open.length, (await deliveries(scope)).length - (await events())]
      },
      { timeout: 100_000, interval: 30 },
    )
    .toEqual([0, 0])
  return runs(scope)
}
const updates =
  ({ scope, actor, app }: World, recordId: string) =>
  async () =>
    (await house.records.getRecord(scope, actor, { appId: app.id, recordId })).version - 1

const stopped = async ({ scope, actor }: World) =>
  (await seeRuns(house.automation, scope, actor, { limit: 200, loop: 'stopped' })).items
const stopsOf = async ({ scope, actor }: World, runId: string, by = actor) =>
  (await getRun(house.automation, scope, by, runId)).loopStops

describe('a loop', { timeout: 120_000 }, () => {
  it('of one playbook over its own record stops, names it, shows at the run, and notifies once', async () => {
    const world = await aWorld()
    const { scope, actor } = world
    const { id } = await house.publish(scope, named('Enrich', [writes('a')], { triggers: [on('updated')] }))
    const record = await world.create()
    await world.update(record.id, { a: 'by hand' })
    const all = await quiet(world, updates(world, record.id))
    expect(all).toHaveLength(11)
    expect(all.map(({ cause_depth }) => cause_depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const last = all.at(-1)?.id ?? ''
    expect((await stopped(world)).map((run) => [run.id, run.loopStopped])).toEqual([[last, true]])
    expect(await stopsOf(world, last)).toMatchObject([
      { code: 'loop.stopped', rule: 'repeats', members: ['Enrich', 'Enrich'], playbook: 'Enrich', times: 1 },
    ])
    const [trigger] = await scope.read((tx) => triggersOf(tx, id))
    const log = await seeDeliveries(house.automation, scope, actor, {
      triggerId: trigger?.id ?? '',
      filter: { limit: 5, outcome: 'refused' },
    })
    expect(log.items).toMatchObject([{ loop: { members: ['Enrich', 'Enrich'] }, runId: null }])
    expect(await notices(scope)).toEqual([{ title: 'Enrich', pending: 1 }])
  })

  it('over two playbooks stops, and each run names what led to it', async () => {
    const world = await aWorld()
    const { scope, actor } = world
    await house.publish(scope, named('Enrich', [writes('b')], { triggers: [on('updated', ['a'])] }))
    await house.publish(scope, named('Notify', [writes('a')], { triggers: [on('updated', ['b'])] }))
    const record = await world.create()
    await world.update(record.id, { a: 'by hand' })
    const all = await quiet(world, updates(world, record.id))
    expect(all).toHaveLength(22)
    const [first, second, third] = all
    const view = await getRun(house.automation, scope, actor, third?.id ?? '')
    expect(view.cause).toEqual({
      depth: 2,
      root: { id: first?.id, number: 1, playbook: 'Enrich' },
      parent: { id: second?.id, number: 2, playbook: 'Notify' },
    })
    expect((await getRun(house.automation, scope, actor, first?.id ?? '')).cause).toBeNull()
    expect(await stopsOf(world, all.at(-1)?.id ?? '')).toMatchObject([
      { members: ['Enrich', 'Notify', 'Enrich'] },
    ])
    expect((await notices(scope)).map(({ title }) => title)).toEqual(['Enrich', 'Notify'])
  })

  it('through a component stops, and names the component too', async () => {
    const world = await aWorld()
    const { scope } = world
    const inputs = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
    const component = { triggers: [], component: {}, inputs }
    await house.publish(scope, named('Writer', [writes('a', 'inputs.id')], component))
    const call = {
      key: 'call',
      action: 'flow.call',
      with: { component: 'writer', inputs: { id: '{% trigger.record.id %}' } },
    }
    await house.publish(scope, named('Caller', [call], { triggers: [on('updated')] }))
    const record = await world.create()
    await world.update(record.id, { a: 'by hand' })
    const all = await quiet(world, updates(world, record.id))
    expect(all.length).toBeLessThanOrEqual(100)
    const [run] = await stopped(world)
    expect(run?.playbook.title).toBe('Writer')
    expect(await stopsOf(world, run?.id ?? '')).toMatchObject([{ members: ['Caller', 'Writer', 'Caller'] }])
  })

  it('that grows with every run stops within 100 runs, and notifies each owner once', async () => {
    const world = await aWorld()
    const { scope } = world
    const make = (key: string) => ({
      key,
      action: 'record.create',
      with: { app: 'alert', set: { title: key } },
    })
    await house.publish(scope, named('Split', [make('one'), make('two')], { triggers: [on('created')] }))
    await world.create()
    const count = async () =>
      (await house.records.searchRecords(scope, world.actor, { appId: 'alert', limit: 500 })).items.length
    const all = await quiet(world, count)
    expect(all.length).toBe(61)
    expect(new Set(all.slice(1).map((one) => one.cause_run))).toEqual(new Set([all[0]?.id]))
    expect((await deliveries(scope)).filter((one) => one.loop_stop !== null)).toHaveLength(62)
    expect((await stopsOf(world, (await stopped(world))[0]?.id ?? ''))[0]).toMatchObject({ rule: 'runs' })
    expect(await notices(scope)).toEqual([{ title: 'Split', pending: 1 }])
  })

  it('of failures stops: what a failure starts fails something else', async () => {
    const world = await aWorld()
    const { scope } = world
    const stop = { key: 'stop', action: 'flow.stop', with: { state: 'failed', message: 'No' } }
    await house.publish(scope, named('Breaks', [stop], { triggers: [on('updated')] }))
    const record = await world.create()
    const failure = { key: 'failed', kind: 'failure', with: { playbooks: ['breaks'] } }
    await house.publish(
      scope,
      named(
        'Repairs',
        [{ ...writes('a'), with: { app: 'alert', id: record.id, set: { a: '{% run.id %}' } } }],
        { triggers: [failure] },
      ),
    )
    await world.update(record.id, { a: 'by hand' })
    const all = await quiet(world, async () => {
      const failed = (await runs(scope)).filter(({ state }) => state === 'failed').length
      return (await updates(world, record.id)()) + failed
    })
    expect(all).toHaveLength(22)
    expect((await stopsOf(world, all.at(-1)?.id ?? ''))[0]?.members).toEqual(['Breaks', 'Repairs', 'Breaks'])
  })

  it('set off at two playbooks by one change is counted as one', async () => {
    const world = await aWorld()
    const { scope } = world
    await house.publish(scope, named('Left', [writes('a')], { triggers: [on('updated')] }))
    await house.publish(scope, named('Right', [writes('b')], { triggers: [on('updated')] }))
    const record = await world.create()
    await world.update(record.id, { a: 'by hand' })
    const all = await quiet(world, async () => 2 * (await updates(world, record.id)()))
    expect(all.length).toBeLessThanOrEqual(100)
    expect(all.filter((one) => one.cause_depth === 0)).toHaveLength(2)
  })
})

/** A playbook whose runs end where they begin, and the writes that a test makes for them. */
const pure = (title: string, over: JsonObject = {}) => named(title, [aTransform('seen', 1)], over)

describe('what is no loop', { timeout: 120_000 }, () => {
  const begun = async ({ scope }: World, title: string) => {
    const { id } = await house.publish(scope, pure(title, { triggers: [] }))
    const begin = { playbookId: id, triggerKey: 'test', triggerKind: 'component', payload: {}, inputs: {} }
    return (await startRun(house.automation, scope, { ...begin, initiator: null })).runId
  }

  it('starts 300 runs from one, and 300 more from these', async () => {
    const world = await aWorld()
    const { scope, actor } = world
    const poll = await begun(world, 'Poll')
    await house.publish(scope, pure('First', { triggers: [on('created')] }))
    await house.publish(scope, pure('Second', { triggers: [on('updated')] }))
    for (let at = 0; at < 300; at += 1) await world.create({ ...actor, kind: 'playbook', runId: poll })
    const first = await quiet(world, async () => 300)
    expect(first).toHaveLength(301)
    const items = (await house.records.searchRecords(scope, actor, { appId: 'alert', limit: 500 })).items
    for (const [at, record] of items.entries())
      await world.update(record.id, { a: 'done' }, { ...actor, runId: first[at + 1]?.id ?? '' })
    const all = await quiet(world, async () => 600)
    expect(all).toHaveLength(601)
    expect(all.at(-1)).toMatchObject({ cause_run: poll, cause_depth: 2, title: 'Second' })
    expect((await deliveries(scope)).filter((one) => one.outcome !== 'accepted')).toEqual([])
    const rows = await scope.read((tx) =>
      tx.query('select 1 from caseloom.run_loop where tenant_id = $1', [tx.tenantId]),
    )
    expect(rows).toEqual([])
  })

  it('a person who reruns the stopped run starts a chain of their own', async () => {
    const world = await aWorld()
    const { scope, actor } = world
    await house.publish(scope, named('Enrich', [writes('a')], { triggers: [on('updated')] }))
    const record = await world.create()
    await world.update(record.id, { a: 'by hand' })
    const before = await quiet(world, updates(world, record.id))
    const rerun = await rerunRun(house.automation, scope, actor, { runId: before.at(-1)?.id ?? '' })
    const all = await quiet(world, updates(world, record.id))
    expect(all).toHaveLength(22)
    expect(all[11]).toMatchObject({ id: rerun.id, cause_run: null, cause_depth: 0 })
    expect(all[12]).toMatchObject({ cause_run: rerun.id, cause_depth: 1 })
    expect(await notices(scope)).toEqual([{ title: 'Enrich', pending: 2 }])
  })
})

describe('the limits of a tenant', { timeout: 120_000 }, () => {
  it('are its own', async () => {
    const world = await aWorld()
    const { scope } = world
    const { quotas, system } = house.automation
    await system.tx((tx) => quotas.set(tx, scope.tenantId, 'chain_repeats', 2))
    quotas.forget(scope.tenantId)
    await house.publish(scope, named('Enrich', [writes('a')], { triggers: [on('updated')] }))
    const record = await world.create()
    await world.update(record.id, { a: 'by hand' })
    expect(await quiet(world, updates(world, record.id))).toHaveLength(3)
  })

  it('bound the depth of chains in which nothing repeats, and calls of components by their own code', async () => {
    const world = await aWorld()
    const { scope, actor } = world
    const { quotas, system } = house.automation
    await system.tx((tx) => quotas.set(tx, scope.tenantId, 'chain_depth', 1))
    quotas.forget(scope.tenantId)
    await house.publish(scope, pure('Inner', { triggers: [], component: {} }))
    const call = (component: string) => ({ key: 'call', action: 'flow.call', with: { component } })
    await house.publish(scope, named('Middle', [call('inner')], { triggers: [], component: {} }))
    const { id } = await house.publish(scope, named('Outer', [call('middle')], { triggers: [] }))
    const begin = { playbookId: id, triggerKey: 'test', triggerKind: 'component', payload: {}, inputs: {} }
    await startRun(house.automation, scope, { ...begin, initiator: null })
    const all = await quiet(world, async () => 0)
    expect(all.map(({ title, state }) => [title, state])).toEqual([
      ['Outer', 'failed'],
      ['Middle', 'failed'],
    ])
    const middle = await getRun(house.automation, scope, actor, all[1]?.id ?? '')
    expect(middle.error).toMatchObject({ code: 'loop.stopped' })
    expect(middle.loopStops).toMatchObject([{ rule: 'depth', members: ['Outer', 'Middle', 'Inner'] }])
  })
})

describe('names of playbooks', { timeout: 120_000 }, () => {
  it('are there only for those who may see them, and what is stored goes with its run', async () => {
    const world = await aWorld()
    const { scope } = world
    await house.publish(scope, named('Open', [writes('b')], { triggers: [on('updated', ['a'])] }))
    const { id } = await house.publish(
      scope,
      named('Closed', [writes('a')], { triggers: [on('updated', ['b'])] }),
    )
    const friends = anActor(scope)
    await scope.tx((tx) =>
      tx.query('update caseloom.playbook set shared_with = $2::text[] where id = $1', [id, [friends.id]]),
    )
    const record = await world.create()
    await world.update(record.id, { a: 'by hand' })
    const all = await quiet(world, updates(world, record.id))
    const last = all.at(-1)?.id ?? ''
    const reader = (...permissions: Permission[]): Actor => ({
      ...anActor(scope),
      permissions: new Set(permissions),
    })
    const names = async (by: Actor) => {
      const { loopStops, cause } = await getRun(house.automation, scope, by, last)
      return [loopStops[0]?.members, cause?.parent?.playbook]
    }
    const hidden = ['Open', null, 'Open']
    expect(await names(world.actor)).toEqual([['Open', 'Closed', 'Open'], 'Open'])
    expect(await names(reader('run:read', 'run:data', 'playbook:read'))).toEqual([hidden, 'Open'])
    expect(await names({ ...reader('run:read', 'playbook:read'), principals: friends.principals })).toEqual([
      ['Open', 'Closed', 'Open'],
      'Open',
    ])
    expect(await names(reader('run:read'))).toEqual([[null, null, null], null])
    const { system } = house.automation
    const stored = () =>
      scope.read((tx) => tx.query('select 1 from caseloom.run_loop_stop where tenant_id = $1', [tx.tenantId]))
    expect(await stored()).toHaveLength(1)
    await scope.tx((tx) =>
      tx.query('update caseloom.playbook set run_days = 1 where tenant_id = $1', [tx.tenantId]),
    )
    const later = new Date(Date.now() + 40 * 86_400_000)
    await system.tx((tx) => forgetOld({ ...tx, now: later }, { runDays: 1, deliveryDays: 1 }, 1_000))
    expect(await stored()).toEqual([])
  })
})
