import type {
  AnyRoute,
  ParamNames,
  Route,
  RouteBodyInput,
  RouteQueryInput,
  RouteReply,
} from '@caseloom/contract/kernel/route'
import type { z } from 'zod'
import { ApiError, errorOfReply } from './api-error.ts'
import { on404Of } from './on404.ts'
import { inRequestSpan, type RequestTrace } from './request-span.ts'
import { userZone } from './zone.ts'

/** Reads of session and settings time out after this. */
export const READ_TIMEOUT_MS = 5000

type Params<R> =
  R extends Route<infer Path, z.ZodType, z.ZodType, z.ZodType>
    ? [ParamNames<Path>] extends [never]
      ? { params?: undefined }
      : { params: { [Name in ParamNames<Path>]: string } }
    : never
type Query<R> = undefined extends RouteQueryInput<R> ? { query?: undefined } : { query?: RouteQueryInput<R> }
type Body<R> = undefined extends RouteBodyInput<R> ? { body?: undefined } : { body: RouteBodyInput<R> }

interface CallOptions {
  signal?: AbortSignal
  /** Instead of the usual content type, for this request only. */
  contentType?: string
  /** Sent even while the page unloads. */
  keepalive?: boolean
}

export type CallInput<R> = Params<R> & Query<R> & Body<R> & CallOptions

/**
 * Calls a route of the contract and answers its parsed reply; throws `ApiError`. Used by queries and mutations only,
 * never by components: `call(getRecord, { params: { tenantId, appId, recordId }, signal })`.
 */
export async function call<R extends AnyRoute>(route: R, input: CallInput<R>): Promise<RouteReply<R>> {
  return inRequestSpan(route, (trace) => ask(route, input, trace))
}

async function ask<R extends AnyRoute>(
  route: R,
  input: CallInput<R>,
  trace: RequestTrace,
): Promise<RouteReply<R>> {
  const on404 = on404Of(route)
  const address = addressOf(route.path, input.params ?? {}, input.query ?? {})
  const { reply, body } = await send(route, address, input, trace)
  if (!reply.ok) throw errorOfReply({ status: reply.status, headers: reply.headers, body }, on404)
  if (route.reply === undefined) return undefined as RouteReply<R> // a route without reply answers nothing
  const parsed = route.reply.safeParse(body)
  if (parsed.success) return parsed.data as RouteReply<R> // the schema just proved it
  if (import.meta.env.DEV) throw parsed.error
  throw new ApiError({
    code: 'client.unreadable',
    status: reply.status,
    title: 'The answer could not be read',
    on404,
    requestId: reply.headers.get('x-request-id') ?? undefined,
  })
}

interface Answer {
  reply: Response
  body: unknown
}

async function send<R extends AnyRoute>(
  route: R,
  address: string,
  input: CallInput<R>,
  trace: RequestTrace,
): Promise<Answer> {
  const timeout = timeoutOf(route)
  const timer = timeout === null ? undefined : AbortSignal.timeout(timeout)
  const signals = [input.signal, timer].filter((signal) => signal !== undefined)
  const body: unknown = input.body
  try {
    const reply = await fetch(address, {
      method: route.method,
      headers: { ...headersOf(address, body !== undefined, input.contentType), ...trace.headers },
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(input.keepalive === true ? { keepalive: true } : {}),
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
    })
    trace.status(reply.status)
    return { reply, body: await readBody(reply) }
  } catch (error) {
    // Aborted by the caller (the page was left): not a failure to show.
    if (input.signal?.aborted === true) throw error
    const code = timer?.aborted === true ? 'client.timeout' : 'client.offline'
    throw new ApiError({ code, status: 0, title: 'The server does not answer', on404: on404Of(route) })
  }
}

async function readBody(reply: Response): Promise<unknown> {
  if (reply.status === 204) return undefined
  const text = await reply.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Fills the params into a path and appends the query; absent values are left out, lists repeat their name. */
export function addressOf(path: string, params: object, query: object): string {
  const values = new Map(Object.entries(params))
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = values.get(name)
    if (value === undefined || value === '') throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, String(each))
    }
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** The headers of a request: the zone on each; JSON where a body goes along and on every orchestration path; the override wins. */
export function headersOf(address: string, hasBody: boolean, contentType?: string): Record<string, string> {
  const isOrchestration = (address.split('?')[0] ?? '').includes('orchestration/api')
  const type = contentType ?? (hasBody || isOrchestration ? 'application/json' : undefined)
  return {
    Accept: 'application/json, application/problem+json',
    Timezone: userZone(),
    ...(type === undefined ? {} : { 'Content-Type': type }),
  }
}

/** Reads of the session, settings, and installation: a page waits for them before it renders. */
const SHORT_READS =
  /^\/iam\/(?:session|login-options|me)$|^\/tenant\/(?:settings\/|(?:installation\/)?feature-flags$|product\/version$|install\/status$|tracing\/config$|account\/:accountId\/branding\/)/

/** Timeout in milliseconds; null waits indefinitely. */
export function timeoutOf(route: { method: string; path: string }): number | null {
  return route.method === 'GET' && SHORT_READS.test(route.path) ? READ_TIMEOUT_MS : null
}
