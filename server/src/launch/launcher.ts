import { type Environment, type LaunchConfig, readLaunchConfig, strangeSettings } from '../platform/config.ts'
import { prepareDataDir } from '../platform/embedded/data-dir.ts'
import { StartError } from '../platform/start-error.ts'
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts'
import { type StoredMasterKey, keepMasterKey } from './keep-master-key.ts'
import { settleAddress } from './listen-address.ts'
import { prepareServices, type Services } from './services.ts'
import { type Running, type Supervised, supervise, type Watch } from './supervise.ts'
import type { Terminal } from './terminal.ts'

export type LaunchOptions = {
  env: Environment
  /** The module which web and worker run; it reads CASELOOM_ROLE. */
  childEntry: string
  terminal: Terminal
  /** Aborted when someone wants the product to stop. */
  stopSignal: AbortSignal
  /**
   * Called once the data folder is locked: with what ends everything immediately, without order, and how long steps may
   * drain.
   */
  onClaim?(claim: DataDirLock, drainMs: number): void
  /** Called once everything runs, with a function that restarts web and worker, as for changed sources. */
  onReady?(reload: () => Promise<void>): void
}

/**
 * Runs the whole product on this machine until `stopSignal`: database, engine, worker and web process, each started
 * again when it breaks, all stopped in order at the end. Answers the exit code.
 */
export async function launch(options: LaunchOptions): Promise<number> {
  const { terminal, stopSignal } = options
  const parts: Supervised[] = []
  let claim: DataDirLock | undefined
  try {
    const config = readLaunchConfig(options.env)
    const dataDir = prepareDataDir(config.dataDir)
    terminal.line(`Starting Caseloom. Data folder: ${dataDir}`)
    for (const line of strangeSettings(options.env)) terminal.warn(line)
    claim = await lockDataDir(dataDir)
    options.onClaim?.(claim, config.drainMs)
    await run({ ...options, config, dataDir, claim }, parts)
    return 0
  } catch (error) {
    if (stopSignal.aborted) return 0
    terminal.fail(error)
    return 1
  } finally {
    const explained = explainLongStop(terminal)
    await stopAll(parts)
    explained()
    claim?.release()
    if (stopSignal.aborted) terminal.line('Caseloom has stopped.')
  }
}

const ROLES = [
  ['worker', 'Worker'],
  ['web', 'Web'],
] as const

type Launch = LaunchOptions & { config: LaunchConfig; dataDir: string; claim: DataDirLock }

async function run(launch: Launch, parts: Supervised[]): Promise<void> {
  const { config, dataDir, terminal, claim, stopSignal } = launch
  const address = await settleAddress(config)
  const masterKey = keepMasterKey(dataDir, config.masterKeyFile)
  const notices = makeNotices(terminal)
  const services = await prepareServices({
    config,
    dataDir,
    masterKeyFile: masterKey.file,
    address,
    entry: launch.childEntry,
    env: launch.env,
    claim,
    onNotice: notices.show,
  })
  await startServers(launch, services, parts)
  for (const [role, name] of ROLES) {
    parts.push((await keep(launch, name, (signal) => services.child(role, signal))).supervised)
  }
  stopSignal.throwIfAborted()
  claim.noteAddress(address.publicUrl)
  terminal.line(`\nCaseloom is ready: ${address.publicUrl}`)
  if (masterKey.mustAnnounce) explainMasterKey(terminal, masterKey)
  notices.open()
  const roles = parts.slice(-ROLES.length)
  launch.onReady?.(async () => void (await Promise.all(roles.map((part) => part.restart()))))
  await aborted(stopSignal)
  terminal.line('\nStopping Caseloom …')
}

const LONG_STOP_MS = 2_000

/** Says what a stop waits for, once it takes a while. */
function explainLongStop(terminal: Terminal): () => void {
  const timer = setTimeout(
    () => terminal.line('Waiting for steps in progress. Interrupt again to stop immediately.'),
    LONG_STOP_MS,
  )
  return () => clearTimeout(timer)
}

/** Database and engine know nothing of each other and start together. */
async function startServers(launch: Launch, services: Services, parts: Supervised[]): Promise<void> {
  const { postgres, engine } = services
  const starting = await Promise.allSettled([
    postgres ? keep(launch, 'Database', postgres) : null,
    engine ? keep(launch, 'Durable engine', engine) : null,
  ])
  // Pushed in this order, so that the engine is stopped before the database.
  for (const result of starting) {
    if (result.status === 'fulfilled' && result.value) parts.push(result.value.supervised)
  }
  const [database, durable] = starting
  if (database.status === 'rejected') throw database.reason
  if (durable.status === 'rejected') throw durable.reason
  services.know(database.value?.first ?? null, durable.value?.first ?? null)
}

function keep<T extends Running>(
  { terminal, stopSignal }: Launch,
  name: string,
  start: (signal: AbortSignal) => Promise<T>,
): Promise<{ first: T; supervised: Supervised }> {
  const watch: Watch = {
    onLost: (how, delayMs) => terminal.warn(`${name} stopped (${how}). Restarting ${inSeconds(delayMs)}.`),
    onFailedRestart: (error, delayMs) =>
      terminal.warn(`${name} didn’t start: ${reasonOf(error)} Next attempt ${inSeconds(delayMs)}.`),
    onBack: () => terminal.line(`  ✓ ${name} is running again`),
  }
  return terminal.step(name, () => supervise(start, watch, stopSignal))
}

async function stopAll(parts: Supervised[]): Promise<void> {
  for (const part of parts.splice(0).reverse()) await part.stop()
}

// Notices wait for the address line, so that it stays one line with nothing between the steps.
function makeNotices(terminal: Terminal) {
  const waiting: (readonly string[])[] = []
  let isOpen = false
  const print = (lines: readonly string[]) => terminal.line(`\n${lines.join('\n')}`)
  return {
    show(lines: readonly string[]) {
      if (isOpen) print(lines)
      else waiting.push(lines)
    },
    open() {
      isOpen = true
      waiting.splice(0).forEach(print)
    },
  }
}

function explainMasterKey(terminal: Terminal, { file, announced }: StoredMasterKey): void {
  terminal.line(`
The master key is in ${file}
It encrypts the secrets in the database. Keep a copy of it away from the data:
without it, the secrets can never be read again.`)
  announced()
}

function reasonOf(error: unknown): string {
  if (error instanceof StartError) return `${error.message} ${error.next}`
  return error instanceof Error ? `${error.message}.` : `${String(error)}.`
}

function inSeconds(ms: number): string {
  return ms < 1_000 ? 'immediately' : `in ${Math.round(ms / 1_000)} s`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
