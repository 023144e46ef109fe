import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { explainSystemError, StartError } from '../start-error.ts'
import { prepareDataDir } from './data-dir.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { databaseDirOf, ensureCluster } from './postgres-cluster.ts'
import { stopLeftoverPostgres } from './postgres-leftovers.ts'
import { identifySpawned, type ProcessIdentity, stopProcess, waitForExit } from './processes.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'

export type PostgresOptions = {
  /** The data folder of the product; the database lies in `postgres` in it. */
  dataDir: string
  /** The user to run as when this process is root (setting PG_RUN_AS). */
  runAs?: string | null
  /** Server settings over the defaults, by name. */
  settings?: Readonly<Record<string, string>>
  /** `false` skips syncing the fresh files to disk: only for throw-away databases. */
  sync?: boolean
  /** Gives up the start; what was begun is stopped. */
  signal?: AbortSignal
}

/** An embedded PostgreSQL that accepts connections on its socket. */
export type RunningPostgres = {
  process: ProcessIdentity
  /** The address for the role `user` and `database`, as the driver takes it. */
  url(user: string, database: string): string
  /** Settles when the server has ended, wanted or not. */
  ended: Promise<void>
  /** Stops it: open transactions are rolled back, then the data is written out. */
  stop(): Promise<void>
}

const MEMORY_MIB = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 1024 / 1024

/** A share of the machine's memory, between bounds; shared memory that no one has used yet takes none. */
function memory(share: number, least: number, most: number): string {
  return `${Math.round(Math.min(most, Math.max(least, MEMORY_MIB * share)))}MB`
}

