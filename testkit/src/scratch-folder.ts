import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { stopLeftoverPostgres } from '@caseloom/server/platform/embedded/postgres-leftovers'
import {
  identify,
  isRunning,
  processesWorkingIn,
  stopProcess,
} from '@caseloom/server/platform/embedded/processes'
import { removeSocketFolderOf } from '@caseloom/server/platform/embedded/socket-folder'
import { unmountBelow } from './small-disk.ts'

const PARENT = '/tmp'
const PREFIX = 'caseloom-test-'

/**
 * Makes an empty folder for a server of one test run, open to other users' passage because PostgreSQL never runs as
 * root. Folders and servers of runs that were killed are cleared away first.
 */
export async function makeScratchFolder(): Promise<string> {
  await sweepDeadRuns()
  const folder = realpathSync(mkdtempSync(join(PARENT, PREFIX)))
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(identify(process.pid)))
  return folder
}

/** Removes a folder of `makeScratchFolder`; the servers in it must have ended. */
export function removeScratchFolder(folder: string): void {
  unmountBelow(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

async function sweepDeadRuns(): Promise<void> {
  for (const name of readdirSync(PARENT)) {
    const folder = join(PARENT, name)
    if (!name.startsWith(PREFIX) || !isAbandoned(folder)) continue
    await stopLeftoverPostgres(join(folder, 'postgres'))
    for (const engine of processesWorkingIn(join(folder, 'engine'), 'restate-server')) {
      await stopProcess(engine, [{ signal: 'SIGKILL', waitMs: 2_000 }])
    }
    removeSocketFolderOf(folder)
    removeScratchFolder(folder)
  }
}

function isAbandoned(folder: string): boolean {
  try {
    const owner: unknown = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('started' in owner))
      return false
    return !isRunning({ pid: Number(owner.pid), started: String(owner.started) })
  } catch {
    return false
  }
}
