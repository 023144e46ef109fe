import { spawn } from 'node:child_process'

const running = new Set()

/** Runs a tool to its end with its output held back; answers the exit code and the last of what it said. */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    running.add(child)
    let said = ''
    const take = (chunk) => {
      said = (said + chunk).slice(-8_000)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('error', (error) => {
      running.delete(child)
      resolve({ code: 127, said: error.message })
    })
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, said })
    })
  })
}

/** Ends tools that are still at work; they have nothing to save. */
export function stopTools() {
  for (const child of running) child.kill('SIGTERM')
}
