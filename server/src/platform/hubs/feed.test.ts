import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Announcement, TenantScope } from '../database/types.ts'
import { createLog } from '../telemetry/log.ts'
import { createFeed, type Feed, type FeedEvent } from './feed.ts'
import { hubsMigrations } from './hubs.migrations.ts'
import { currentEnd, purgeOutbox, readOutbox } from './outbox-reader.ts'

let installation: TestInstallation
let tenant: TenantScope
const feeds: Feed[] = []
const log = createLog({ level: 'silent', process: 'test' })

beforeAll(async () => {
  installation = await anInstallation('hubs', hubsMigrations)
  tenant = await installation.aTenant()
})
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.stop()
})
afterAll(() => installation.close())

async function aFeed(options: { connect?: () => Promise<pg.Client> } = {}) {
  const { database } = installation
  const feed = createFeed({
    connect: options.connect ?? (() => database.connect()),
    system: database.system,
    log,
  })
  const events: FeedEvent[] = []
  feed.on((event) => void events.push(event))
  await feed.start()
  feeds.push(feed)
  database.onAnnounced(() => feed.poke())
  return { feed, events, ids: () => events.map((event) => idOf(event.fact)) }
}

function idOf(said: Announcement): string {
  return said.topic === 'model' ? said.id : ''
}

function fact(id: string): Announcement {
  return { topic: 'model', verb: 'created', kind: 'records', id, rev: 1, need: 'record:read', acl: null }
}

function announce(id: string): Promise<void> {
  return tenant.tx(async (tx) => tx.announce(fact(id)))
}

