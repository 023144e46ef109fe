import { spawn } from 'node:child_process'
import { pinnedNode } from './install.mjs'
import { StartFault } from './terminal.mjs'

/**
 * Starts the launcher in `entry` under the pinned Node; returns the process and the promise of its exit code. It is detached, so
 * an interrupt in the terminal reaches it only once, through this process. If this process is killed, it stops on its
 * own, because the channel between them closes.
 */
export function startLauncher(root, [entry, ...args], env) {
  const child = spawn(pinnedNode(root), [entry, ...args], {
    // Outside of production every reply is checked against its schema, which costs as much as making it.
    env: { NODE_ENV: 'production', ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  const ended = new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(
        new StartFault(
          'The pinned Node does not run on this system (it needs glibc; Alpine has none).',
          'Use a system with glibc, such as Debian, Ubuntu or Fedora.',
        ),
      ),
    )
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
  return { child, ended }
}

/** Passes the signals that ask for an end on to the launcher. */
export function passSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      child.kill(signal)
    })
  }
}

/**
 * Under npm, ends the launcher when npm's shell is gone: npm passes SIGTERM only to that shell, which dies without
 * passing it on. Started manually, the launcher can outlive its shell like any background program.
 */
export function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, 250)
  timer.unref()
}
