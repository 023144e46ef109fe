import { AppCreate } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { aStepBench, type StepBench } from '@caseloom/testkit/step-effects'
import { createCommentsFixture, type CommentsFixture } from '@caseloom/testkit/comments-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { caseMigrations } from '../../records/case-fields/case.migrations.ts'
import { feedMigrations } from '../../records/feed/feed.migrations.ts'
import { createRecordStepsDoor } from '../../records/record-steps.door.ts'
import { recordEffects } from './record-effects.ts'
import { recordStepEffects } from './record-steps.ts'

let house: CommentsFixture
let bench: StepBench
let alice: Actor
let appId: string

const when = (state: string) => ({ field: 'state', op: 'eq', value: state })
const APP = {
  key: 'job',
  acronym: 'JOB',
  name: 'Job',
  titleField: 'title',
  listColumns: ['title'],
  layout: [],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'state', label: 'State', type: 'text' },
    { key: 'size', label: 'Size', type: 'number' },
    { key: 'seen', label: 'Seen', type: 'observables' },
    { key: 'sla', label: 'SLA', type: 'clock', start: when('open'), stop: when('done'), target: 3_600 },
  ],
}

beforeAll(async () => {
  house = await createCommentsFixture({
    name: 'talk-and-cases',
    migrations: [...caseMigrations, ...feedMigrations],
  })
  alice = house.person('Alice')
  const app = await house.apps.createApp(house.scope, alice, AppCreate.parse(APP))
  appId = app.id
  const steps = createRecordStepsDoor(house.deps)
  const { records } = house
  bench = aStepBench(
    house.scope,
    new Map([...recordEffects({ records }), ...recordStepEffects({ records, steps })]),
    alice,
  )
})
afterAll(() => house.close())

const create = (fields: JsonObject = {}): Promise<RecordView> =>
  house.records.createRecord(house.scope, alice, { appId, fields: { title: 'One', ...fields } })
const look = ({ id: recordId }: RecordView) =>
  house.records.getRecord(house.scope, alice, { appId, recordId })
const history = async ({ id: recordId }: { id: string }) =>
  (await house.records.recordHistory(house.scope, alice, { appId, recordId, limit: 50 })).items
const may = (...permissions: Permission[]): Actor => bench.by({ ...alice, permissions: new Set(permissions) })

describe('a step that deletes a record', () => {
  it('deletes it once, with the playbook and the run in the history', async () => {
    const record = await create()
    const idempotencyKey = newId()
    const input = { app: 'job', id: record.id }
    expect(await bench.step('record.delete', input, { idempotencyKey })).toMatchObject({
      ok: true,
      output: { id: record.id, trackingId: record.trackingId },
    })
    expect(await bench.step('record.delete', input, { idempotencyKey })).toMatchObject({ ok: true })
    await expect(look(record)).rejects.toMatchObject({ code: 'resource.not_found' })
    const rows = await house.scope.read((tx) =>
      tx.query<{ actor: JsonObject }>(
        `select actor from caseloom.record_history where tenant_id = $1 and record_id = $2 and action = 'deleted'`,
        [tx.tenantId, record.id],
      ),
    )
    expect(rows).toMatchObject([
      { actor: { kind: 'playbook', name: 'Nightly sweep', runId: expect.any(String) } },
    ])
    expect(await bench.step('record.delete', input)).toMatchObject({
      ok: false,
      error: { code: 'resource.not_found' },
    })
  })

  it('needs the right to delete', async () => {
    const record = await create()
    const actor = may('record:read', 'record:update')
    expect(await bench.step('record.delete', { app: 'job', id: record.id }, { actor })).toMatchObject({
      error: { code: 'right.missing' },
    })
    await look(record)
  })
})

