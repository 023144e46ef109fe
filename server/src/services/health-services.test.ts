import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { testPostgres } from '@caseloom/testkit/test-database'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { startPresence } from '../platform/presence/presence.ts'

let world: ContractWorld
beforeAll(async () => {
  world = await aContractWorld()
})
afterAll(() => world.close())

async function ready() {
  const reply = await world.web.http.fastify.inject({ url: '/api/ready' })
  // The contract declares this shape, and strict replies check it.
  return {
    status: reply.statusCode,
    body: reply.json<{ status: string; parts: Record<string, { ok: boolean; detail?: string }> }>(),
  }
}

/** Statements of the superuser, on the world's own database. */
async function asSuperuser<T>(work: (client: pg.Client, database: string) => Promise<T>): Promise<T> {
  const { superuserUrl } = (await testPostgres()).address
  // From another database: this one may have no connection left.
  const client = new pg.Client({ connectionString: superuserUrl })
  const name = new URL(world.config.databaseUrl.replace('@/', '@localhost/')).pathname.slice(1)
  await client.connect()
  try {
    return await work(client, name)
  } finally {
    await client.end()
  }
}

/** Changes the world's database for the rest of this test, and cuts its connections so that they notice. */
async function withDatabase(change: string, back: string): Promise<void> {
  const alter = (what: string) =>
    asSuperuser(async (client, name) => {
      await client.query(`alter database "${name}" ${what}`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    })
  await alter(change)
  onTestFinished(async () => {
    await alter(back)
    await expect.poll(async () => (await ready()).status).toBe(200)
  })
}

describe('readiness', () => {
  test('is degraded and not refused while no worker is there, and ready when one reports', async () => {
    await expect.poll(async () => (await ready()).body.parts['workers']).toMatchObject({ ok: false })
    expect(await ready()).toMatchObject({
      status: 200,
      body: { status: 'degraded', parts: { database: { ok: true } } },
    })
    const { system, log } = world.web.product.platform
    const worker = startPresence({ system, log, role: 'worker', version: '1', masterKeys: () => [] })
    await expect.poll(async () => (await ready()).body.status).toBe('ready')
    worker.drain()
    await expect.poll(async () => (await ready()).body.status).toBe('degraded')
    await worker.stop()
  })

  test('refuses while the database is read-only, and comes back without a restart', async () => {
    await withDatabase('set default_transaction_read_only = on', 'reset all')
    await expect.poll(ready).toMatchObject({
      status: 503,
      body: {
        status: 'unavailable',
        parts: { database: { ok: false, detail: 'the database is read-only' } },
      },
    })
  })

  test('refuses when no temporary file can be written where the database lies', async () => {
    await withDatabase("set temp_file_limit = '64kB'", 'reset all')
    await expect.poll(async () => (await ready()).body.parts['database']?.ok).toBe(false)
  })

  test('refuses while no connection is left', async () => {
    await withDatabase('connection limit 0', 'connection limit -1')
    await expect.poll(ready).toMatchObject({
      status: 503,
      body: { parts: { database: { ok: false, detail: 'the database has no connection left' } } },
    })
  })

  test('stays in service while another database holds a transaction open', async () => {
    const other = await (await testPostgres()).createDatabase()
    const client = new pg.Client({ connectionString: other.superuserUrl })
    await client.connect()
    await client.query('begin; select pg_current_xact_id()')
    expect((await ready()).status).toBe(200)
    await client.query('rollback')
    await client.end()
    await other.drop()
  })
})

describe('metrics', () => {
  const scrape = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    world.web.http.fastify.inject({ url: '/metrics', headers, remoteAddress })

  test('report runs, queue, pool, processes, parts and answers to this machine', async () => {
    await ready()
    const { statusCode, body, headers } = await scrape()
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/plain')
    for (const line of [
      /^caseloom_runs\{state="queued"\} \d+$/m,
      /^caseloom_start_queue \d+$/m,
      /^caseloom_database_connections\{state="idle"\} \d+$/m,
      /^caseloom_processes\{role="web"\} 1$/m,
      /^caseloom_ready\{part="database"\} 1$/m,
      /^caseloom_http_request_seconds_count\{.*route="\/api\/ready".*\} \d+$/m,
      /^caseloom_build_info\{.*role="web".*\} 1$/m,
      /^nodejs_eventloop_lag_seconds /m,
    ])
      expect(body).toMatch(line)
  })

  test('do not exist for other machines, nor for who comes through a proxy', async () => {
    for (const reply of [await scrape({}, '192.0.2.7'), await scrape({ 'x-forwarded-for': '192.0.2.7' })]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.headers['content-type']).toContain('application/problem+json')
      expect(reply.body).not.toContain('caseloom_')
    }
  })
})
