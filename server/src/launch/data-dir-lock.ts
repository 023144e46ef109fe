import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { databaseDirOf } from '../platform/embedded/postgres-cluster.ts'
import { stopLeftoverPostgres } from '../platform/embedded/postgres-leftovers.ts'
import {
  identify,
  isRunning,
  type ProcessIdentity,
  type StopStep,
  stopProcess,
} from '../platform/embedded/processes.ts'
import { stopLeftoverRestate } from '../platform/embedded/restate.ts'
import { removeSocketFolderOf } from '../platform/embedded/socket-folder.ts'
import { explainSystemError, StartError, systemErrorCode } from '../platform/start-error.ts'

const Identity = z.object({ pid: z.int(), started: z.string() })
const LaunchRecord = z.object({
  launcher: Identity,
  address: z.string().nullable(),
  processes: z.record(z.string(), Identity),
})
type LaunchRecord = z.output<typeof LaunchRecord>

/** The parts of a running product, in the order in which they are stopped. */
export const STOP_ORDER = ['web', 'worker', 'engine', 'postgres'] as const
export type Part = (typeof STOP_ORDER)[number]

/** The right of this launcher to a data folder, written down for the next one. */
export type DataDirLock = {
  /** Remembers a process, so that a later launch can stop it if this one is killed. */
  note(part: Part, process: ProcessIdentity): void
  /** Remembers where the product answers, for the message of a second launch. */
  noteAddress(address: string): void
  /** Kills whatever was noted and still runs: for the end of patience. */
  killAll(): Promise<void>
  /** Gives the folder free. */
  release(): void
}

/** Takes a data folder for this launcher: a live launcher refuses, what a killed one left running is stopped. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = join(dataDir, 'launch.json')
  const self = identify(process.pid)
  if (self === null) throw new Error('Couldn’t identify a running process')
  const record: LaunchRecord = { launcher: self, address: null, processes: {} }
  const before = take(file, record)
  removeHalfRestores(dataDir)
  if (before) await stopLeftovers(before)
  await stopLeftoverRestate(dataDir)
  await stopLeftoverPostgres(databaseDirOf(dataDir))
  // A remembered process matters only after a kill; a disk too full for it must not end a running product.
  const save = () => tryTo(() => write(file, record))
  return {
    note(part, process) {
      record.processes[part] = process
      save()
    },
    noteAddress(address) {
      record.address = address
      save()
    },
    killAll: () => killAll(record, dataDir),
    release: () => rmSync(file, { force: true }),
  }
}

/** What restores that were killed had copied: personal data that belongs to nothing. The claim keeps others away. */
function removeHalfRestores(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (/^restore-\d+$/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

function take(file: string, record: LaunchRecord): LaunchRecord | null {
  const fresh = `${file}.${process.pid}`
  try {
    writeFileSync(fresh, JSON.stringify(record), { mode: 0o600 })
    let before: LaunchRecord | null = null
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (linked(fresh, file)) return before
      const found = read(file)
      if (found && isRunning(found.launcher)) throw alreadyRunning(found)
      if (removeStale(file, found)) before = found
    }
    throw new Error(`Two launchers are competing for ${file}`)
  } catch (error) {
    throw explainSystemError(error, file)
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** A link appears whole or not at all, and only one of two launchers gets it. */
function linked(fresh: string, file: string): boolean {
  try {
    linkSync(fresh, file)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes a dead launcher's record, unless another launcher was faster and put its own there. */
function removeStale(file: string, before: LaunchRecord | null): boolean {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
  } catch {
    // Another launcher was faster and took it.
    return false
  }
  const moved = read(aside)
  const ours = moved?.launcher.started === before?.launcher.started
  if (ours) rmSync(aside, { force: true })
  else renameSync(aside, file)
  return ours
}

function alreadyRunning(record: LaunchRecord): StartError {
  const where = record.address ?? 'still starting'
  return new StartError(
    `Caseloom is already running with this data folder (process ${record.launcher.pid}, ${where}).`,
    `Use it, stop it with "kill ${record.launcher.pid}", or set CASELOOM_DATA to another folder.`,
  )
}

async function stopLeftovers(record: LaunchRecord): Promise<void> {
  for (const part of STOP_ORDER) {
    const process = record.processes[part]
    if (process) await stopProcess(process, STEPS[part])
  }
}

const STEPS: { [part in Part]: readonly StopStep[] } = {
  web: gentle('SIGTERM', 2_000),
  worker: gentle('SIGTERM', 2_000),
  engine: gentle('SIGTERM', 2_500),
  postgres: [{ signal: 'SIGINT', waitMs: 5_000 }, ...gentle('SIGQUIT', 3_000)],
}

function gentle(signal: NodeJS.Signals, waitMs: number): readonly StopStep[] {
  return [
    { signal, waitMs },
    { signal: 'SIGKILL', waitMs: 2_000 },
  ]
}

async function killAll(record: LaunchRecord, dataDir: string): Promise<void> {
  const kills = STOP_ORDER.map(async (part) => {
    const process = record.processes[part]
    // SIGQUIT is PostgreSQL's own way to end immediately: it takes its helpers with it.
    if (process)
      await stopProcess(process, part === 'postgres' ? gentle('SIGQUIT', 500) : gentle('SIGKILL', 500))
  })
  await Promise.all(kills)
  await stopLeftoverPostgres(databaseDirOf(dataDir))
  removeSocketFolderOf(dataDir)
}

function read(file: string): LaunchRecord | null {
  try {
    return LaunchRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Missing or half written: it names no one who holds the lock.
    return null
  }
}

function write(file: string, record: LaunchRecord): void {
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, JSON.stringify(record), { mode: 0o600 })
  renameSync(fresh, file)
}

function tryTo(run: () => void): void {
  try {
    run()
  } catch {
    // Said at the call: best effort.
  }
}
