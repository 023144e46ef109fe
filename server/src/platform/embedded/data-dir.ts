import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { explainSystemError, StartError } from '../start-error.ts'

/**
 * Makes the data folder and proves that it can be written; answers its real path. For root it lets other users pass
 * through (not list) it, because PostgreSQL runs as another user below it.
 */
export function prepareDataDir(dataDir: string): string {
  try {
    makeFolders(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
    proveWritable(join(dataDir, `.probe-${process.pid}`))
    proveRoom(dataDir, 16)
    return realpathSync(dataDir)
  } catch (error) {
    throw explainSystemError(error, dataDir)
  }
}

// Not mkdir's own recursion: it never returns below /proc, and its mode is subject to the umask.
function makeFolders(folder: string, mode: number): void {
  if (existsSync(folder)) return
  makeFolders(dirname(folder), mode)
  mkdirSync(folder, { mode })
  chmodSync(folder, mode)
}

function proveWritable(probe: string): void {
  try {
    // Some pages, because a full disk still gives out empty files.
    writeFileSync(probe, Buffer.alloc(64 * 1024), { mode: 0o600 })
  } finally {
    rmSync(probe, { force: true })
  }
}

/**
 * Refuses to begin with less room than `mebibytes`: a program that meets the end of a disk half-way cannot always say
 * so, for its log lies there too.
 * @throws StartError
 */
export function proveRoom(folder: string, mebibytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= mebibytes * 1024 * 1024) return
  throw new StartError(
    `The disk is full: less than ${mebibytes} MB are free at ${folder}.`,
    'Free some space there, or set CASELOOM_DATA to a folder on a disk with enough space, and start again.',
  )
}
