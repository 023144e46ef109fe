import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { createJobsFixture, type JobsFixture } from '../jobs/jobs.fixture.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { writeMark } from '../writing/mark.store.ts'
import { findRecord } from '../reading/search.read.ts'
import { batchRecords } from './batch-records.ts'
import { purgeRequestKeys, reserveIdempotencyKey } from './reserve-idempotency-key.ts'
import { type ChangesCommand, recordChanges } from './record-changes.ts'

let house: JobsFixture
let alice: Actor
beforeAll(async () => {
  house = await createJobsFixture()
  alice = house.aUser()
})
afterAll(() => house.close())

const changes = (app: AppView, over: Partial<ChangesCommand> = {}, actor = alice) =>
  recordChanges(house.deps, house.scope, actor, {
    appId: app.id,
    limit: 100,
    records: 'false',
    cursor: '0',
    ...over,
  })
/** Transactions of other tests on the same cluster delay the feed: waits until what was written is announced. */
async function settled(): Promise<void> {
  const rows = await house.scope.tx((tx) =>
    tx.query<{ xid: string }>('select pg_current_xact_id()::text as xid'),
  )
  const written = rows[0]?.xid ?? '0'
  await vi.waitFor(
    async () => {
      const ends = await house.scope.read((tx) =>
        tx.query<{ passed: boolean }>('select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as passed', [
          written,
        ]),
      )
      expect(ends[0]?.passed).toBe(true)
    },
    { timeout: 15_000, interval: 20 },
  )
}
const changesOf = async (app: AppView, over: Partial<ChangesCommand> = {}, actor = alice) => {
  await settled()
  return (await changes(app, over, actor)).items.map(({ id, change }) => `${id} ${change}`)
}
const create = (app: AppView, title = 'a') =>
  house.records.createRecord(house.scope, alice, { appId: app.id, fields: { title } })
const request = (key?: string) =>
  ({ headers: key === undefined ? {} : { 'idempotency-key': key } }) as unknown as RequestFacts // only headers are read

async function restrict(app: AppView, recordId: string, acl: string[] | null): Promise<void> {
  await house.scope.tx(async (tx) => {
    const table = await house.apps.compiled(tx, app.id)
    if (table === null) throw new Error('no app')
    const { record } = await findRecord(tx, table, recordId)
    if (record === null) throw new Error('no record')
    const action = acl === null ? 'opened' : 'restricted'
    await writeMark(
      tx,
      table,
      { ...record, acl, version: record.version + 1, updatedAt: tx.now },
      { action, changes: [] },
    )
  })
}

describe('the change feed', () => {
  it('lists creations, changes, and deletions in order, from any cursor', async () => {
    const app = await house.anApp()
    const start = await changes(app, { cursor: undefined })
    expect(start.items).toEqual([])
    const one = await create(app)
    await house.records.updateRecord(house.scope, alice, {
      appId: app.id,
      recordId: one.id,
      fields: { title: 'b' },
    })
    await house.records.deleteRecord(house.scope, alice, { appId: app.id, recordId: one.id })
    const two = await create(app, 'two')
    const all = [`${one.id} created`, `${one.id} updated`, `${one.id} deleted`, `${two.id} created`]
    expect(await changesOf(app, { cursor: start.next })).toEqual(all)
    await settled()
    const first = await changes(app, { cursor: start.next, limit: 3 })
    expect(await changesOf(app, { cursor: first.next })).toEqual(all.slice(3))
    const views = await changes(app, { cursor: first.next, records: 'true' })
    expect(views.items[0]?.record).toMatchObject({ id: two.id, fields: { title: 'two' } })
    expect(await changesOf(app, { cursor: views.next })).toEqual([])
  })

  it('loses nothing of writers that overlap, however they commit', async () => {
    const app = await house.anApp()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>()
    // The first transaction writes first, and commits last.
    const slow = house.scope.tx(async (tx) => {
      await tx.query(
        `insert into caseloom.record_history (tenant_id, app_id, record_id, version, at, actor, action, changes)
         select $1, $2, $3, 1, now(), '{}', 'updated', '[]'`,
        [tx.tenantId, app.id, newId()],
      )
      hasWritten()
      await gate
    })
    await written
    await create(app, 'later')
    const early = await changes(app)
    expect(early.items).toEqual([])
    open()
    await slow
    await settled()
    expect((await changes(app, { cursor: early.next })).items).toHaveLength(1)
    expect((await changesOf(app)).map((line) => line.split(' ')[1])).toEqual(['created'])
  })

  it('reports lost access as a deletion, and nothing about records that were never visible', async () => {
    const app = await house.anApp()
    const bob = house.aUser()
    const one = await create(app)
    await settled()
    const seen = (await changes(app, {}, bob)).next
    await restrict(app, one.id, [alice.id ?? ''])
    await house.records.updateRecord(house.scope, alice, {
      appId: app.id,
      recordId: one.id,
      fields: { title: 'x' },
    })
    expect(await changesOf(app, { cursor: seen }, bob)).toEqual([`${one.id} deleted`])
    const carol = house.aUser()
    const hidden = await create(app, 'hidden')
    await settled()
    const between = (await changes(app, {}, alice)).next
    await restrict(app, hidden.id, [alice.id ?? ''])
    await restrict(app, hidden.id, [alice.id ?? '', bob.id ?? ''])
    expect(await changesOf(app, { cursor: between }, bob)).toEqual([
      `${hidden.id} updated`,
      `${hidden.id} created`,
    ])
    await house.records.deleteRecord(house.scope, alice, { appId: app.id, recordId: hidden.id })
    await settled()
    const end = (await changes(app, { cursor: between }, carol)).items
    expect(end.map(({ change }) => change)).toEqual(['deleted'])
  })

  it('says when a reader comes too late, and refuses what is no cursor', async () => {
    const app = await house.anApp()
    const old = await changes(app, { cursor: undefined })
    await create(app)
    await house.scope.tx((tx) =>
      tx.query(
        `insert into caseloom.record_feed_floor (tenant_id, xid) values ($1, pg_current_xact_id())
         on conflict (tenant_id) do update set xid = excluded.xid`,
        [tx.tenantId],
      ),
    )
    const late = await changes(app, { cursor: old.next }).catch((error: unknown) => error)
    expect(isFailure(late, 'feed.cursor_expired')).toBe(true)
    await settled()
    expect((await changes(app)).items).toHaveLength(1)
    const wrong = await changes(app, { cursor: 'nonsense' }).catch((error: unknown) => error)
    expect(isFailure(wrong, 'request.invalid')).toBe(true)
    await house.scope.tx((tx) => tx.query('delete from caseloom.record_feed_floor'))
  })
})

