// Plain JavaScript with built-ins only: runs before anything is installed, under any Node >= 20.19.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIN = join(ROOT, 'node_modules', '.bin')
const running = new Set()

/** The environment of every child: the pinned Node and the tools of this repository come first. */
export function childEnv(extra = {}) {
  return { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/** Path of the pinned Node. */
export function pinnedNode() {
  return join(BIN, 'node')
}

/** Runs a command to its end, output passed through; past `minutes` its whole process group is killed. */
export function run(command, args, { cwd = ROOT, env = {}, minutes = 10 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: childEnv(env),
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    running.add(child)
    let late = false
    const timer = setTimeout(() => {
      late = true
      console.error(`\n${args.at(-1) ?? command}: not finished after ${minutes} minutes, stopped`)
      signalGroup(child, 'SIGKILL')
    }, minutes * 60_000)
    const end = (code) => {
      clearTimeout(timer)
      running.delete(child)
      // What a finished run leaves in its group would hold ports and files of the next one.
      signalGroup(child, 'SIGKILL')
      resolve(late ? 124 : code)
    }
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      end(127)
    })
    child.once('exit', (code, signal) => end(code ?? (signal ? 128 : 1)))
  })
}

function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group is empty: nothing was left behind.
  }
}

function stopOnSignals() {
  const codes = { SIGINT: 130, SIGTERM: 143 }
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, () => {
      // The tests get ten seconds to stop what they started; their groups are killed after that.
      for (const child of running) signalGroup(child, 'SIGTERM')
      setTimeout(() => process.exit(code), 10_000)
      setInterval(() => running.size === 0 && process.exit(code), 100)
    })
  }
  process.once('exit', () => {
    for (const child of running) signalGroup(child, 'SIGKILL')
  })
}

stopOnSignals()

/** Runs a short command and returns its trimmed output, or undefined when it failed. */
export function output(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000, env: childEnv(), ...options })
  return done.status === 0 ? done.stdout.trim() : undefined
}

/** Installs what a clean clone lacks; answers a line that says what is wrong, or undefined. */
export async function ensureInstalled() {
  const installed = join(ROOT, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) {
    console.log('Installing the dependencies (npm ci)')
    const code = await run('npm', ['ci', '--no-audit', '--no-fund'], { minutes: 15 })
    if (code !== 0) return `npm ci failed (exit ${code})`
  }
  const stale = staleEntry(join(ROOT, 'package-lock.json'), installed)
  if (stale) return `node_modules does not match package-lock.json (${stale}): run npm ci`
  return existsSync(pinnedNode()) ? undefined : 'the pinned Node is missing from node_modules: run npm ci'
}

/** First package whose installed version differs from the lock; optional ones may be absent. */
function staleEntry(lockFile, installedFile) {
  const locked = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const present = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.keys(locked).find((path) => {
    if (!path.startsWith('node_modules/') || locked[path].link) return false
    const there = present[path]
    return there
      ? there.version !== locked[path].version
      : !locked[path].optional && !locked[path].devOptional
  })
}
