import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './signals.mjs'

const NAME = /^caseloom-run-(\d+)-/

/** An empty folder of one test run, as open as the temp folder itself; those of runs that were killed are removed. */
export function makeRunFolder(parent = tmpdir()) {
  for (const name of readdirSync(parent)) {
    const owner = NAME.exec(name)?.[1]
    if (owner !== undefined && !isAlive(Number(owner))) removeRunFolder(join(parent, name))
  }
  const folder = mkdtempSync(join(parent, `caseloom-run-${process.pid}-`))
  chmodSync(folder, 0o1777)
  return folder
}

/** A browser that is just ending may still write. */
export function removeRunFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