describe('a step that changes many records', () => {
  it('changes all that the filter finds, batch by batch, and counts', async () => {
    const state = 'many'
    const commands = Array.from({ length: 1_203 }, (_, at) => ({
      kind: 'create' as const,
      values: { title: `No. ${at}`, state, size: at % 3 },
    }))
    await house.records.changeMany(house.scope, alice, { appId, commands })
    const input = { app: 'job', filter: when(state), set: { size: 1 } }
    const idempotencyKey = newId()
    const first = await bench.step('record.bulk', input, { idempotencyKey })
    expect(first).toMatchObject({
      output: { count: 1_203, updated: 802, unchanged: 401, failed: 0, faults: [] },
    })
    expect(await bench.step('record.bulk', input, { idempotencyKey })).toEqual(first)
    const { items } = await house.records.searchRecords(house.scope, alice, {
      appId,
      filter: { all: [when(state), { field: 'size', op: 'eq', value: 1 }] } as never,
      limit: 1,
      count: 'exact',
    })
    expect((await history(items[0] ?? { id: '' })).length).toBeLessThanOrEqual(2)
  })

  it('resumes where it was after a crash, even if its matches have changed', async () => {
    const commands = Array.from({ length: 700 }, (_, at) => ({
      kind: 'create' as const,
      values: { title: `No. ${at}`, state: 'before' },
    }))
    await house.records.changeMany(house.scope, alice, { appId, commands })
    const input = { app: 'job', filter: when('before'), set: { state: 'after' } }
    const idempotencyKey = newId()
    const stop = new AbortController()
    const original = house.scope.tx
    let written = 0
    const scope: typeof house.scope = {
      ...house.scope,
      tx: async (work) => {
        const answer = await original(work)
        written += 1
        // The process dies after the first batch was committed.
        stop.abort(new Error('crash'))
        return answer
      },
    }
    const crashed = bench.step('record.bulk', input, { idempotencyKey, scope, signal: stop.signal })
    await expect(crashed).rejects.toThrow('crash')
    expect(written).toBe(1)
    expect(await bench.step('record.bulk', input, { idempotencyKey })).toMatchObject({
      output: { count: 700, updated: 700 },
    })
    const left = { appId, filter: when('before') as never, limit: 1 }
    expect((await house.records.searchRecords(house.scope, alice, left)).items).toEqual([])
  })

  it('counts what cannot be changed and leaves the others alone', async () => {
    const [free, locked] = [await create({ state: 'lock' }), await create({ state: 'lock' })]
    const steps = createRecordStepsDoor(house.deps)
    const bob = house.person('Bob')
    await steps.lock(house.scope, bob, { appId, recordId: locked.id, operationKey: newId() })
    expect(
      await bench.step('record.bulk', { app: 'job', filter: when('lock'), set: { size: 9 } }),
    ).toMatchObject({
      output: {
        count: 2,
        updated: 1,
        failed: 1,
        faults: [
          { id: locked.id, trackingId: locked.trackingId, message: expect.stringContaining('locked') },
        ],
      },
    })
    expect((await look(free)).fields['size']).toBe(9)
  })

  it('needs the right to change many, and a field that is there', async () => {
    const input = { app: 'job', filter: when('x'), set: { size: 1 } }
    const actor = may('record:read', 'record:update')
    expect(await bench.step('record.bulk', input, { actor })).toMatchObject({
      error: { code: 'right.missing' },
    })
    const wrong = { ...input, filter: { field: 'nothing', op: 'eq', value: 1 } }
    expect(await bench.step('record.bulk', wrong)).toMatchObject({ error: { code: 'field.unknown' } })
  })
})

describe('a step that merges', () => {
  it('takes records into one, once, and leads there from then on', async () => {
    const [into, gone] = [await create(), await create({ state: 'twin', size: 3 })]
    const input = { app: 'job', id: into.id, records: [gone.id] }
    const idempotencyKey = newId()
    const first = await bench.step('record.merge', input, { idempotencyKey })
    expect(first).toMatchObject({ ok: true, output: { id: into.id, fields: { state: 'twin', size: 3 } } })
    expect(await bench.step('record.merge', input, { idempotencyKey })).toEqual(first)
    expect(await bench.step('record.get', { app: 'job', id: gone.id })).toMatchObject({
      output: { id: into.id },
    })
    expect((await history(into))[0]).toMatchObject({ action: 'merged', actor: { name: 'Nightly sweep' } })
    expect(await bench.step('record.merge', input)).toMatchObject({ error: { code: 'resource.not_found' } })
  })
})

