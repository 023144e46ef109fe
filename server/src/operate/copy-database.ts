import { parsedRows } from '../platform/database/rows.ts'
import { z } from 'zod'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError, systemErrorCode } from '../platform/start-error.ts'
import { type CopiedFile, copyTree, digestOf } from './copy-tree.ts'

const StartRow = z.object({ file: z.string() })

const StopRow = z.object({ labelfile: z.string(), spcmapfile: z.string(), file: z.string() })

/** What PostgreSQL makes again at its start, or what belongs to the running server alone (its manual, chapter 25.3.4). */
const NEVER = new Set(['postmaster.pid', 'postmaster.opts', 'postgresql.log', 'log', 'backup_label.old'])
const EMPTY = /^(?:pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_replslot)\//
const SLOT = 'caseloom_backup'

/** Copies the files of a database that is stopped, or that ended without a farewell: its own recovery makes them whole. */
export function copyStoppedDatabase(databaseDir: string, to: string): Promise<CopiedFile[]> {
  return copyTree({ from: databaseDir, to, skip: (path) => NEVER.has(path) || EMPTY.test(path) })
}

/**
 * Copies a database while it works, by PostgreSQL's low-level backup: all that was committed before the call is in the
 * copy, and so is the log that makes the copied files consistent.
 */
export async function copyRunningDatabase(databaseDir: string, to: string): Promise<CopiedFile[]> {
  const client = new pg.Client({ connectionString: runningDatabaseUrl(databaseDir, 'postgres', 'postgres') })
  await client.connect().catch((error: unknown) => {
    throw explainUnreachable(error, client.host)
  })
  try {
    await client.query(
      `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active`,
      [SLOT],
    )
    // The slot keeps the log from being recycled until it has been copied.
    await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
    const started = await client.query(
      `select pg_walfile_name(pg_backup_start('caseloom backup', true)) as file`,
    )
    const skip = (path: string) => NEVER.has(path) || EMPTY.test(path) || path.startsWith('pg_wal/')
    const files = await copyTree({ from: databaseDir, to, skip })
    const stopped = await client.query(
      `select labelfile, spcmapfile, pg_walfile_name(lsn) as file from pg_backup_stop(false)`,
    )
    const first = parsedRows(StartRow, started.rows)[0]?.file
    const last = parsedRows(StopRow, stopped.rows)[0]
    if (first === undefined || last === undefined)
      throw new Error('PostgreSQL didn’t report where its log starts')
    const log = await copyTree({
      from: join(databaseDir, 'pg_wal'),
      to: join(to, 'pg_wal'),
      skip: (path) => !(/^[0-9A-F]{24}$/.test(path) && path >= first && path <= last.file),
    })
    await writeFile(join(to, 'backup_label'), last.labelfile, { mode: 0o600, flush: true })
    if (last.spcmapfile !== '') await writeFile(join(to, 'tablespace_map'), last.spcmapfile, { mode: 0o600 })
    const label = { path: 'backup_label', ...(await digestOf(join(to, 'backup_label'))) }
    return [...files, ...log.map((file) => ({ ...file, path: `pg_wal/${file.path}` })), label]
  } finally {
    // The next backup drops a slot that is left over.
    await client.query('select pg_drop_replication_slot($1)', [SLOT]).catch(() => undefined)
    // The copy is complete, or its own error is reported.
    await client.end().catch(() => undefined)
  }
}

function explainUnreachable(error: unknown, socketDir: string): unknown {
  if (!['ENOENT', 'EACCES', 'ECONNREFUSED'].includes(systemErrorCode(error) ?? '')) return error
  return new StartError(
    `Couldn’t reach the running database: this command can’t see its socket in ${socketDir}.`,
    'Run it as the same user as the product. A systemd unit requires RuntimeDirectory=caseloom, as in docs/operations/caseloom.service.',
  )
}

/** The running embedded database for this login, by the socket folder that its lock file names (line 5). */
export function runningDatabaseUrl(databaseDir: string, login: string, database: string): string {
  const socketDir = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[4]?.trim() ?? ''
  return `postgres://${login}@/${database}?host=${encodeURIComponent(socketDir)}`
}
