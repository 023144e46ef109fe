import { parsedRows } from '../database/rows.ts'
import { z } from 'zod'
import { Client, escapeIdentifier } from 'pg'

const RoleRow = z.object({ rolname: z.string() })

/** The roles every installation has; the processes log in as `app` and own nothing. */
export const ROLES = { owner: 'caseloom_owner', app: 'caseloom_app' } as const

/** The database of the embedded server. */
export const DATABASE = 'caseloom'

/**
 * Creates the two roles, or restores their permissions: `caseloom_owner` owns everything and cannot log in;
 * `caseloom_app` logs in, inherits nothing, and may switch to the owner's role. Requires a superuser's connection.
 */
export async function ensureRoles(client: Client): Promise<void> {
  const { rows } = await client.query('select rolname from pg_roles where rolname = any($1)', [
    [ROLES.owner, ROLES.app],
  ])
  const present = new Set(parsedRows(RoleRow, rows).map((row) => row.rolname))
  for (const role of [ROLES.owner, ROLES.app]) {
    if (!present.has(role)) await client.query(`create role ${role}`)
  }
  await client.query(
    `alter role ${ROLES.owner} with nologin createrole inherit nosuperuser nobypassrls nocreatedb`,
  )
  await client.query(
    `alter role ${ROLES.app} with login noinherit nosuperuser nobypassrls nocreatedb nocreaterole`,
  )
  await client.query(`grant ${ROLES.owner} to ${ROLES.app}`)
}

/** Makes a database owned by `caseloom_owner`, unless it is there. */
export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${escapeIdentifier(name)} owner ${ROLES.owner}`)
}

/** Prepares a fresh or known embedded server for the product; can be repeated at every start. */
export async function bootstrapPostgres(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl })
  // The next statement reports a connection lost between two statements.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await ensureRoles(client)
    await ensureDatabase(client, DATABASE)
  } finally {
    await client.end()
  }
}
