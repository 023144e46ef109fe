import { type AppError, fail } from '../errors.ts'
import { type TransientCause, transientCause } from './transient-errors.ts'

/** True when the server went away, not the statement. */
export function isConnectionLoss(error: unknown): boolean {
  return transientCause(error) === 'unreachable'
}

const DETAILS: Readonly<Record<TransientCause, string>> = {
  unreachable: 'The database isn’t responding',
  read_only: 'The database doesn’t accept changes right now',
  full: 'The disk of the database is full',
  exhausted: 'The database is out of connections or memory',
  busy: 'The database is busy',
}
const RETRY_AFTER_S: Readonly<Record<TransientCause, number>> = {
  unreachable: 2,
  read_only: 5,
  full: 60,
  exhausted: 2,
  busy: 2,
}

/** What a caller gets when the database can't do its work right now. */
export function unavailable(cause: unknown): AppError {
  const kind = transientCause(cause) ?? 'unreachable'
  return fail('dependency.unavailable', { detail: DETAILS[kind], retryAfter: RETRY_AFTER_S[kind], cause })
}

/** True for an error of this SQLSTATE. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Whether the session is of no more use: its server takes no writes, and another one may by now. */
export function isReadOnly(error: unknown): boolean {
  return transientCause(error) === 'read_only'
}

/**
 * Why work in a transaction failed: when it never began, every statement only says that it has failed. A write inside
 * a transaction that promised only to read is a bug of ours, whatever the state of the server.
 */
export async function causeOf(
  begun: Promise<unknown>,
  error: unknown,
  { onlyReads }: { onlyReads: boolean },
): Promise<unknown> {
  const cause = await begun.then(
    () => error,
    (reason: unknown) => reason,
  )
  const kind = transientCause(cause)
  if (kind === null || (kind === 'read_only' && onlyReads)) return cause
  return unavailable(cause)
}
