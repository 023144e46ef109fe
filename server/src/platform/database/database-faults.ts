import { transientCause, type TransientCause } from './transient-errors.ts'

const FAULTS: Readonly<Record<TransientCause, string>> = {
  unreachable: 'the database isn’t responding',
  read_only: 'the database is read-only',
  full: 'the disk of the database is full',
  exhausted: 'the database has no connection left',
  busy: 'the database doesn’t respond in time',
}

/** Why the database did not do its work, in words that are fit for strangers: never its own. */
export function faultOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    // The pool's own limit: the server was never asked.
    if (/timeout exceeded when trying to connect/i.test(at.message)) return FAULTS.exhausted
    const cause = transientCause(at)
    if (cause !== null) return FAULTS[cause]
  }
  return 'the database rejects writes'
}
