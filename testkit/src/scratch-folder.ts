import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
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

const DISK = '/tmp'
const MEMORY = '/dev/shm'
const PREFIX = 'caseloom-test-'

/** Bytes that must be free of the machine's memory, and of the file system in it, for test data to lie there. */
const AMPLE = 8 * 1024 ** 3

/**
 * In memory where there is plenty: each file of tests copies a database of a thousand files and removes it. On ext4, which looks
 * for inodes that rest since their removal, that takes an eighth of the whole run, in memory next to nothing.
 */
const PARENT = hasAmpleMemory() ? MEMORY : DISK

function hasAmpleMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false
  // PostgreSQL's program may lie beside its data; containers forbid programs there.
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY)
  if (mount === undefined || mount.split(' ')[3]?.split(',').includes('noexec')) return false
  if (!isOpenTo(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= AMPLE
}

/** Whether this user can make folders there, and the database, which may run as another user, can pass through. */
function isOpenTo(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return (statSync(folder).mode & 0o001) !== 0
  } catch {
    return false
  }
}

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
  const folders = [DISK, MEMORY].flatMap((parent) =>
    existsSync(parent) ? readdirSync(parent).map((name) => ({ name, folder: join(parent, name) })) : [],
  )
  for (const { name, folder } of folders) {
    if (!name.startsWith(PREFIX) || !isAbandoned(folder)) continue
    await stopLeftoverPostgres(join(folder, 'postgres'))
    for (const engine of processesWorkingIn(join(folder, 'engine'), 'restate-server')) {
      await stopProcess(engine, [{ signal: 'SIGKILL', waitMs: 2_000 }])
    }
    removeSocketFolderOf(folder)
    removeScratchFolder(folder)
  }
}

/** Whether the run that made the folder has ended. Who isn't root leaves folders of other users to them. */
function isAbandoned(folder: string): boolean {
  try {
    const user = process.geteuid?.()
    if (user !== 0 && statSync(folder).uid !== user) return false
    const owner: unknown = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('started' in owner))
      return false
    return !isRunning({ pid: Number(owner.pid), started: String(owner.started) })
  } catch {
    return false
  }
}