/** Sized by the machine; waits and time limits of statements are set by the processes that send them. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: memory(1 / 16, 128, 1024),
  effective_cache_size: memory(1 / 2, 512, 65_536),
  work_mem: '8MB',
  maintenance_work_mem: memory(1 / 128, 64, 256),
  // A large import touches pages of every index: each is written whole once per checkpoint.
  max_wal_size: '2GB',
  min_wal_size: '80MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_min_error_statement: 'panic',
  cluster_name: 'caseloom',
}

const READY_WITHIN_MS = 180_000
const RETRY_WITHIN_MS = 60_000

/** Starts the database of a data folder, creating it the first time and clearing away what a killed start left. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dataDir = prepareDataDir(options.dataDir)
  const databaseDir = databaseDirOf(dataDir)
  const runAs = chooseRunAs(databaseDir, options.runAs ?? null)
  const binaries = findPostgresBinaries(dataDir, runAs)
  await ensureCluster(dataDir, binaries, runAs, {
    sync: options.sync ?? true,
    signal: options.signal,
  })
  await stopLeftoverPostgres(databaseDir)
  const socketDir = makeSocketFolder(dataDir, runAs)
  const settings = { ...SETTINGS, unix_socket_directories: `"${socketDir}"`, ...options.settings }
  try {
    const { signal } = options
    const started = await startUntilItHolds({
      dataDir,
      databaseDir,
      socketDir,
      binaries,
      runAs,
      settings,
      signal,
    })
    return running(started, socketDir)
  } catch (error) {
    removeSocketFolder(socketDir)
    throw error
  }
}

type Launch = {
  dataDir: string
  databaseDir: string
  socketDir: string
  binaries: PostgresBinaries
  runAs: RunAs
  settings: Record<string, string>
  signal: AbortSignal | undefined
}

// Right after a kill the lock file or shared memory of the old server may still be held for a moment.
async function startUntilItHolds(launch: Launch): Promise<Started> {
  const deadline = Date.now() + RETRY_WITHIN_MS
  for (let delay = 100; ; delay = Math.min(delay * 2, 3_000)) {
    const started = await spawnServer(launch)
    if (await isReady(started, launch)) return started
    launch.signal?.throwIfAborted()
    const output = readOutput(launch.dataDir)
    const held = /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(output)
    if (!held || Date.now() > deadline) throw explainFailure(output, launch.databaseDir)
    await pause(delay)
  }
}

type Started = { child: ChildProcess; identity: ProcessIdentity; ended: Promise<void> }

async function spawnServer({ dataDir, databaseDir, binaries, runAs, settings }: Launch): Promise<Started> {
  const output = openOutput(dataDir)
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Detached: an interrupt in the terminal must reach the launcher only, which stops everything in order.
  const child = spawn(binaries.postgres, ['-D', databaseDir, ...args], {
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['ignore', output, output],
    ...(runAs ?? {}),
  })
  closeSync(output)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  try {
    return { child, identity: await identifySpawned(child), ended }
  } catch (error) {
    throw new StartError(
      `The database program ${binaries.postgres} couldn’t be started: ${String(error)}`,
      'Move it to a folder that other users can access, or set DATABASE_URL to your own PostgreSQL.',
    )
  }
}

async function isReady(started: Started, { socketDir, signal }: Launch): Promise<boolean> {
  let over = false
  void started.ended.then(() => {
    over = true
  })
  const deadline = Date.now() + READY_WITHIN_MS
  while (!over && !signal?.aborted && Date.now() < deadline) {
    if (await accepts(socketUrl(socketDir, 'postgres', 'postgres'))) return true
    await Promise.race([pause(30), started.ended])
  }
  await stopProcess(started.identity, [{ signal: 'SIGQUIT', waitMs: 5_000 }])
  return false
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    // Not up yet; the caller waits, and reports the server’s output in the end.
    return false
  } finally {
    // A connection that failed has nothing to end.
    await client.end().catch(() => undefined)
  }
}

function running(started: Started, socketDir: string): RunningPostgres {
  let stopping: Promise<void> | undefined
  return {
    process: started.identity,
    url: (user, database) => socketUrl(socketDir, user, database),
    ended: started.ended,
    stop() {
      stopping ??= stopServer(started, socketDir)
      return stopping
    },
  }
}

async function stopServer(started: Started, socketDir: string): Promise<void> {
  await stopProcess(started.identity, [
    { signal: 'SIGINT', waitMs: 3_000 },
    { signal: 'SIGQUIT', waitMs: 1_000 },
    { signal: 'SIGKILL', waitMs: 1_000 },
  ])
  await Promise.race([started.ended, waitForExit(started.identity, 1_000)])
  removeSocketFolder(socketDir)
}

function socketUrl(socketDir: string, user: string, database: string): string {
  const [role, name] = [encodeURIComponent(user), encodeURIComponent(database)]
  return `postgres://${role}@/${name}?host=${encodeURIComponent(socketDir)}`
}

function outputFile(dataDir: string): string {
  return join(dataDir, 'logs/postgres-start.log')
}

function openOutput(dataDir: string): number {
  try {
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
    return openSync(outputFile(dataDir), 'w', 0o600)
  } catch (error) {
    throw explainSystemError(error, dataDir)
  }
}

function readOutput(dataDir: string): string {
  try {
    return readFileSync(outputFile(dataDir), 'utf8')
  } catch {
    // No output yet: the failure is reported without it.
    return ''
  }
}

function explainFailure(output: string, databaseDir: string): StartError {
  const said = output + readLog(databaseDir)
  if (/No space left on device|Disk quota exceeded/.test(said)) {
    return new StartError(
      `The disk is full: the database in ${databaseDir} couldn’t start.`,
      'Free some space there and start again. No data is lost.',
    )
  }
  if (/Permission denied/.test(said)) {
    return new StartError(
      `The database user can’t access ${databaseDir}: a folder above it is closed to other users.`,
      'Set CASELOOM_DATA to a folder open to others (such as /var/lib/caseloom), or start as a non-root user.',
    )
  }
  const lines = said.split('\n')
  const reason = lines.find((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-2) ?? 'no reason given'
  return new StartError(
    `The database didn’t start: ${reason.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')}`,
    `See ${databaseDir}/log and correct this, or set DATABASE_URL to your own PostgreSQL.`,
  )
}

/** What the server logged since it last started: past its first moments, it writes there instead of to its output. */
function readLog(databaseDir: string): string {
  const folder = join(databaseDir, 'log')
  try {
    const files = readdirSync(folder).map((name) => join(folder, name))
    const [newest] = files.toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
    const text = newest === undefined ? '' : readFileSync(newest, 'utf8')
    const start = text.lastIndexOf('starting PostgreSQL')
    return start === -1 ? '' : text.slice(start)
  } catch {
    // No log yet: the failure is reported without it.
    return ''
  }
}
