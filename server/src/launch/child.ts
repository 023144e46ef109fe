import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Environment } from '../platform/config.ts'
import { identifySpawned, type ProcessIdentity, stopProcess } from '../platform/embedded/processes.ts'
import { StartError } from '../platform/start-error.ts'
import { type LogFile, openLogFile } from './log-file.ts'
import { FromRole, type ToRole } from './messages.ts'

export type ChildOptions = {
  role: 'web' | 'worker'
  /** The module to run; it reads CASELOOM_ROLE and the other settings. */
  entry: string
  env: Environment
  logFile: string
  onNotice(lines: readonly string[]): void
  onSpawn(process: ProcessIdentity): void
  /** Longer than an orderly stop takes; then the process is killed. */
  stopWithinMs?: number
  signal: AbortSignal
}

/** A web or worker process that has said where it listens. */
export type RunningChild = {
  process: ProcessIdentity
  address: string
  /** Settles with a few words on how it ended. */
  ended: Promise<string>
  stop(): Promise<void>
}

/** Young objects get 8 MiB instead of 16 or more: about 40 MiB less per process. */
const NODE_FLAGS = ['--max-semi-space-size=8']
/** Each thread would otherwise keep a heap of its own outside of JavaScript's: about 5 MiB per process. */
const FEW_ARENAS = '2'
const READY_WITHIN_MS = 120_000
export const STOP_WITHIN_MS = 2_500

/** Starts a web or worker process and waits until it is ready. */
export async function startChild(options: ChildOptions): Promise<RunningChild> {
  mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 })
  const log = openLogFile(options.logFile)
  // Detached: an interrupt in the terminal must reach the launcher only, which stops everything in order.
  const child = fork(options.entry, [], {
    env: { MALLOC_ARENA_MAX: FEW_ARENAS, ...options.env, CASELOOM_ROLE: options.role },
    execArgv: [...process.execArgv, ...NODE_FLAGS],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  child.stdout?.on('data', log.write)
  child.stderr?.on('data', log.write)
  const ended = watchEnd(child, log)
  const identity = await identifySpawned(child)
  options.onSpawn(identity)
  child.on('message', (raw) => {
    const message = FromRole.safeParse(raw)
    if (message.success && message.data.type === 'notice') options.onNotice(message.data.lines)
  })
  try {
    const address = await untilReady(child, ended, options)
    return { process: identity, address, ended, stop: () => stopChild(child, identity, options.stopWithinMs) }
  } catch (error) {
    await stopChild(child, identity)
    throw error
  }
}

function watchEnd(child: ChildProcess, log: LogFile): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
    child.once('close', () => log.close())
  })
}

function untilReady(child: ChildProcess, ended: Promise<string>, options: ChildOptions): Promise<string> {
  const { role, logFile, signal } = options
  return new Promise((resolve, reject) => {
    const cleanUp = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      child.off('message', listen)
    }
    const give = (error: unknown) => {
      cleanUp()
      reject(error)
    }
    const abort = () => give(signal.reason)
    const late = () => give(new StartError(`The ${role} process wasn’t ready in time.`, `See ${logFile}.`))
    const listen = (raw: unknown) => {
      const message = FromRole.safeParse(raw)
      if (!message.success) return
      if (message.data.type === 'failed') give(new StartError(message.data.message, message.data.next))
      if (message.data.type !== 'ready') return
      cleanUp()
      resolve(message.data.address)
    }
    const timer = setTimeout(late, READY_WITHIN_MS)
    signal.addEventListener('abort', abort, { once: true })
    child.on('message', listen)
    void ended.then((how) =>
      give(new StartError(`The ${role} process exited during startup (${how}).`, `See ${logFile}.`)),
    )
    if (signal.aborted) abort()
  })
}

async function stopChild(
  child: ChildProcess,
  identity: ProcessIdentity,
  withinMs = STOP_WITHIN_MS,
): Promise<void> {
  const message: ToRole = { type: 'stop' }
  if (child.connected) child.send(message, () => undefined)
  const asked = await waitFor(child, withinMs)
  if (!asked) await stopProcess(identity, [{ signal: 'SIGKILL', waitMs: 1_000 }])
}

function waitFor(child: ChildProcess, ms: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    return Promise.resolve(true)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
