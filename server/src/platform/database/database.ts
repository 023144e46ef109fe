import { parsedRows } from './rows.ts'
import { z } from 'zod'
import pg from 'pg'
import { hasCode, unavailable } from './connection-faults.ts'
import { transientCause } from './transient-errors.ts'
import { installationTag, literal, quoted, tenantRole, tenantSchema } from './names.ts'
import { type Begun, OpenTx, rollback } from './open-tx.ts'
import { withInnerSpan } from '../telemetry/tracing.ts'
import { valueParsers } from './value-parsers.ts'
import type { Announcement, RunOutside, SystemScope, TenantRef, TenantScope, Tx } from './types.ts'

const RolesRow = z.object({ owner: z.string(), login: z.string(), id: z.string() })

const LockRow = z.object({ mine: z.boolean() })

/** Settings of a connection: no statement runs for ever, no transaction is left open (traps of the outbox). */
const SESSION_SETTINGS =
  "SET statement_timeout = 30000; SET idle_in_transaction_session_timeout = 10000; SET timezone = 'UTC'"
/** A backend keeps about 66 kB per table it touched: connections are renewed before that adds up. */
const CONNECTION_LIFETIME_S = 1800
const DATABASE_SPAN = { kind: 'client', facts: { 'db.system.name': 'postgresql' } } as const

export interface DatabaseOptions {
  url: string
  /** Connections of this process. */
  size?: number
}

/** The pool with its transaction helpers. One per process; built in platform.ts. */
export interface Database {
  readonly system: SystemScope
  tenant(ref: TenantRef): TenantScope
  /** Called after each commit that announced something, with it (the feed's poke). */
  onAnnounced(listener: (facts: readonly Announcement[]) => void): void
  /** A connection of its own, outside the pool, for LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>
  /** Short names of the roles of this installation, for DDL. */
  readonly roles: Roles
  ping(): Promise<void>
  /** Connections of the pool as they are now. */
  connections(): PoolFigures
  close(): Promise<void>
}

export interface PoolFigures {
  active: number
  idle: number
  /** Transactions waiting for a connection. */
  waiting: number
  limit: number
}

export interface Roles {
  tag: string
  owner: string
  login: string
  tenantBase: string
  system: string
}

