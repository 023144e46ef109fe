import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
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
      `Wrong setting PG_RUN_AS: there is no ordinary user "${wanted}" on this machine.`,
      'Give the name of an existing user other than root, and start again.',
    )
  }
  const fallback = lookUp('postgres') ?? lookUp('nobody')
  if (fallback) return fallback
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody".',
    'Start as an ordinary user, or set PG_RUN_AS to one.',
  )
}

function lookUp(name: string): { uid: number; gid: number } | null {
  try {
    return { uid: numberOf('-u', name), gid: numberOf('-g', name) }
  } catch {
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
