import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { systemErrorCode } from '../start-error.ts'

/** A process beyond doubt: a number alone may have been given to another process since. */
export type ProcessIdentity = { pid: number; started: string }

/** A signal and how long (milliseconds) to wait for the end after it. */
export type StopStep = { signal: NodeJS.Signals; waitMs: number }

/** Identifies a running process; `null` when there is none (a dead one waiting for its parent counts as none). */
export function identify(pid: number): ProcessIdentity | null {
  const started = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid)
  return started === null ? null : { pid, started }
}

/** Whether exactly this process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started
}

/** Waits until the process has ended; answers whether it did within `ms` milliseconds. */
export async function waitForExit(identity: ProcessIdentity, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms
  while (isRunning(identity)) {
    if (Date.now() >= deadline) return false
    await pause(20)
  }
  return true
}

/** Sends one signal after the other until the process has ended; answers whether it did. */
export async function stopProcess(identity: ProcessIdentity, steps: readonly StopStep[]): Promise<boolean> {
  for (const step of steps) {
    if (!isRunning(identity)) return true
    sendSignal(identity.pid, step.signal)
    if (await waitForExit(identity, step.waitMs)) return true
  }
  return !isRunning(identity)
}

/**
 * Sends a signal; a process that has just ended is no error. The only place that signals by number: to the system, 0 and
 * negative numbers mean whole process groups, -1 means every process, and 1 is init.
 */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new RangeError(`Refusing to signal process ${pid}`)
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error
  }
}

/** The id of a process just spawned; rejects with the system's reason when it could not be started. */
export async function spawnedPid(child: ChildProcess): Promise<number> {
  if (child.pid !== undefined) return child.pid
  const [error] = await once(child, 'error')
  throw error
}

/** The identity of a process just spawned; one that has ended since counts as not running. */
export async function identifySpawned(child: ChildProcess): Promise<ProcessIdentity> {
  const pid = await spawnedPid(child)
  return identify(pid) ?? { pid, started: 'gone' }
}

/** Processes that have `folder` as their working folder and `word` in their command line; Linux only, else empty. */
export function processesWorkingIn(folder: string, word: string): ProcessIdentity[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(name, folder, word))
    .map((name) => identify(Number(name)))
    .filter((identity) => identity !== null)
}

/** Whether the command line of a process holds `word`; `false` when it cannot be read. */
export function commandHolds(pid: number, word: string): boolean {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(word)
  } catch {
    // The process has ended: it is not the one.
    return false
  }
}

function worksIn(pid: string, folder: string, word: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder && commandHolds(Number(pid), word)
  } catch {
    // The process has ended, or is another user’s.
    return false
  }
}

function startOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets and may hold blanks and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${bootId()}:${fields[19]}`
  } catch {
    // The process has ended.
    return null
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
  } catch {
    // Not Linux: the start time alone distinguishes processes.
    return 'boot'
  }
}

function startElsewhere(pid: number): string | null {
  try {
    const [state = '', ...started] = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, LC_ALL: 'C' },
    })
      .trim()
      .split(/\s+/)
    return state === '' || state.startsWith('Z') ? null : started.join(' ')
  } catch {
    // The process has ended.
    return null
  }
}