/** Opens the pool and learns the installation's roles; the schema must have been migrated before. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size ?? 12,
    maxLifetimeSeconds: CONNECTION_LIFETIME_S,
    connectionTimeoutMillis: 10_000,
    application_name: 'caseloom',
    // What need not wait for the statement before it goes out with it: BEGIN, and COMMIT behind the outbox.
    pipeline: true,
    types: valueParsers,
  })
  // An idle client that loses its server reports here; the next query gets a new connection.
  pool.on('error', () => undefined)
  // One that is lent and just not asking anything reports here; without a listener it would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // Not as startup parameters: a connection pooler rejects those. It goes out ahead of the first statement, which
    // fails and reports the error if the connection is lost.
    void client.query(SESSION_SETTINGS).catch(() => undefined)
  })
  const roles = await learnRoles(pool).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  return new PooledDatabase(pool, roles, options.url)
}

async function learnRoles(pool: pg.Pool): Promise<Roles> {
  const result = await pool.query(
    `select pg_get_userbyid(d.datdba) owner, session_user login, caseloom.installation_id()::text id
       from pg_database d where d.datname = current_database()`,
  )
  const [row] = parsedRows(RolesRow, result.rows)
  if (!row) throw new Error('The database didn’t return its own name')
  const tag = installationTag(row.id)
  return {
    tag,
    owner: row.owner,
    login: row.login,
    tenantBase: `cl_${tag}_tenant`,
    system: `cl_${tag}_system`,
  }
}

class PooledDatabase implements Database {
  readonly roles: Roles
  readonly system: SystemScope
  readonly #pool: pg.Pool
  readonly #url: string
  readonly #listeners: ((facts: readonly Announcement[]) => void)[] = []
  /** Roles that a connection has taken before, so that it will not refuse them. */
  readonly #known = new WeakMap<pg.PoolClient, Set<string>>()

  constructor(pool: pg.Pool, roles: Roles, url: string) {
    this.#pool = pool
    this.#url = url
    this.roles = roles
    const systemRole = `SET LOCAL ROLE ${quoted(roles.system)}`
    const asOwner = `BEGIN; SET LOCAL ROLE ${quoted(roles.owner)}; SET LOCAL lock_timeout = '5s'`
    this.system = {
      tx: (work) => this.#transact(`BEGIN; ${systemRole}`, null, (tx) => work(tx)),
      read: (work) => this.#look(`BEGIN READ ONLY; ${systemRole}`, (tx) => work(tx)),
      ask: async (schema, ...statement) =>
        parsedRows(schema, await this.#ask(`BEGIN READ ONLY; ${systemRole}`, statement)),
      owner: (work) => this.#transact(asOwner, null, (tx) => work(tx)),
    }
  }

  tenant(ref: TenantRef): TenantScope {
    const { tenantId, accountId, timeZone = 'UTC' } = ref
    const schema = tenantSchema(tenantId)
    const settings = `SET LOCAL app.tenant_id = ${literal(tenantId)}`
    const asTenant = `SET LOCAL ROLE ${quoted(tenantRole(this.roles.tag, tenantId))}; ${settings}`
    const asOwner = `BEGIN; SET LOCAL ROLE ${quoted(this.roles.owner)}; ${settings}; SET LOCAL lock_timeout = '2s'`
    const place = { tenantId, accountId, schema, timeZone }
    return {
      ...place,
      tx: (work) => this.#transact(`BEGIN; ${asTenant}`, place, (tx) => work({ ...place, ...tx })),
      read: (work) => this.#look(`BEGIN READ ONLY; ${asTenant}`, (tx) => work({ ...place, ...tx })),
      define: (lock, work) =>
        this.#transact(asOwner, place, async (tx) => {
          await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tenantId}/${lock}`])
          return work({ ...place, ...tx })
        }),
      outside: (lock, work) => this.#outside(`${tenantId}/${lock}`, work),
    }
  }

  onAnnounced(listener: (facts: readonly Announcement[]) => void): void {
    this.#listeners.push(listener)
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'caseloom-listen',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async ping(): Promise<void> {
    await this.#pool.query('select 1')
  }

  connections(): PoolFigures {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return { active: totalCount - idleCount, idle: idleCount, waiting: waitingCount, limit: options.max }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #outside<T>(lock: string, work: (run: RunOutside) => Promise<T>): Promise<T | null> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw unavailable(error)
    })
    try {
      await client.query(`SET ROLE ${quoted(this.roles.owner)}; SET statement_timeout = 0`)
      const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 1)) as mine', [
        lock,
      ])
      if (parsedRows(LockRow, rows)[0]?.mine !== true) return null
      return await work(async (text, values = []) => {
        return (await client.query({ text, values: [...values] })).rows
      })
    } catch (error) {
      throw transientCause(error) === null ? error : unavailable(error)
    } finally {
      // Anyone who comes next is not refused while the server still takes the session down.
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
      // Role and limits belong to the session, and end with it.
      client.release(true)
    }
  }

  #transact<T>(begin: string, place: TenantRef | null, work: (tx: Tx) => Promise<T>): Promise<T> {
    return withInnerSpan('transaction', DATABASE_SPAN, () => this.#attempt(begin, place, work))
  }

  /** A transaction that only reads: its answer need not wait for the end, which changes nothing. */
  #look<T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return withInnerSpan('transaction', DATABASE_SPAN, async () => {
      const open = new OpenTx(() => this.#begin(begin), { onlyReads: true })
      try {
        const result = await work(open.tx)
        if (open.facts.length > 0) throw new Error('A read-only transaction can’t announce events')
        for (const action of open.afterCommit) action()
        open.end()
        return result
      } catch (error) {
        throw await open.fail(error)
      }
    })
  }

  #ask(begin: string, statement: Parameters<Tx['query']>): Promise<unknown[]> {
    return withInnerSpan('transaction', DATABASE_SPAN, async () => {
      const open = new OpenTx(() => this.#begin(begin), { onlyReads: true })
      try {
        return await open.only(...statement)
      } catch (error) {
        throw await open.fail(error)
      }
    })
  }

  async #attempt<T>(begin: string, place: TenantRef | null, work: (tx: Tx) => Promise<T>): Promise<T> {
    const open = new OpenTx(() => this.#begin(begin), { onlyReads: false })
    try {
      const result = await work(open.tx)
      await open.commit(place?.tenantId ?? null)
      for (const action of open.afterCommit) action()
      if (open.facts.length > 0) for (const listener of this.#listeners) listener(open.facts)
      return result
    } catch (error) {
      throw await open.fail(error)
    }
  }

  /** A client inside a new transaction; anyone who gets it rolls back or commits, and gives it back. */
  async #begin(begin: string): Promise<Begun> {
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.#pool.connect().catch((error: unknown) => {
        throw unavailable(error)
      })
      const known = this.#known.get(client)
      if (known?.has(begin) === true) {
        // The first statement goes out with it: what follows a BEGIN that failed is refused.
        const { stream } = client.connection
        stream.cork()
        process.nextTick(() => stream.uncork())
        const begun = client.query(begin)
        // Awaited by the transaction, which reports the error.
        begun.catch(() => undefined)
        return { client, begun }
      }
      try {
        await client.query(begin)
        this.#known.set(client, (known ?? new Set()).add(begin))
        return { client, begun: BEGUN }
      } catch (error) {
        const outdated = hasCode(error, ROLE_REFUSED)
        client.release((await rollback(client)) || outdated)
        if (transientCause(error) !== null) throw unavailable(error)
        if (!outdated || attempt > MAX_OUTDATED) throw error
      }
    }
  }
}

/**
 * A backend that looks up its roles in the very moment in which another grants one may remember the outdated list
 * (seen on PostgreSQL 15 and 18: 1 in 30 while tenants are made). Such a connection is of no use any more.
 */
const ROLE_REFUSED = '42501'
const MAX_OUTDATED = 20

const BEGUN = Promise.resolve()
