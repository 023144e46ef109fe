import { z } from 'zod'
import pg from 'pg'
import { explainDatabaseError } from './explain-database.ts'
import { StartError } from '../start-error.ts'
import { installationTag, literal, quoted } from './names.ts'
import { parsedRows } from './rows.ts'
import type { Migration, MigrationTx } from './types.ts'

const LoginRow = z.object({
  unsafe: z.boolean(),
  owner: z.string(),
  version: z.number(),
  login: z.string(),
})

const InstallationRow = z.object({ id: z.string(), login: z.string() })

const NameRow = z.object({ name: z.string() })

/** Any process may migrate; the lock makes the others wait and find nothing left to do. */
const LOCK = 7_266_190_431

/**
 * Brings the platform's schema up to date: forward only, each step in a transaction of its own.
 * Throws when the login is a superuser or may bypass row security, when the server is too old, or when the
 * database is newer than this program.
 */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // The next statement reports a connection lost between two statements.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const owner = await checkLogin(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`SET ROLE ${quoted(owner)}`)
    const roles = await bootstrap(client, owner)
    return { applied: await applyAll(client, migrations, roles) }
  } catch (error) {
    throw explainDatabaseError(error, url)
  } finally {
    // The migrations are done, or their own error is reported.
    await client.end().catch(() => undefined)
  }
}

async function checkLogin(client: pg.Client): Promise<string> {
  const result = await client.query(
    `select r.rolsuper or r.rolbypassrls as unsafe, pg_get_userbyid(d.datdba) as owner, r.rolname as login,
            current_setting('server_version_num')::int as version
       from pg_roles r, pg_database d where r.rolname = session_user and d.datname = current_database()`,
  )
  const [row] = parsedRows(LoginRow, result.rows)
  if (!row) throw new Error('Couldn’t read the database login')
  if (row.version < 150000)
    throw new StartError(
      `The database is PostgreSQL ${Math.floor(row.version / 10000)}; PostgreSQL 15 or newer is required.`,
      'Upgrade it, or point DATABASE_URL at another one, and start again.',
    )
  if (row.unsafe)
    throw new StartError(
      `The database login "${row.login}" is a superuser or can bypass row security, so tenants wouldn’t be isolated.`,
      'Use a login created as described in docs/operations/postgres.md, and start again.',
    )
  return row.owner
}

interface BaseRoles {
  tenantBase: string
  system: string
}

async function bootstrap(client: pg.Client, owner: string): Promise<BaseRoles> {
  await client.query(`
    create schema if not exists caseloom;
    create table if not exists caseloom.installation (id uuid primary key, created_at timestamptz not null default now());
    create table if not exists caseloom.migration (name text primary key, applied_at timestamptz not null default now());
    insert into caseloom.installation (id) select gen_random_uuid() where not exists (select from caseloom.installation);
    create or replace function caseloom.installation_id() returns uuid language sql stable security definer
      set search_path = pg_catalog as 'select id from caseloom.installation';
  `)
  const id = await client.query('select id::text, session_user as login from caseloom.installation')
  const [row] = parsedRows(InstallationRow, id.rows)
  if (!row) throw new Error('The installation has no ID')
  const tag = installationTag(row.id)
  const roles = { tenantBase: `cl_${tag}_tenant`, system: `cl_${tag}_system` }
  for (const role of Object.values(roles)) {
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = ${literal(role)}) then
          create role ${quoted(role)} nologin;
        end if;
      end $$;
      grant usage on schema caseloom to ${quoted(role)};
      grant execute on function caseloom.installation_id() to ${quoted(role)};
    `)
  }
  // The login may switch to these roles, but has none of their permissions until it does (NOINHERIT).
  await client.query(`grant ${quoted(roles.system)} to ${quoted(row.login)}`)
  await client.query(`grant usage on schema caseloom to ${quoted(row.login)}`)
  // Fails when the owner is already a member or isn’t allowed to grant; migrations that need it fail with the reason.
  await client.query(`grant ${quoted(roles.system)} to ${quoted(owner)}`).catch(() => undefined)
  return roles
}

async function applyAll(
  client: pg.Client,
  migrations: readonly Migration[],
  roles: BaseRoles,
): Promise<string[]> {
  const sorted = [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))
  const known = await client.query('select name from caseloom.migration')
  const done = new Set(parsedRows(NameRow, known.rows).map((row) => row.name))
  const stranger = [...done].find((name) => !sorted.some((migration) => migration.name === name))
  if (stranger !== undefined) {
    throw new StartError(
      `The database was written by a newer version of Caseloom (it contains "${stranger}").`,
      'Start that version, or restore a backup made by this version.',
    )
  }
  const applied: string[] = []
  for (const migration of sorted) {
    if (done.has(migration.name)) continue
    await apply(client, migration, roles)
    applied.push(migration.name)
  }
  return applied
}

async function apply(client: pg.Client, migration: Migration, roles: BaseRoles): Promise<void> {
  await client.query('BEGIN')
  try {
    await migration.up(migrationTx(client, roles))
    await client.query('insert into caseloom.migration (name) values ($1)', [migration.name])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(
      `Migration ${migration.name} failed: ${error instanceof Error ? error.message : 'unknown'}`,
      {
        cause: error,
      },
    )
  }
}

function migrationTx(client: pg.Client, roles: BaseRoles): MigrationTx {
  const run = async <Row>(text: string, values: readonly unknown[] = []) =>
    // The migration states the row shape of its own SQL text.
    (await client.query(text, [...values])).rows as Row[]
  const protect = async (table: string) => {
    const name = `caseloom.${quoted(table)}`
    await run(`alter table ${name} enable row level security`)
    await run(`alter table ${name} force row level security`)
    await run(`create policy system_all on ${name} to ${quoted(roles.system)} using (true) with check (true)`)
    await run(`grant select, insert, update, delete on ${name} to ${quoted(roles.system)}`)
    return name
  }
  return {
    now: new Date(),
    rows: async (schema, text, values) => parsedRows(schema, await run(text, values)),
    query: run,
    announce: () => {
      throw new Error('A migration can’t announce events')
    },
    afterCommit: () => {
      throw new Error('A migration can’t have after-commit actions')
    },
    systemTable: async (table) => void (await protect(table)),
    async tenantTable(table) {
      const name = await protect(table)
      const mine = `tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)`
      // The owner too, for definitions that change tables and metadata in one transaction (TenantScope.define).
      await run(
        `create policy tenant_own on ${name} to ${quoted(roles.tenantBase)}, current_user using (${mine}) with check (${mine})`,
      )
      await run(`grant select, insert, update, delete on ${name} to ${quoted(roles.tenantBase)}`)
    },
  }
}
