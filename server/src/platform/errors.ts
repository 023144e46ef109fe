import { ERRORS, type ErrorCode, type Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'

/** What else a problem document carries: issues at their fields, detail for people, members of its own. */
export interface FailureDetails {
  detail?: string
  issues?: Issue[]
  /** Seconds after which a retry makes sense (429, 503). */
  retryAfter?: number
  /** Members added to the problem document; never secrets, never another tenant's facts. */
  extra?: JsonObject
  cause?: unknown
}

/** The one error of the product; the HTTP layer makes RFC 9457 problem details of it. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: FailureDetails

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(details.detail ?? ERRORS[code].title, details.cause === undefined ? {} : { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** Makes the error to throw: `throw fail('resource.not_found')`. */
export function fail(code: ErrorCode, details: FailureDetails = {}): AppError {
  return new AppError(code, details)
}

export function isFailure(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code)
}
