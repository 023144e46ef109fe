import { type AppError, fail } from '../errors.ts'

/** SQLSTATE classes 08, 57P0x and socket errors: the server went away, not the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|57P0)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '53300'].includes(code))
    return true
  return /Connection terminated|connection timeout|Client has encountered a connection error/i.test(
    error.message,
  )
}

/** What a caller is told when the server went away. */
export function unavailable(cause: unknown): AppError {
  return fail('dependency.unavailable', { detail: 'The database does not answer', retryAfter: 2, cause })
}

/** True for an error of this SQLSTATE. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Why work in a transaction failed: when it never began, every statement only says that it has failed. */
export async function causeOf(begun: Promise<unknown>, error: unknown): Promise<unknown> {
  const cause = await begun.then(
    () => error,
    (reason: unknown) => reason,
  )
  return isConnectionLoss(cause) ? unavailable(cause) : cause
}