describe('a step that locks', () => {
  it('keeps others out until it is unlocked, once each', async () => {
    const record = await create()
    const place = { app: 'job', id: record.id }
    const idempotencyKey = newId()
    const locked = await bench.step('record.lock', { ...place, reason: 'Held' }, { idempotencyKey })
    expect(locked).toMatchObject({
      ok: true,
      output: { lock: { by: { name: 'Nightly sweep' }, reason: 'Held' } },
    })
    const change = { appId, recordId: record.id, fields: { title: 'Mine' } }
    await expect(house.records.updateRecord(house.scope, alice, change)).rejects.toMatchObject({
      code: 'record.locked',
    })
    expect(await bench.step('record.unlock', place)).toMatchObject({ ok: true, output: { lock: null } })
    // A repetition of the lock after the unlock does not lock again.
    await bench.step('record.lock', { ...place, reason: 'Held' }, { idempotencyKey })
    expect((await look(record)).lock).toBeNull()
  })
})

describe('a step that comments', () => {
  it('writes one comment, whatever is in its text', async () => {
    const record = await create()
    const input = { app: 'job', id: record.id, text: 'Found <b>2</b> & more\nline two\n\nnext' }
    const idempotencyKey = newId()
    const first = await bench.step('record.comment', input, { idempotencyKey })
    expect(await bench.step('record.comment', input, { idempotencyKey })).toEqual(first)
    const rows = await house.scope.read((tx) =>
      tx.query('select by, body from caseloom.comment where tenant_id = $1 and record_id = $2', [
        tx.tenantId,
        record.id,
      ]),
    )
    expect(rows).toMatchObject([
      {
        by: { name: 'Nightly sweep' },
        body: '<p>Found &lt;b&gt;2&lt;/b&gt; &amp; more<br />line two</p><p>next</p>',
      },
    ])
  })
})

describe('a step that adds an attack event', () => {
  const events = ({ id }: RecordView) =>
    house.scope.read((tx) =>
      tx.query(
        `select happened_at, type, technique, asset_name, asset_record, by from caseloom.attack_event
          where tenant_id = $1 and record_id = $2`,
        [tx.tenantId, id],
      ),
    )

  it('adds one at the time it happened, on behalf of the playbook', async () => {
    const [record, asset] = [await create(), await create()]
    const input = {
      app: 'job',
      id: record.id,
      text: 'Shadow copies deleted',
      happenedAt: '2026-11-23T02:38:02Z',
      type: 'process_activity',
      technique: 't1490',
      asset: { app: 'job', id: asset.id },
      source: 'Endpoint sensor',
    }
    const idempotencyKey = newId()
    const first = await bench.step('record.attackEvent', input, { idempotencyKey })
    expect(first).toMatchObject({ ok: true, output: { id: expect.any(String) } })
    expect(await bench.step('record.attackEvent', input, { idempotencyKey })).toEqual(first)
    expect(await events(record)).toMatchObject([
      {
        happened_at: new Date('2026-11-23T02:38:02.000Z'),
        technique: 'T1490',
        asset_record: asset.id,
        by: { kind: 'playbook', name: 'Nightly sweep' },
      },
    ])
  })

  it('takes now as the time and a name as the asset, and fails for what can’t be', async () => {
    const record = await create()
    const place = { app: 'job', id: record.id, text: 'Seen' }
    expect(await bench.step('record.attackEvent', { ...place, asset: 'lap-0142' })).toMatchObject({
      ok: true,
    })
    expect(await events(record)).toMatchObject([
      { type: 'other', asset_name: 'lap-0142', asset_record: null, technique: null },
    ])
    expect(await bench.step('record.attackEvent', { ...place, happenedAt: 'yesterday' })).toMatchObject({
      ok: false,
      error: { code: 'step.bad_input' },
    })
    expect(await bench.step('record.attackEvent', { ...place, technique: 'T9999' })).toMatchObject({
      ok: false,
    })
    expect(await events(record)).toHaveLength(1)
  })
})

