import { ERRORS, type ErrorCode, type Issue, Problem } from '@caseloom/contract/kernel/errors'
import type { On404 } from '@caseloom/contract/kernel/route'

/** Why a call failed before an answer came, or the code of the answer. */
export type FailureCode = ErrorCode | 'client.offline' | 'client.timeout' | 'client.unreadable'

/** A call that failed: what the server said (RFC 9457), or why no answer came. */
export class ApiError extends Error {
  readonly code: FailureCode
  /** 0 when no answer came. */
  readonly status: number
  readonly issues: readonly Issue[]
  readonly requestId: string | undefined
  readonly detail: string | undefined
  /** Seconds to wait, as the server asked. */
  readonly retryAfter: number | undefined
  /** What to do with the page when the status is 404. */
  readonly on404: On404
  /** The whole problem, for members of single codes such as `conflicts`. */
  readonly problem: Problem | undefined

  constructor(failure: {
    code: FailureCode
    status: number
    title: string
    on404: On404
    problem?: Problem | undefined
    requestId?: string | undefined
    retryAfter?: number | undefined
  }) {
    super(failure.title)
    this.name = 'ApiError'
    this.code = failure.code
    this.status = failure.status
    this.on404 = failure.on404
    this.problem = failure.problem
    this.issues = failure.problem?.issues ?? []
    this.detail = failure.problem?.detail
    this.requestId = failure.problem?.requestId ?? failure.requestId
    this.retryAfter = failure.retryAfter
  }
}

/** The error for a failed response; a body that isn't a problem document gets the code of its status. */
export function errorOfReply(
  reply: { status: number; headers: Headers; body: unknown },
  on404: On404,
): ApiError {
  const parsed = Problem.safeParse(reply.body)
  const problem = parsed.success ? parsed.data : undefined
  const code = problem?.code ?? codeOfStatus(reply.status)
  const retry = Number(reply.headers.get('retry-after'))
  return new ApiError({
    code,
    status: reply.status,
    title: problem?.title ?? ERRORS[code].title,
    on404,
    problem,
    requestId: reply.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(retry) && retry > 0 ? retry : undefined,
  })
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'session.none'
  if (status === 403) return 'right.missing'
  if (status === 404) return 'resource.not_found'
  if (status === 413) return 'request.too_large'
  if (status === 429) return 'request.too_many'
  if (status === 502 || status === 503 || status === 504) return 'dependency.unavailable'
  return status >= 400 && status < 500 ? 'request.malformed' : 'internal.error'
}

/** True for an `ApiError` with one of the codes. */
export function hasCode(error: unknown, ...codes: FailureCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

/**
 * Issues of bad input by form field: with the prefix `fields`, `['body','fields','title']` becomes `title`. Issues
 * without a field are under the empty key.
 */
export function fieldFaults(
  error: unknown,
  fields: readonly string[],
  prefix: readonly string[] = [],
): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const faults: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path[0] === 'body' ? issue.path.slice(1) : issue.path
    const inside = prefix.every((part, at) => path[at] === part) ? path.slice(prefix.length) : path
    const name = String(inside[0] ?? '')
    const key = fields.includes(name) ? name : ''
    faults[key] ??= key === '' && name !== '' ? `${name}: ${issue.message}` : issue.message
  }
  return faults
}
