import { z } from 'zod'
import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropTenantSchema } from './tenant-schema.ts'
import type { Migration } from './types.ts'

const NumberRow = z.object({ n: z.number() })

const migrations: Migration[] = [
  {
    name: '9000-test-notes',
    async up(tx) {
      await tx.query('create table caseloom.note (tenant_id uuid not null, text text not null)')
      await tx.tenantTable('note')
      await tx.query('create table caseloom.setting (name text not null)')
      await tx.systemTable('setting')
    },
  },
]

describe('transactions under the role of a tenant', () => {
  let installation: TestInstallation
  beforeAll(async () => {
    installation = await anInstallation('database', migrations)
  })
  afterAll(() => installation.close())

  it('shows a tenant its own rows of a platform table and never another’s', async () => {
    const [a, b] = [await installation.aTenant(), await installation.aTenant()]
    await a.tx((tx) => tx.query('insert into caseloom.note values ($1, $2)', [a.tenantId, 'of a']))
    const seen = (tx: { query<R>(text: string): Promise<R[]> }) => tx.query('select text from caseloom.note')
    expect(await a.read(seen)).toEqual([{ text: 'of a' }])
    expect(await b.read(seen)).toEqual([])
  })

  it('refuses to write a row for another tenant', async () => {
    const [a, b] = [await installation.aTenant(), await installation.aTenant()]
    const theft = a.tx((tx) => tx.query('insert into caseloom.note values ($1, $2)', [b.tenantId, 'for b']))
    await expect(theft).rejects.toThrow(/row-level security/)
  })

  it('refuses the schema and the system tables of others', async () => {
    const [a, b] = [await installation.aTenant(), await installation.aTenant()]
    await a.define('t', (tx) => tx.query(`create table "${tx.schema}".thing (id int)`))
    await a.tx((tx) => tx.query(`insert into "${a.schema}".thing values (1)`))
    await expect(b.read((tx) => tx.query(`select * from "${a.schema}".thing`))).rejects.toThrow(
      /permission denied/,
    )
    await expect(a.read((tx) => tx.query('select * from caseloom.setting'))).rejects.toThrow(
      /permission denied/,
    )
    const system = installation.database.system
    await expect(system.read((tx) => tx.query(`select * from "${a.schema}".thing`))).rejects.toThrow(
      /permission/,
    )
  })

  it('refuses writes in a reading transaction and keeps nothing of a failed one', async () => {
    const a = await installation.aTenant()
    const insert = 'insert into caseloom.note values ($1, $2)'
    await expect(a.read((tx) => tx.query(insert, [a.tenantId, 'x']))).rejects.toThrow(/read-only/)
    const failing = a.tx(async (tx) => {
      await tx.query(insert, [a.tenantId, 'x'])
      tx.announce({ topic: 'task', type: 'run', taskId: 'none', need: 'run:read' })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(
      await a.read((tx) => tx.query('select 1 from caseloom.note union all select 1 from caseloom.outbox')),
    ).toEqual([])
  })

  it('writes what a transaction announces with its commit, under the tenant', async () => {
    const a = await installation.aTenant()
    let poked = 0
    installation.database.onAnnounced(() => {
      poked += 1
    })
    await a.tx(async (tx) => tx.announce({ topic: 'task', type: 'run', taskId: 'r1', need: 'run:read' }))
    const rows = await a.read((tx) => tx.query<{ payload: unknown }>('select payload from caseloom.outbox'))
    expect(rows).toEqual([{ payload: { topic: 'task', type: 'run', taskId: 'r1', need: 'run:read' } }])
    expect(poked).toBe(1)
  })

  it('holds no connection until its first statement', async () => {
    const a = await installation.aTenant()
    const { promise: thought, resolve: think } = Promise.withResolvers<void>()
    // More than the pool has: if each held one from its beginning, the write below would wait for them.
    const thinking = Array.from({ length: 40 }, () =>
      a.tx(async (tx) => {
        await thought
        return tx.query('select 1 as one')
      }),
    )
    await a.tx((tx) => tx.query('insert into caseloom.note values ($1, $2)', [a.tenantId, 'meanwhile']))
    think()
    expect(await Promise.all(thinking)).toEqual(thinking.map(() => [{ one: 1 }]))
  })

  it('reports why it never began, and the next one works on', async () => {
    const a = await installation.aTenant()
    const look = (tx: { query<R>(text: string): Promise<R[]> }) => tx.query('select 1 as one')
    await a.read(look)
    const { system, roles } = installation.database
    await system.owner((tx) => dropTenantSchema(tx, roles, a.tenantId))
    await expect(a.read(look)).rejects.toThrow(/role .* does not exist/)
    const b = await installation.aTenant()
    expect(await b.read(look)).toEqual([{ one: 1 }])
  })

  it('asks one thing at a time, reading only, and gives its connections back', async () => {
    const { system } = installation.database
    const many = Array.from({ length: 40 }, (_, at) => system.ask(NumberRow, 'select $1::int as n', [at]))
    expect((await Promise.all(many)).map(([row]) => row?.n)).toEqual(many.map((_, at) => at))
    await expect(system.ask(NumberRow, `insert into caseloom.setting values ('x')`)).rejects.toThrow(
      /read-only/,
    )
    await expect(system.ask(NumberRow, 'select 1 / 0')).rejects.toThrow(/division by zero/)
    const failing = Array.from({ length: 40 }, () =>
      system.ask(NumberRow, 'select 1 / 0').catch(() => 'failed'),
    )
    expect(new Set(await Promise.all(failing))).toEqual(new Set(['failed']))
    expect(await system.ask(NumberRow, 'select name from caseloom.setting', [], 'test-settings')).toEqual([])
    const left = async () => {
      const text = `select 1 as n from pg_stat_activity where datname = current_database() and state like 'idle in tr%'`
      return (await system.ask(NumberRow, text)).length
    }
    await expect.poll(left, { timeout: 5_000 }).toBe(0)
  })

  it('ends the use of a transaction with its callback', async () => {
    const a = await installation.aTenant()
    const ended = await a.tx(async (tx) => tx)
    await expect(ended.query('select 1')).rejects.toThrow('The transaction has ended')
  })

  it('that loses its server while it asks nothing fails as unavailable, and the next one works', async () => {
    const a = await installation.aTenant()
    const killer = new pg.Client({ connectionString: installation.url })
    await killer.connect()
    const count = async (pid: number | undefined) =>
      (await killer.query('select from pg_stat_activity where pid = $1', [pid])).rowCount
    const lost = a.tx(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await killer.query('select pg_terminate_backend($1)', [row?.pid])
      await expect.poll(() => count(row?.pid), { timeout: 5_000 }).toBe(0)
      await tx.query('select 1')
    })
    await expect(lost).rejects.toMatchObject({ code: 'dependency.unavailable' })
    expect(await a.read((tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }])
    await killer.end()
  })
})
