/** Why the database refused work that may well succeed later. */
export type TransientCause = 'unreachable' | 'read_only' | 'full' | 'exhausted' | 'busy'

/** SQLSTATE codes and classes (PostgreSQL appendix A) of faults that pass; longer prefixes come first. */
const TRANSIENT_STATES: readonly (readonly [prefix: string, cause: TransientCause])[] = [
  // read_only_sql_transaction: a standby, a former primary, or an operator who freezes writes.
  ['25006', 'read_only'],
  ['53100', 'full'],
  ['58030', 'full'],
  ['53', 'exhausted'],
  // query_canceled by the statement timeout, lock_not_available, transaction_rollback.
  ['57014', 'busy'],
  ['55P03', 'busy'],
  ['40', 'busy'],
  ['08', 'unreachable'],
  ['57P0', 'unreachable'],
  // idle_in_transaction_session_timeout: this process stalled, and the server closed the session.
  ['25P03', 'unreachable'],
]

const SOCKET_FAULTS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
]
const DRIVER_FAULTS =
  /Connection terminated|connection timeout|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end/i

/** The one judgment on errors of the database driver: why it will pass, or null when repeating is pointless. */
export function transientCause(error: unknown): TransientCause | null {
  if (!(error instanceof Error)) return null
  const state = sqlStateOf(error)
  if (state !== null) return TRANSIENT_STATES.find(([prefix]) => state.startsWith(prefix))?.[1] ?? null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return SOCKET_FAULTS.includes(code) || DRIVER_FAULTS.test(error.message) ? 'unreachable' : null
}

/** Every SQLSTATE has a digit; EPIPE has none. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/

/** The SQLSTATE of an error, or of the error it was made from; null when it has none. */
export function sqlStateOf(error: unknown): string | null {
  let at = error
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if ('code' in at && typeof at.code === 'string' && SQLSTATE.test(at.code)) return at.code
    at = at.cause
  }
  return null
}
