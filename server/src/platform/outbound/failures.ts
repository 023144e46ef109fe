import { errors } from 'undici'
import { RefusedError } from './dial.ts'

/** What can go wrong between us and an answer. */
export type OutboundCode =
  | 'outbound.refused'
  | 'outbound.bad_request'
  | 'http.timeout'
  | 'http.cancelled'
  | 'http.unreachable'
  | 'http.tls'
  | 'http.too_large'
  | 'http.too_many_redirects'
  | 'http.bad_response'

export interface OutboundFailure {
  ok: false
  error: { code: OutboundCode; message: string; retryable: boolean }
}

const RETRYABLE: Readonly<Record<OutboundCode, boolean>> = {
  'outbound.refused': false,
  'outbound.bad_request': false,
  'http.timeout': true,
  'http.cancelled': false,
  'http.unreachable': true,
  'http.tls': false,
  'http.too_large': false,
  'http.too_many_redirects': false,
  'http.bad_response': true,
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name couldn’t be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
}

/** Inside the transport only; leaves it as a value. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: OutboundCode

  constructor(code: OutboundCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Any thrown thing as the failure it means. The message names no address that was resolved, and no credentials. */
export function failureOf(error: unknown, state: { timedOut: boolean; cancelled: boolean }): OutboundFailure {
  const [code, message] = meaning(error, state)
  return { ok: false, error: { code, message, retryable: RETRYABLE[code] } }
}

function meaning(error: unknown, state: { timedOut: boolean; cancelled: boolean }): [OutboundCode, string] {
  const root = rootOf(error)
  if (root instanceof OutboundError) return [root.code, root.message]
  if (root instanceof RefusedError) return ['outbound.refused', root.message]
  if (state.cancelled) return ['http.cancelled', 'The request was canceled']
  if (state.timedOut) return ['http.timeout', 'No response within the time limit']
  // The parser of undici gives its code only for some faults.
  const code = root instanceof errors.HTTPParserError ? 'HPE_INVALID' : codeOf(root)
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return ['http.timeout', 'No connection within the time limit']
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/.test(code))
    return ['http.tls', `The secure connection failed (${code})`]
  if (/^(HPE_|UND_ERR_RES|UND_ERR_RESPONSE|UND_ERR_HEADERS_OVERFLOW)/.test(code))
    return ['http.bad_response', `The response isn’t valid HTTP (${code})`]
  if (/^UND_ERR_(INVALID_ARG|REQ_CONTENT_LENGTH|NOT_SUPPORTED)/.test(code))
    return ['outbound.bad_request', 'The request can’t be sent as HTTP']
  const why = REASONS[code]
  return ['http.unreachable', `No connection: ${why ?? (code === '' ? 'unknown reason' : code)}`]
}

function rootOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof RefusedError || cause instanceof OutboundError) return cause
  if (error instanceof AggregateError && error.errors[0] !== undefined) return error.errors[0]
  return error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
