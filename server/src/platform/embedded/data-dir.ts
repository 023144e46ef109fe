import { chmodSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { explainSystemError } from '../start-error.ts'

/**
 * Makes the data folder and proves that it can be written; answers its real path. For root it lets other users pass
 * through (not list) it, because PostgreSQL runs as another user below it.
 */
export function prepareDataDir(dataDir: string): string {
  try {
    const first = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (first !== undefined && process.getuid?.() === 0) openTheWay(first, dataDir)
    proveWritable(join(dataDir, `.probe-${process.pid}`))
    return realpathSync(dataDir)
  } catch (error) {
    throw explainSystemError(error, dataDir)
  }
}

function openTheWay(first: string, last: string): void {
  for (let folder = last; folder.length >= first.length; folder = dirname(folder)) chmodSync(folder, 0o711)
}

function proveWritable(probe: string): void {
  try {
    // Some pages, because a full disk still gives out empty files.
    writeFileSync(probe, Buffer.alloc(64 * 1024), { mode: 0o600 })
  } finally {
    rmSync(probe, { force: true })
  }
}
