import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { explainSystemError, StartError } from '../start-error.ts'
import { proveRoom } from './data-dir.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import type { RunAs } from './run-as.ts'

/** Where the database files lie in a data folder. */
export function databaseDirOf(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** What a new database takes with its first log of changes, and a little. */
const NEW_DATABASE_MEBIBYTES = 100

/** Creates the database files once, and refuses files of another major version. */
export async function ensureCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  options: { sync: boolean; signal?: AbortSignal | undefined },
): Promise<void> {
  const databaseDir = databaseDirOf(dataDir)
  if (existsSync(databaseDir)) {
    checkVersion(databaseDir, binaries.major)
    return
  }
  proveRoom(dataDir, NEW_DATABASE_MEBIBYTES)
  // Made beside its place and moved there when whole: an initdb cut short leaves nothing that looks finished.
  const half = `${databaseDir}.new`
  rmSync(half, { recursive: true, force: true })
  try {
    mkdirSync(half, { mode: 0o700 })
    chmodSync(half, 0o700)
    if (runAs) chownSync(half, runAs.uid, runAs.gid)
    await initialize({ folder: half, initdb: binaries.initdb, runAs, ...options })
    renameSync(half, databaseDir)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw explainSystemError(error, dataDir)
  }
}

function checkVersion(databaseDir: string, major: string): void {
  const found = readVersion(databaseDir)
  if (found === major) return
  throw new StartError(
    found === null
      ? `${databaseDir} exists but doesn’t contain a database (PG_VERSION is missing or can’t be read).`
      : `The database in ${databaseDir} was created by PostgreSQL ${found}, but this release includes PostgreSQL ${major}.`,
    found === null
      ? 'Move that folder away to start empty, or restore a backup with "caseloom restore".'
      : `Start the release that created it, take a backup with "caseloom backup", and restore it into a new data folder.`,
  )
}

function readVersion(databaseDir: string): string | null {
  try {
    return readFileSync(join(databaseDir, 'PG_VERSION'), 'utf8').trim()
  } catch {
    // No such file: there is no cluster yet.
    return null
  }
}

type Initdb = {
  folder: string
  initdb: string
  runAs: RunAs
  sync: boolean
  signal?: AbortSignal | undefined
}

async function initialize(job: Initdb): Promise<void> {
  const always = job.sync ? COMMON : [...COMMON, '--no-sync']
  const first = await runInitdb(job, [...always, ...UTF8])
  if (first.ok) return
  // Some systems do not know the C library's C.UTF-8; then only the builtin collation provider speaks UTF-8.
  const again = /invalid locale/.test(first.output)
  const second = again ? await runInitdb(job, [...always, ...PLAIN_C]) : first
  job.signal?.throwIfAborted()
  if (!second.ok) throw explainInitdb(second.output, job.folder)
}

const COMMON = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--data-checksums']
const UTF8 = ['--locale-provider=builtin', '--locale=C.UTF-8']
const PLAIN_C = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

function runInitdb({ folder, initdb, runAs, signal }: Initdb, args: string[]) {
  return new Promise<{ ok: boolean; output: string }>((resolve, reject) => {
    const child = spawn(initdb, [`--pgdata=${folder}`, ...args], {
      cwd: '/',
      env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...(signal ? { signal } : {}),
      ...(runAs ?? {}),
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    // An aborted child still has to end before its files can be removed: `close` comes after.
    child.on('error', (error) => {
      if (!signal?.aborted) reject(error)
    })
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

function explainInitdb(output: string, folder: string): StartError {
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return new StartError(
      `The disk is full: couldn’t create the database in ${folder}.`,
      'Free about 100 MB there, or set CASELOOM_DATA to a folder on a disk with enough space, and start again.',
    )
  }
  if (/Permission denied/.test(output)) {
    return new StartError(
      `The database user can’t access ${folder}: a folder above it is closed to other users.`,
      'Set CASELOOM_DATA to a folder open to others (such as /var/lib/caseloom), or start as a non-root user.',
    )
  }
  const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.trim().slice(-300)
  return new StartError(
    `Couldn’t create the database: ${reason.trim()}`,
    'Correct this and start again, or set DATABASE_URL to your own PostgreSQL 15 or newer.',
  )
}