describe('a batch', () => {
  it('runs each command separately and in order, and only once per key', async () => {
    const app = await house.anApp()
    const one = await create(app)
    const place = `${app.id}/batch`
    const commands = [
      { create: { title: 'new', source_ref: 'B-1' } },
      { create: { title: 'twin', source_ref: 'B-1' } },
      { id: one.id, update: { severity: 'high' } },
      { match: { source_ref: 'B-1' }, set: { score: 5 } },
      { delete: one.id },
      { id: one.id, update: { severity: 'low' } },
    ]
    const asked = await reserveIdempotencyKey(house.scope, alice, {
      request: request('k1'),
      place,
      body: commands,
    })
    const run = () =>
      batchRecords(house.deps, house.scope, alice, { appId: app.id, commands, operation: asked?.operation })
    const { results } = await run()
    expect(results).toMatchObject([
      { outcome: 'created', version: 1 },
      { outcome: 'failed', code: 'record.duplicate_value', status: 409 },
      { outcome: 'updated', version: 2 },
      { outcome: 'updated', version: 2 },
      { outcome: 'deleted', version: 3 },
      { outcome: 'failed', code: 'resource.not_found', status: 404 },
    ])
    // A crash before the result was stored: what was done is not repeated.
    expect((await run()).results.slice(0, 4)).toEqual(results.slice(0, 4))
    const { items } = await house.records.searchRecords(house.scope, alice, { appId: app.id })
    expect(items).toHaveLength(1)
    await asked?.remember({ results } as never)
    const again = await reserveIdempotencyKey(house.scope, alice, {
      request: request('k1'),
      place,
      body: commands,
    })
    expect(again?.response).toEqual({ results })
  })
})

describe('a key', () => {
  it('identifies one request of one person for a day', async () => {
    const ask = (key: string, body: unknown, actor = alice) =>
      reserveIdempotencyKey(house.scope, actor, { request: request(key), place: 'p', body })
    expect(
      await reserveIdempotencyKey(house.scope, alice, { request: request(), place: 'p', body: 1 }),
    ).toBeNull()
    const first = await ask('k', { a: 1 })
    expect(await ask('k', { a: 1 })).toMatchObject({ operation: first?.operation, response: null })
    expect(isFailure(await ask('k', { a: 2 }).catch((error: unknown) => error), 'request.key_reused')).toBe(
      true,
    )
    expect((await ask('k', { a: 2 }, house.aUser()))?.operation).not.toBe(first?.operation)
    expect(isFailure(await ask('k'.repeat(201), 1).catch((error: unknown) => error), 'request.invalid')).toBe(
      true,
    )
    await house.scope.tx((tx) => tx.query(`update caseloom.record_request set at = at - interval '25 hours'`))
    expect((await ask('k', { a: 2 }))?.operation).not.toBe(first?.operation)
    await house.scope.tx((tx) => tx.query(`update caseloom.record_request set at = at - interval '25 hours'`))
    await purgeRequestKeys(house.deps.system)
    const left = await house.scope.read((tx) => tx.query('select from caseloom.record_request'))
    expect(left).toEqual([])
  })

  it('of two at the same time lets one be done, and both be answered alike', async () => {
    const app = await house.anApp()
    const body = { fields: { title: 'once' } }
    const write = async () => {
      const asked = await reserveIdempotencyKey(house.scope, alice, {
        request: request('twice'),
        place: app.id,
        body,
      })
      return house.records.createRecord(house.scope, alice, {
        ...body,
        appId: app.id,
        operationKey: asked?.operation,
      })
    }
    const made = await Promise.all([write(), write(), write(), write()])
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })
})
