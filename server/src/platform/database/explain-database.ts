import { StartError } from '../start-error.ts'
import { sqlStateOf, transientCause } from './transient-errors.ts'

const PAGE = 'docs/operations/postgres.md'

/** Why a process cannot begin with this database, in words for the operator; other errors pass through. */
export function explainDatabaseError(error: unknown, url: string): unknown {
  if (error instanceof StartError) return error
  const { place, login, database } = namesIn(url)
  const state = sqlStateOf(error) ?? ''
  if (state.startsWith('28'))
    return new StartError(
      `The database at ${place} rejects the login "${login}".`,
      'Correct the user and password in DATABASE_URL, and start again.',
    )
  if (state === '3D000')
    return new StartError(
      `No database "${database}" at ${place}.`,
      `Create it as ${PAGE} says, or correct DATABASE_URL, and start again.`,
    )
  if (state === '42501')
    return new StartError(
      `The database login "${login}" isn’t allowed to act as the owner of the database "${database}".`,
      `Create the roles as ${PAGE} says, and start again.`,
    )
  if (state === '08P01')
    return new StartError(
      `The server at ${place} doesn’t respond like PostgreSQL: ${messageOf(error)}.`,
      `Point DATABASE_URL at PostgreSQL, or at a pooler in session mode (${PAGE}), and start again.`,
    )
  return explainTransient(error, place)
}

function explainTransient(error: unknown, place: string): unknown {
  switch (transientCause(error)) {
    case 'unreachable':
      return new StartError(
        `The database at ${place} isn’t responding.`,
        'Start it, or correct DATABASE_URL, and start again.',
      )
    case 'read_only':
      return new StartError(
        `The database at ${place} is read-only.`,
        'Point DATABASE_URL at the primary, not at a standby, and start again.',
      )
    case 'full':
      return new StartError(
        `The disk of the database at ${place} is full.`,
        'Free some space there, and start again.',
      )
    case 'exhausted':
      return new StartError(
        `The database at ${place} has no connections left.`,
        'Raise max_connections (20 for each process), and start again.',
      )
    default:
      return error
  }
}

/** Names for messages; never the password. */
function namesIn(url: string): { place: string; login: string; database: string } {
  const parsed = URL.parse(url.replace('@/', '@localhost/'))
  const socket = parsed?.searchParams.get('host')
  return {
    place: socket ?? parsed?.host ?? 'DATABASE_URL',
    login: decodeURIComponent(parsed?.username ?? ''),
    database: decodeURIComponent(parsed?.pathname.slice(1) ?? ''),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
}
