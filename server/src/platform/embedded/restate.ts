import { spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { engineDoor, type EngineDoor } from '../durable/engine-door.ts'
import { explainSystemError, StartError } from '../start-error.ts'
import { prepareDataDir } from './data-dir.ts'
import { identifySpawned, type ProcessIdentity, processesWorkingIn, stopProcess } from './processes.ts'
import { NODE_NAME, restateConfig, TRUST_NONE } from './restate-config.ts'
import { ensureIdentityKey } from './restate-identity.ts'
import { LONGEST_SOCKET, makeSocketFolder, removeSocketFolderOf } from './socket-folder.ts'

export type RestateOptions = {
  /** The data folder of the product; the engine's files lie in `engine` in it. */
  dataDir: string
  /** Gives up the start; an engine begun is stopped. */
  signal?: AbortSignal
}

/** An embedded engine that takes invocations. */
export type RunningRestate = {
  process: ProcessIdentity
  /** `unix:` and the path of a socket that only the engine's user can reach. */
  ingressUrl: string
  adminUrl: string
  /** What workers give to the SDK as `identityKeys`. */
  identityKeys: string[]
  /** Settles when the engine has ended, wanted or not. */
  ended: Promise<void>
  stop(): Promise<void>
}

const READY_WITHIN_MS = 120_000

/** Starts the durable engine of a data folder, and clears away one that a killed start left running. */
export async function startRestate({ dataDir: wanted, signal }: RestateOptions): Promise<RunningRestate> {
  const dataDir = prepareDataDir(wanted)
  const engineDir = engineDirOf(dataDir)
  await stopLeftoverRestate(dataDir)
  const { identityKey, baseDir } = writeFiles(engineDir)
  const logFile = join(dataDir, 'logs/engine.log')
  const started = await spawnEngine(engineDir, logFile)
  const ingressUrl = `unix:${join(baseDir, NODE_NAME, 'ingress.sock')}`
  const adminUrl = `unix:${join(baseDir, NODE_NAME, 'admin.sock')}`
  const health = [engineDoor(adminUrl), engineDoor(ingressUrl)]
  const checks = health.map(
    (door, index) => () => answersWell(door, index === 0 ? '/health' : '/restate/health'),
  )
  const ready = await isReady(started, checks, signal).finally(() =>
    health.forEach((door) => void door.close()),
  )
  if (!ready) {
    removeSocketFolderOf(engineDir)
    signal?.throwIfAborted()
    throw explainFailure(logFile, engineDir)
  }
  let stopping: Promise<void> | undefined
  return {
    process: started.identity,
    ingressUrl,
    adminUrl,
    identityKeys: [identityKey],
    ended: started.ended,
    stop() {
      stopping ??= stopEngine(started).finally(() => removeSocketFolderOf(engineDir))
      return stopping
    },
  }
}

/** Where the engine's files lie in a data folder. */
export function engineDirOf(dataDir: string): string {
  return join(dataDir, 'engine')
}

const scratchDirOf = (engineDir: string) => join(engineDir, 'scratch')

/** Stops an engine that still works in this data folder after its launcher was killed. */
export async function stopLeftoverRestate(dataDir: string): Promise<void> {
  for (const leftover of processesWorkingIn(engineDirOf(dataDir), 'restate-server')) {
    await stopProcess(leftover, STOP_STEPS)
  }
}

// Its log is written ahead, so a kill loses nothing; the orderly end only shortens the next start.
const STOP_STEPS = [
  { signal: 'SIGTERM', waitMs: 2_500 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

function writeFiles(engineDir: string): { identityKey: string; baseDir: string } {
  try {
    mkdirSync(join(engineDir, 'no-certificates'), { recursive: true, mode: 0o700 })
    // Its sockets lie in it, and who reaches them may do anything with any run.
    chmodSync(engineDir, 0o700)
    // What an engine only needs while it runs: one that was killed leaves it behind.
    rmSync(scratchDirOf(engineDir), { recursive: true, force: true })
    mkdirSync(scratchDirOf(engineDir), { mode: 0o700 })
    const identityKeyFile = join(engineDir, 'identity.pem')
    const identityKey = ensureIdentityKey(identityKeyFile)
    writeFileSync(join(engineDir, 'certificates.pem'), TRUST_NONE)
    const baseDir = shortPathTo(engineDir)
    writeFileSync(join(engineDir, 'restate.toml'), restateConfig({ baseDir, identityKeyFile }))
    return { identityKey, baseDir }
  } catch (error) {
    throw explainSystemError(error, engineDir)
  }
}

/** The engine makes its sockets in its base folder: where that path is too long, a short link to it. */
function shortPathTo(engineDir: string): string {
  const longest = join('/', NODE_NAME, 'ingress.sock')
  if (Buffer.byteLength(engineDir + longest) <= LONGEST_SOCKET) return engineDir
  const link = join(makeSocketFolder(engineDir, null, `/engine${longest}`), 'engine')
  rmSync(link, { recursive: true, force: true })
  symlinkSync(engineDir, link)
  return link
}

type Started = { identity: ProcessIdentity; ended: Promise<void> }

async function spawnEngine(engineDir: string, logFile: string): Promise<Started> {
  const output = openLog(logFile)
  // No variables pass through: those named RESTATE_… would change the engine's settings.
  const child = spawn(findBinary(), ['--config-file', join(engineDir, 'restate.toml'), '--no-logo'], {
    cwd: engineDir,
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      DO_NOT_TRACK: '1',
      // Its option worker.invoker.tmp-dir would give all partitions one and the same folder.
      TMPDIR: scratchDirOf(engineDir),
      SSL_CERT_FILE: join(engineDir, 'certificates.pem'),
      SSL_CERT_DIR: join(engineDir, 'no-certificates'),
    },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return { identity: await identifySpawned(child), ended }
}

function findBinary(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    return require.resolve(`@restatedev/restate-server-${platform}/bin/restate-server`)
  } catch {
    // Only a missing package fails here, as the message says.
    throw new StartError(
      `The durable engine isn’t installed for this platform (${platform}).`,
      'Run npm install without --omit=optional, or set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL to your own engine.',
    )
  }
}

type Check = () => Promise<boolean>

async function isReady(started: Started, checks: readonly Check[], signal?: AbortSignal): Promise<boolean> {
  let over = false
  void started.ended.then(() => {
    over = true
  })
  const deadline = Date.now() + READY_WITHIN_MS
  while (!over && !signal?.aborted && Date.now() < deadline) {
    const answers = await Promise.all(checks.map((check) => check()))
    if (answers.every(Boolean)) return !over
    await Promise.race([pause(30), started.ended])
  }
  await stopProcess(started.identity, STOP_STEPS)
  return false
}

async function answersWell(door: EngineDoor, path: string): Promise<boolean> {
  try {
    const response = await door.request({ method: 'GET', path, signal: AbortSignal.timeout(2_000) })
    await response.body.dump()
    return response.statusCode === 200
  } catch {
    // Not up yet; the caller waits, and reports the engine’s output in the end.
    return false
  }
}

async function stopEngine(started: Started): Promise<void> {
  await stopProcess(started.identity, STOP_STEPS)
  await Promise.race([started.ended, pause(1_000, undefined, { ref: false })])
}

function openLog(logFile: string): number {
  try {
    mkdirSync(join(logFile, '..'), { recursive: true, mode: 0o700 })
    if (existsSync(logFile)) renameSync(logFile, `${logFile}.1`)
    return openSync(logFile, 'w', 0o600)
  } catch (error) {
    throw explainSystemError(error, logFile)
  }
}

function explainFailure(logFile: string, engineDir: string): StartError {
  const output = existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return new StartError(
      `The disk is full: the durable engine in ${engineDir} couldn’t start.`,
      'Free some space there and start again. No data is lost.',
    )
  }
  const line = output.split('\n').find((text) => /ERROR|Failed|PANIC/.test(text))
  const reason = line?.replace(/^\S+\s+ERROR \S+:\s*/, '').slice(0, 300) ?? 'no reason given'
  return new StartError(`The durable engine didn’t start: ${reason}`, `See ${logFile} and start again.`)
}
