import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureRoles, ROLES } from '@caseloom/server/platform/embedded/postgres-bootstrap'
import { startPostgres } from '@caseloom/server/platform/embedded/postgres'
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts'

/** What another process needs to use the same test server. */
export type TestPostgresAddress = { superuserUrl: string; prefix: string; external: boolean }

/** One fresh database on the test server. */
export type TestDatabase = {
  name: string
  /** For `caseloom_app`, as the product logs in. */
  url: string
  /** For a superuser: only to look at what the product may not. */
  superuserUrl: string
  drop(): Promise<void>
}

/** A PostgreSQL for tests; databases made on it are apart from each other, roles are not. */
export type TestPostgres = {
  address: TestPostgresAddress
  /** Makes a database: empty, or a copy of `template` (a name which `template()` answered). */
  createDatabase(template?: string): Promise<TestDatabase>
  /** Makes a template once per run and name, however many test files ask: `migrate` gets its app address. */
  template(name: string, migrate: (url: string, superuserUrl: string) => Promise<void>): Promise<string>
}

/** Fast, and nothing of it survives a crash of the machine. */
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  logging_collector: 'off',
}

/**
 * Starts the PostgreSQL of a test run: an embedded one in a temp folder, or the one at CASELOOM_TEST_DATABASE_URL
 * (a superuser's address), where only databases and roles of this run are made and dropped again.
 */
export async function startTestPostgres(): Promise<TestPostgres & { stop(): Promise<void> }> {
  const external = process.env['CASELOOM_TEST_DATABASE_URL']
  const prefix = `clt_${randomBytes(4).toString('hex')}_`
  if (external) return useExternal({ superuserUrl: external, prefix, external: true })
  const folder = await makeScratchFolder()
  const server = await startPostgres({ dataDir: folder, settings: THROW_AWAY, sync: false }).catch(
    (error) => {
      removeScratchFolder(folder)
      throw error
    },
  )
  const address = { superuserUrl: server.url('postgres', 'postgres'), prefix, external: false }
  await withClient(address.superuserUrl, (client) => ensureRoles(client))
  const stop = async () => {
    await server.stop()
    removeScratchFolder(folder)
  }
  return { ...connectTestPostgres(address), stop }
}

/** Uses a test server started by another process. */
export function connectTestPostgres(address: TestPostgresAddress): TestPostgres {
  return {
    address,
    createDatabase: (template) => createDatabase(address, template),
    template: (name, migrate) => makeTemplate(address, name, migrate),
  }
}

async function createDatabase(address: TestPostgresAddress, template?: string): Promise<TestDatabase> {
  const name = `${address.prefix}${randomBytes(6).toString('hex')}`
  await withClient(address.superuserUrl, (client) => cloneDatabase(client, name, template ?? null))
  return {
    name,
    url: appUrl(address, name),
    superuserUrl: databaseUrl(address.superuserUrl, name),
    drop: () => withClient(address.superuserUrl, (client) => dropDatabase(client, name)),
  }
}

async function makeTemplate(
  address: TestPostgresAddress,
  name: string,
  migrate: (url: string, superuserUrl: string) => Promise<void>,
): Promise<string> {
  const database = `${address.prefix}tpl_${name}`
  await withClient(address.superuserUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [database])
    if (await databaseExists(client, database)) return
    const half = `${database}_part`
    await dropDatabase(client, half)
    await cloneDatabase(client, half, null)
    await migrate(appUrl(address, half), databaseUrl(address.superuserUrl, half))
    await whenUnused(() =>
      client.query(`alter database ${escapeIdentifier(half)} rename to ${escapeIdentifier(database)}`),
    )
  })
  return database
}

async function cloneDatabase(client: Client, name: string, template: string | null): Promise<void> {
  const source =
    // Whole files instead of page by page through the log: a third of the time, as nothing here waits for a disk.
    template === null
      ? 'template template0 encoding UTF8'
      : `template ${escapeIdentifier(template)} strategy file_copy`
  await whenUnused(() =>
    client.query(`create database ${escapeIdentifier(name)} owner ${ROLES.owner} ${source}`),
  )
}

async function dropDatabase(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
}

async function databaseExists(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return rowCount === 1
}

// A connection that its client has closed may still be on its way out of the server.
async function whenUnused(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await run()
      return
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== '55006' || attempt >= 50) throw error
      await pause(50)
    }
  }
}

async function useExternal(address: TestPostgresAddress): Promise<TestPostgres & { stop(): Promise<void> }> {
  const before = await withClient(address.superuserUrl, async (client) => {
    await ensureRoles(client)
    await client.query(`alter role ${ROLES.app} password ${escapeLiteral(appPassword(address))}`)
    return roleNames(client)
  })
  const stop = () =>
    withClient(address.superuserUrl, (client) => clearExternal(client, address.prefix, before))
  return { ...connectTestPostgres(address), stop }
}

async function clearExternal(client: Client, prefix: string, before: ReadonlySet<string>): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await dropDatabase(client, datname)
  for (const role of await roleNames(client)) {
    // Roles which another run's databases use are refused, and dropped by that run.
    if (!before.has(role)) await client.query(`drop role ${escapeIdentifier(role)}`).catch(() => undefined)
  }
}

async function roleNames(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles')
  return new Set(rows.map((row) => row.rolname))
}

function appUrl(address: TestPostgresAddress, database: string): string {
  const url = databaseUrl(address.superuserUrl, database)
  const login = address.external ? `${ROLES.app}:${appPassword(address)}` : ROLES.app
  return url.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, `$1${login}@`)
}

function appPassword(address: TestPostgresAddress): string {
  return createHash('sha256').update(`caseloom test ${address.superuserUrl}`).digest('hex').slice(0, 24)
}

function databaseUrl(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`)
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
