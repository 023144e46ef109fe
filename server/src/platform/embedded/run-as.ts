import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

/** The user PostgreSQL runs as; `null` means the user of this process. */
export type RunAs = { uid: number; gid: number } | null

/**
 * Chooses the user for PostgreSQL, which refuses to run as root: the owner of an existing database folder, else
 * `wanted` (the setting PG_RUN_AS), else `postgres`, else `nobody`.
 */
export function chooseRunAs(databaseDir: string, wanted: string | null): RunAs {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(databaseDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  if (wanted !== null) {
    const chosen = lookUp(wanted)
    if (chosen && chosen.uid !== 0) return chosen
    throw new StartError(
      `Invalid setting PG_RUN_AS: there is no non-root user "${wanted}" on this machine.`,
      'Use the name of an existing user other than root, and start again.',
    )
  }
  const fallback = lookUp('postgres') ?? lookUp('nobody')
  if (fallback) return fallback
  throw new StartError(
    'PostgreSQL doesn’t run as root, and this machine has neither a user "postgres" nor "nobody".',
    'Start as a non-root user, or set PG_RUN_AS to one.',
  )
}

/** The outermost folder on the way to `folder` that this user may not enter; null when there is none. */
export function closedFolderFor(folder: string, runAs: RunAs): string | null {
  if (runAs === null) return null
  const outer = dirname(folder) === folder ? null : closedFolderFor(dirname(folder), runAs)
  if (outer !== null) return outer
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return null
  const bit = found.uid === runAs.uid ? 0o100 : found.gid === runAs.gid ? 0o010 : 0o001
  return (found.mode & bit) === 0 ? folder : null
}

/**
 * Refuses a data folder that PostgreSQL's user cannot reach.
 * @throws StartError
 */
export function proveReachable(dataDir: string, runAs: RunAs): void {
  const closed = closedFolderFor(dataDir, runAs)
  if (closed === null || runAs === null) return
  const name = nameOf(runAs.uid)
  throw new StartError(
    `PostgreSQL runs as the user "${name}", which can’t access ${closed}, so it cannot reach the data in ${dataDir}.`,
    `Set CASELOOM_DATA to a folder such as /var/lib/caseloom, or allow it with "chmod o+x ${closed}", and start again.`,
  )
}

function nameOf(uid: number): string {
  try {
    return execFileSync('id', ['-un', '--', String(uid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // A user without a name is named by number.
    return String(uid)
  }
}

function lookUp(name: string): { uid: number; gid: number } | null {
  try {
    return { uid: numberOf('-u', name), gid: numberOf('-g', name) }
  } catch {
    // No such user: the next candidate is tried.
    return null
  }
}

function numberOf(flag: string, name: string): number {
  const text = execFileSync('id', [flag, '--', name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return Number.parseInt(text, 10)
}