describe('feed of the outbox', () => {
  test('reads nothing where nothing was announced, and continues from there', async () => {
    const { system } = installation.database
    await announce('before')
    const end = await currentEnd(system)
    const batch = await system.read((tx) => readOutbox(tx, end))
    expect(batch).toMatchObject({ events: [], unreadable: [], more: false, held: 0, lagMs: 0 })
    await announce('after')
    // Transactions of other tests on the same server may hold it back for a while.
    await expect
      .poll(async () => {
        const { events } = await system.read((tx) => readOutbox(tx, batch.next))
        return events.map((event) => idOf(event.fact))
      })
      .toEqual(['after'])
  })

  test('two processes on one database get each event once, however the writers overlap', async () => {
    const first = await aFeed()
    const second = await aFeed()
    const wanted = Array.from({ length: 300 }, (_, at) => `e${at}`)
    await Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (const id of wanted.filter((_id, at) => at % 6 === writer)) await announce(id)
      }),
    )
    await vi.waitFor(() => expect(first.events).toHaveLength(300), { timeout: 10_000 })
    await vi.waitFor(() => expect(second.events).toHaveLength(300), { timeout: 10_000 })
    await announce('last')
    await vi.waitFor(() => expect(second.ids()).toContain('last'), { timeout: 15_000 })
    await vi.waitFor(() => expect(first.ids()).toContain('last'), { timeout: 15_000 })
    expect(new Set(first.ids())).toEqual(new Set([...wanted, 'last']))
    expect(first.events).toHaveLength(301)
    expect(second.events).toHaveLength(301)
    expect(first.events[0]).toMatchObject({ tenantId: tenant.tenantId, fact: { kind: 'records' } })
  })

  test('who waits for certain words is not woken by others', async () => {
    const { feed } = await aFeed()
    const woken = { mails: 0, all: 0 }
    feed.onSignal(() => void (woken.mails += 1), ['mail.queued'])
    feed.onSignal(() => void (woken.all += 1))
    // Its own start and the notice of it say nothing in particular.
    await vi.waitFor(() => expect(woken).toEqual({ mails: 2, all: 2 }), { timeout: 15_000 })
    feed.poke(new Set(['run.ended']))
    await vi.waitFor(() => expect(woken.all).toBe(3), { timeout: 15_000 })
    expect(woken.mails).toBe(2)
    feed.poke(new Set(['run.ended', 'mail.queued']))
    await vi.waitFor(() => expect(woken).toEqual({ mails: 3, all: 4 }), { timeout: 15_000 })
  })

  test('what is urgent to no one comes with the next look, before what is', async () => {
    const { database } = installation
    const feed = createFeed({ connect: () => database.connect(), system: database.system, log })
    const heard: string[] = []
    feed.on((event) => void heard.push(idOf(event.fact)), ['settings'])
    await feed.start()
    feeds.push(feed)
    for (const id of ['calm-1', 'calm-2']) {
      await announce(id)
      feed.poke(new Set(['records']))
    }
    await vi.waitFor(() => expect(heard).toEqual(['calm-1', 'calm-2']), { timeout: 15_000 })
    await announce('calm-3')
    await announce('urgent')
    feed.poke(new Set(['settings']))
    await vi.waitFor(() => expect(heard).toEqual(['calm-1', 'calm-2', 'calm-3', 'urgent']), {
      timeout: 15_000,
    })
  })

  test('nothing before the start is delivered, and a rolled back announcement never', async () => {
    await announce('before')
    const { events, ids } = await aFeed()
    const broken = tenant.tx(async (tx) => {
      tx.announce(fact('rolled-back'))
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    await announce('after')
    await vi.waitFor(() => expect(ids()).toContain('after'), { timeout: 15_000 })
    expect(events).toHaveLength(1)
  })

  test('nothing before the start is delivered even while an older transaction holds it back', async () => {
    const end = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    const older = tenant.tx(async (tx) => {
      await tx.query('select pg_current_xact_id()')
      open.resolve()
      await end.promise
    })
    await open.promise
    await announce('before-held')
    const { ids } = await aFeed()
    end.resolve()
    await older
    await announce('after-held')
    await vi.waitFor(() => expect(ids()).toContain('after-held'), { timeout: 15_000 })
    expect(ids()).toEqual(['after-held'])
  })

  test('a row with a lower id that commits after its neighbor is not lost', async () => {
    const { ids, feed } = await aFeed()
    const insert = 'insert into caseloom.outbox (tenant_id, payload) values ($1, $2)'
    const older = Promise.withResolvers<void>()
    const later = Promise.withResolvers<void>()
    const olderHasXid = Promise.withResolvers<void>()
    const laterHasRow = Promise.withResolvers<void>()
    // The older transaction takes the lower transaction number, the later one the lower row id.
    const olderDone = tenant.tx(async (tx) => {
      await tx.query('select pg_current_xact_id()')
      olderHasXid.resolve()
      await older.promise
      await tx.query(insert, [tenant.tenantId, JSON.stringify(fact('higher-id'))])
    })
    await olderHasXid.promise
    const laterDone = tenant.tx(async (tx) => {
      await tx.query(insert, [tenant.tenantId, JSON.stringify(fact('lower-id'))])
      laterHasRow.resolve()
      await later.promise
    })
    await laterHasRow.promise
    older.resolve()
    await olderDone
    feed.poke()
    await vi.waitFor(() => expect(ids()).toContain('higher-id'), { timeout: 15_000 })
    later.resolve()
    await laterDone
    feed.poke()
    await vi.waitFor(() => expect(ids()).toEqual(['higher-id', 'lower-id']), { timeout: 15_000 })
  })

  test('rows held back by an older open transaction come as soon as it ends, and the lag is reported', async () => {
    const { ids, feed } = await aFeed()
    const open = Promise.withResolvers<void>()
    const hasXid = Promise.withResolvers<void>()
    const done = tenant.tx(async (tx) => {
      await tx.query('select pg_current_xact_id()')
      hasXid.resolve()
      await open.promise
    })
    await hasXid.promise
    await announce('held')
    await vi.waitFor(() => expect(feed.lagMs()).toBeGreaterThan(0), { timeout: 15_000 })
    expect(ids()).toEqual([])
    open.resolve()
    await done
    await vi.waitFor(() => expect(ids()).toEqual(['held']), { timeout: 15_000 })
    await vi.waitFor(() => expect(feed.lagMs()).toBe(0), { timeout: 15_000 })
  })

  test('an event arrives by the signal of its commit, without the look of every second', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { ids } = await aFeed().finally(() => vi.useRealTimers())
    await announce('one')
    await vi.waitFor(() => expect(ids()).toEqual(['one']), { timeout: 15_000 })
    await announce('two')
    await vi.waitFor(() => expect(ids()).toEqual(['one', 'two']), { timeout: 15_000 })
  })

  test('after the database cut the connections the feed continues without a gap', async () => {
    const clients: pg.Client[] = []
    const { ids } = await aFeed({
      connect: async () => {
        const client = await installation.database.connect()
        clients.push(client)
        return client
      },
    })
    await announce('one')
    await vi.waitFor(() => expect(ids()).toEqual(['one']), { timeout: 15_000 })
    const admin = new pg.Client({ connectionString: installation.url })
    await admin.connect()
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = session_user and pid <> pg_backend_pid()`,
    )
    await admin.end()
    await vi.waitFor(() => expect(clients).toHaveLength(2), { timeout: 15_000 })
    await vi.waitFor(async () => await announce('two'), { timeout: 15_000 })
    await vi.waitFor(() => expect(ids()).toEqual(['one', 'two']), { timeout: 15_000 })
  })

  test('a process that only writes reads nothing, and its poke reaches the others', async () => {
    const reader = await aFeed()
    const writer = createFeed({
      connect: () => installation.database.connect(),
      system: installation.database.system,
      log,
      reads: false,
    })
    const seen: FeedEvent[] = []
    writer.on((event) => void seen.push(event))
    await writer.start()
    feeds.push(writer)
    for (const id of ['first', 'second']) {
      await announce(id)
      writer.poke()
      await vi.waitFor(() => expect(reader.ids()).toContain(id), { timeout: 15_000 })
    }
    expect(seen).toEqual([])
  })

  test('a payload of unknown shape is passed over, its neighbors are delivered', async () => {
    const { ids } = await aFeed()
    await tenant.tx(async (tx) => {
      await tx.query('insert into caseloom.outbox (tenant_id, payload) values ($1, $2)', [
        tenant.tenantId,
        JSON.stringify({ topic: 'weather', id: 'x' }),
      ])
      tx.announce(fact('good'))
    })
    await vi.waitFor(() => expect(ids()).toEqual(['good']), { timeout: 15_000 })
  })

  test('rows older than an hour go, younger ones stay', async () => {
    await announce('young')
    await installation.database.system.tx((tx) =>
      tx.query(`update caseloom.outbox set at = now() - interval '61 minutes'
                 where payload ->> 'id' is distinct from 'young'`),
    )
    const gone = await purgeOutbox(installation.database.system)
    expect(gone).toBeGreaterThan(0)
    const left = await installation.database.system.read((tx) =>
      tx.query<{ id: string }>(`select payload ->> 'id' as id from caseloom.outbox`),
    )
    expect(left).toEqual([{ id: 'young' }])
  })
})
