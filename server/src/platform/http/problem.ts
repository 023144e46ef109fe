import { ERRORS, type ErrorCode, type Issue, type Problem } from '@caseloom/contract/kernel/errors'
import type { z } from 'zod'
import { AppError, fail } from '../errors.ts'
import { isDiskFull } from '../files/full-disk.ts'
import { unavailable } from '../database/connection-faults.ts'
import { transientCause } from '../database/transient-errors.ts'

/** What goes out for an error: problem details and headers. Unknown errors say nothing of the inside. */
export interface ProblemReply {
  status: number
  headers: Record<string, string>
  body: Problem
  /** True when the error is a bug and must be logged as one. */
  bug: boolean
}

/** Any thrown value as the problem that the client gets. */
export function problemOf(error: unknown, requestId: string): ProblemReply {
  const known = asAppError(error)
  const { status, title, cause } = ERRORS[known.code]
  const details = known.details
  return {
    status,
    headers: {
      ...(details.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(details.retryAfter)) }),
      // A browser asks no one for a password because of it, but programs learn that a token is wanted.
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="caseloom"' } : {}),
    },
    body: {
      ...details.extra,
      type: `https://caseloom.invalid/problems/${known.code}`,
      title,
      status,
      code: known.code,
      ...(details.detail === undefined ? {} : { detail: details.detail }),
      ...(details.issues === undefined ? {} : { issues: details.issues }),
      requestId,
    },
    bug: cause === 'bug',
  }
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = errorCode(error)
  const mapped = FASTIFY_CODES[code]
  if (mapped !== undefined) return fail(mapped)
  if (isDiskFull(error))
    return fail('dependency.unavailable', { detail: 'The disk is full', retryAfter: 60, cause: error })
  if (transientCause(error) !== null) return unavailable(error)
  return fail('internal.error', { cause: error })
}

function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'resource.not_found',
  // PostgreSQL refuses what the schema let through: text with a byte it can't keep, a number out of range.
  '22021': 'request.invalid',
  '22003': 'request.invalid',
}

/** Issues that one answer lists at most: no one fixes more at a time, and a hostile body may have millions. */
export const MAX_ISSUES = 100

/** Zod's first issues in the wire form, at most MAX_ISSUES, under the part of the request they came from. */
export function issuesOf(error: z.ZodError, part: string): Issue[] {
  const issues: Issue[] = []
  for (const issue of error.issues) {
    for (const wire of wireIssues(issue, [part])) {
      if (issues.length === MAX_ISSUES) return issues
      issues.push(wire)
    }
  }
  return issues
}

function wireIssues(issue: z.core.$ZodIssue, base: (string | number)[]): Issue[] {
  const path = [...base, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_ISSUES).map((key) => ({
      path: [...path, key],
      code: 'unknown_field',
      message: `Unknown field "${shorten(key)}"`,
    }))
  }
  const { code, message } = issue
  const bounds =
    'maximum' in issue
      ? { max: Number(issue.maximum) }
      : 'minimum' in issue
        ? { min: Number(issue.minimum) }
        : {}
  return [{ path, code, message, ...bounds }]
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
