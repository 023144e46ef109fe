import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { StartError, systemErrorCode } from '../start-error.ts'
import type { RunAs } from './run-as.ts'

/** Bytes that the address of a socket may have: 103 on macOS, 107 on Linux. */
export const LONGEST_SOCKET = 103
const OF_DATABASE = '/.s.PGSQL.5432'

/**
 * Makes a folder for sockets named like `longest` in it, open to its user only. Its name is a short hash of the data
 * folder, because the data folder's own path may be longer than a socket address can hold.
 */
export function makeSocketFolder(dataDir: string, runAs: RunAs, longest = OF_DATABASE): string {
  for (const folder of candidates(dataDir)) {
    if (Buffer.byteLength(folder + longest) <= LONGEST_SOCKET && makePrivate(folder, runAs)) return folder
  }
  throw new StartError(
    `Couldn’t create a folder for sockets (tried ${parents().join(', ')}).`,
    'Make sure the temp folder exists and is writable, or set TMPDIR to a short path, and start again.',
  )
}

/** Removes the socket folder; one that is already gone is no error. */
export function removeSocketFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Removes what a killed server of this data folder left; the server itself must be gone. */
export function removeSocketFolderOf(dataDir: string): void {
  for (const folder of candidates(dataDir)) {
    const found = lstatSync(folder, { throwIfNoEntry: false })
    const mine = process.getuid?.() === 0 || found?.uid === process.getuid?.()
    if (found?.isDirectory() && mine) removeSocketFolder(folder)
  }
}

function candidates(dataDir: string): string[] {
  const name = `caseloom-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  return parents().map((parent) => join(parent, name))
}

// XDG_RUNTIME_DIR comes late: it disappears when the user logs out, with the socket of a server left running.
function parents(): string[] {
  // Of a systemd unit: /tmp may be the unit's own (PrivateTmp), where commands beside it would not find the socket.
  const [ofUnit] = (process.env['RUNTIME_DIRECTORY'] ?? '').split(':').filter((path) => isAbsolute(path))
  const unit = ofUnit === undefined ? [] : [ofUnit]
  if (process.getuid?.() === 0) return [...unit, '/run', '/tmp']
  const runtime = process.env['XDG_RUNTIME_DIR']
  return [...new Set([...unit, tmpdir(), '/tmp', ...(runtime ? [runtime] : [])])]
}

function makePrivate(folder: string, runAs: RunAs): boolean {
  const owner = runAs?.uid ?? process.getuid?.() ?? 0
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (runAs) chownSync(folder, runAs.uid, runAs.gid)
    return true
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') return false
  }
  // In a shared temp folder anyone could have put this name there first.
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory() || found.uid !== owner) return false
  chmodSync(folder, 0o700)
  return true
}