describe('steps on a clock', () => {
  const clock = async (record: RecordView) => (await look(record)).fields['sla'] as JsonObject | null
  const take = (name: string, record: RecordView, over = {}) =>
    bench.step(`clock.${name}`, { app: 'job', id: record.id, field: 'sla' }, over)

  it('start, pause and stop it, each once', async () => {
    const record = await create()
    expect(await clock(record)).toBeNull()
    expect(await take('pause', record)).toMatchObject({ error: { message: 'The clock hasn’t started yet' } })
    const idempotencyKey = newId()
    expect(await take('start', record, { idempotencyKey })).toMatchObject({
      output: { fields: { sla: { state: 'running', dueAt: expect.any(String) } } },
    })
    await take('pause', record)
    expect(await clock(record)).toMatchObject({ state: 'paused', dueAt: null })
    // A repetition of the start does not start it again.
    await take('start', record, { idempotencyKey })
    expect(await clock(record)).toMatchObject({ state: 'paused' })
    await take('stop', record)
    expect(await clock(record)).toMatchObject({ state: 'met' })
    expect((await history(record)).slice(0, 3).map((entry) => entry.actor.name)).toEqual(
      Array.from({ length: 3 }, () => 'Nightly sweep'),
    )
  })

  it('hold against its conditions until its own stop', async () => {
    const record = await create({ state: 'open' })
    expect(await clock(record)).toMatchObject({ state: 'running' })
    await take('pause', record)
    const edit = (fields: JsonObject) =>
      house.records.updateRecord(house.scope, alice, { appId, recordId: record.id, fields })
    await edit({ title: 'Two' })
    expect(await clock(record)).toMatchObject({ state: 'paused', manual: 'paused' })
    await edit({ state: 'done' })
    expect(await clock(record)).toMatchObject({ state: 'met' })
    expect(await clock(record)).not.toHaveProperty('manual')
    await take('start', record)
    expect(await clock(record)).toMatchObject({ state: 'met' })
    await edit({ state: 'open' })
    expect(await clock(record)).toMatchObject({ state: 'running' })
  })

  it('say when there is no such clock', async () => {
    const record = await create()
    expect(await bench.step('clock.start', { app: 'job', id: record.id, field: 'title' })).toMatchObject({
      error: { message: 'Unknown clock "title"' },
    })
    const actor = may('record:read')
    expect(await take('start', record, { actor })).toMatchObject({ error: { code: 'right.missing' } })
  })
})

describe('a step that enriches observables', () => {
  it('lists where each value appears in records that the run can see, each once', async () => {
    const record = await create({ seen: [{ kind: 'domain', value: 'evil.example' }] })
    await create({ seen: [{ kind: 'domain', value: 'evil.example' }] })
    const observables = [{ kind: 'domain', value: 'evil[.]example' }, 'evil[.]example', '192.0.2.99']
    const answer = await bench.step('observable.enrich', { observables: [...observables, ...observables] })
    expect(answer).toMatchObject({
      ok: true,
      output: [
        { kind: 'domain', value: 'evil[.]example', known: true, records: 2, firstSeen: expect.any(String) },
        { kind: null, known: true, records: 2 },
        { value: '192.0.2.99', known: false, records: 0, firstSeen: null, lastSeen: null, found: [] },
      ],
    })
    const found = expect.arrayContaining([
      {
        id: record.id,
        appId,
        appName: 'Job',
        trackingId: record.trackingId,
        title: 'One',
        field: 'Seen',
        kind: 'domain',
        at: expect.any(String),
      },
    ])
    expect(answer).toMatchObject({ output: [{ found }, { found }, { found: [] }] })
    const actor = may('record:create')
    expect(await bench.step('observable.enrich', { observables }, { actor })).toMatchObject({
      error: { code: 'right.missing' },
    })
  })
})

