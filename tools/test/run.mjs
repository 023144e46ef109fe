// Plain JavaScript with built-ins only: runs before anything is installed, under any Node >= 20.19.
import { spawn, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkMachine, installPackages, pinnedNode as startNode } from '../start/install.mjs'
import { printFault } from '../start/terminal.mjs'
import { signalGroup } from './signals.mjs'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIN = join(ROOT, 'node_modules', '.bin')
const running = new Set()

/** The environment of every child: the pinned Node and the tools of this repository come first. */
export function childEnv(extra = {}) {
  return { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/** Path of the pinned Node; there once the packages are installed. */
export function pinnedNode() {
  return startNode(ROOT)
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

/** Installs what a clean clone lacks, as `npm start` does; false after saying why it could not. */
export async function ensureInstalled() {
  try {
    checkMachine()
    await installPackages(ROOT)
    startNode(ROOT)
    return true
  } catch (error) {
    printFault(error)
    return false
  }
}
