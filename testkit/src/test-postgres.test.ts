import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, testPostgres } from './test-database.ts'
import type { TestDatabase } from './test-postgres.ts'

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('the PostgreSQL of a test run', () => {
  let database: TestDatabase
  let migrations = 0
  const migrate = async (url: string) => {
    migrations += 1
    await query(url, 'set role caseloom_owner; create table notes (text text); insert into notes values (1)')
  }

  beforeAll(async () => {
    database = await freshDatabase('selftest', migrate)
  })
  afterAll(() => database.drop())

  it('gives a login without permissions of its own', async () => {
    const [login] = await query(
      database.url,
      `select current_user as user, rolsuper, rolbypassrls, rolinherit, rolcreaterole
         from pg_roles where rolname = current_user`,
    )
    expect(login).toEqual({
      user: 'caseloom_app',
      rolsuper: false,
      rolbypassrls: false,
      rolinherit: false,
      rolcreaterole: false,
    })
    await expect(query(database.url, 'select * from notes')).rejects.toThrow('permission denied')
    await expect(query(database.url, 'create table mine (i int)')).rejects.toThrow('permission denied')
  })

  it('lets the owner role create roles, schemas and trusted extensions', async () => {
    const role = `t_selftest_${process.pid}`
    await query(
      database.url,
      `set role caseloom_owner; create role ${role}; grant ${role} to caseloom_app; create schema s;
       create extension pg_trgm; drop role ${role}`,
    )
    expect(
      await query(database.superuserUrl, "select extname from pg_extension where extname = 'pg_trgm'"),
    ).toEqual([{ extname: 'pg_trgm' }])
  })

  it('migrates a template once and copies it', async () => {
    const second = await freshDatabase('selftest', migrate)
    expect(migrations).toBe(1)
    await query(database.superuserUrl, 'insert into notes values (2)')
    expect(await query(second.superuserUrl, 'select * from notes')).toEqual([{ text: '1' }])
    await second.drop()
  })

  it('makes one template even when several ask at the same time', async () => {
    const server = await testPostgres()
    let runs = 0
    const names = await Promise.all(
      [1, 2, 3].map(() =>
        server.template('race', async (url) => {
          runs += 1
          await query(url, 'set role caseloom_owner; create table t (i int)')
        }),
      ),
    )
    expect(new Set(names).size).toBe(1)
    expect(runs).toBe(1)
  })

  it('speaks UTF-8', async () => {
    expect(await query(database.url, "select 'ä€🧵' as text, length('ä€🧵')")).toEqual([
      { text: 'ä€🧵', length: 3 },
    ])
  })
})