describe('a step that sets verdicts', () => {
  const lookups = [
    { value: '203[.]0.113.66', verdict: 'malicious', score: 95.6, summary: 'Seen\nin a campaign', link: '' },
    { kind: 'domain', value: 'Good.Example', verdict: 'benign', raw: { rank: 1 } },
  ]
  const say = (over: JsonObject, more: Parameters<StepBench['step']>[2] = {}) =>
    bench.step('observable.verdict', { source: 'Reputation A', lookups, ...over } as JsonObject, more)
  const stored = (table: string, value: string) =>
    house.scope.read((tx) =>
      tx.query<{
        source: string
        verdict: string
        summary: string
        link: null
        expires_at: Date | null
        by: object
      }>(`select * from caseloom.${table} where tenant_id = $1 and value = $2`, [tx.tenantId, value]),
    )

  it('stores them once, with the playbook and its run, for a day', async () => {
    const idempotencyKey = newId()
    const before = Date.now()
    const answer = await say({}, { idempotencyKey })
    expect(answer).toEqual({
      ok: true,
      output: [
        { kind: 'ipv4', value: '203.0.113.66', verdict: 'malicious', score: 96 },
        { kind: 'domain', value: 'good.example', verdict: 'clean', score: null },
      ],
      touched: [],
    })
    expect(await say({}, { idempotencyKey })).toEqual(answer)
    expect(await stored('observable_lookup_result', '203.0.113.66')).toHaveLength(1)
    const found = await stored('observable_lookup', '203.0.113.66')
    expect(found).toMatchObject([
      {
        source: 'Reputation A',
        summary: 'Seen in a campaign',
        link: null,
        by: { kind: 'playbook', name: 'Nightly sweep', runId: expect.any(String) },
      },
    ])
    const hours = ((found[0]?.expires_at?.getTime() ?? 0) - before) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    await say({ expiresInHours: null })
    expect(await stored('observable_lookup', 'good.example')).toMatchObject([
      { verdict: 'clean', expires_at: null },
    ])
    expect(await stored('observable_lookup_result', 'good.example')).toHaveLength(2)
  })

  it('refuses the word of analysts, a value that is none, an address that is no web page, and a missing permission', async () => {
    const fault = (message: string) => ({
      error: { code: 'step.bad_input', message: expect.stringContaining(message) },
    })
    expect(await say({ source: ' analyst' })).toMatchObject(fault('Analyst'))
    const bad = (over: JsonObject) =>
      say({ lookups: [{ kind: 'ipv4', value: '192.0.2.1', verdict: 'clean', ...over }] })
    expect(await bad({ value: 'no-address' })).toMatchObject(fault('lookups.0.value'))
    expect(await bad({ link: 'javascript:alert(1)' })).toMatchObject(fault('link'))
    expect(await bad({ verdict: 'harmless' })).toMatchObject(fault('verdict'))
    expect(await say({}, { actor: may('record:read') })).toMatchObject({ error: { code: 'right.missing' } })
  })
})

describe('a step that checks observables against warning lists', () => {
  it('separates the harmless ones, each value once, and loses none', async () => {
    const observables = [
      { kind: 'ipv4', value: '10.1.2[.]3' },
      { kind: 'ipv4', value: '10.1.2.3' },
      '198.51.100.7',
      { kind: 'unknown', value: 'fonts.gstatic.com' },
      { kind: 'ipv4', value: 'not an address' },
    ]
    expect(await bench.step('observable.check', { observables })).toMatchObject({
      ok: true,
      output: {
        observables: [
          { kind: 'ipv4', value: '198.51.100.7' },
          { kind: 'ipv4', value: 'not an address' },
        ],
        hidden: [
          { kind: 'ipv4', value: '10.1.2.3', lists: ['Private and reserved addresses'] },
          { kind: 'domain', value: 'fonts.gstatic.com', lists: ['Content delivery networks'] },
        ],
      },
    })
    expect(
      await bench.step('observable.check', { observables }, { actor: may('record:create') }),
    ).toMatchObject({ error: { code: 'right.missing' } })
  })
})

it('refuses a step whose input does not fit', async () => {
  expect(await bench.step('record.comment', { app: 'job', id: 'x', text: '' })).toMatchObject({
    error: { code: 'step.bad_input', message: expect.stringContaining('text') },
  })
})
