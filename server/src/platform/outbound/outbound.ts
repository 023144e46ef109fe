import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import { isTracing, type SpanFacts, traceCarrier, withSpan } from '../telemetry/tracing.ts'
import type { Socket } from 'node:net'
import {
  createDial,
  type Dial,
  guardedConnector,
  openGuarded,
  RefusedError,
  type Resolver,
  systemResolver,
} from './dial.ts'
import { failureOf, OutboundError, type OutboundFailure } from './failures.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import { cleanHeaders, type Hop, joined, nextHop, retryAfterMs } from './hops.ts'
import { openStream, requestHop, type Streamed } from './stream.ts'

export type { OutboundFailure } from './failures.ts'

export interface OutboundOptions extends GuardOptions {
  /** The system's resolver when absent. */
  resolver?: Resolver
  /** Opens connections; real ones when absent. */
  connector?: Dial
}

export interface OutboundRequest {
  url: string
  /** An HTTP method in upper case. */
  method: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** For the whole exchange, redirects included. */
  timeoutMs: number
  /** Largest accepted response body, unpacked. */
  maxBytes: number
  signal?: AbortSignal
  /** Sent as Idempotency-Key on each hop. */
  idempotencyKey?: string
  /** The tenant may reach private ranges. */
  privateRangesAllowed?: boolean
  /** Spans about the sending of spans would have no end. */
  untraced?: true
  /** A redirect is an answer like others: for calls whose body only the addressed server may see. */
  keepRedirects?: boolean
}

export interface OutboundResponse {
  ok: true
  status: number
  /** Lower-case names; repeated headers joined by a comma. */
  headers: Record<string, string>
  body: Buffer
  /** Where the answer came from, after redirects. */
  url: string
  /** What Retry-After says, in milliseconds. */
  retryAfterMs: number | null
}

/** The one way in which the product speaks HTTP to the outside. */
export interface Outbound {
  /** Answers with the response whatever its status, or with what went wrong; never throws. */
  request(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure>
  /** The same, but the answer's body is handed on as it comes; the time limit and the signal hold to its end. */
  stream(request: OutboundRequest): Promise<Streamed>
  /** A plain connection for another protocol than HTTP, past the same guard; throws when it is refused or fails. */
  connect(to: { host: string; port: number; privateRangesAllowed?: boolean }): Promise<Socket>
  close(): Promise<void>
}

const MAX_REDIRECTS = 5
const MAX_TIMEOUT_MS = 600_000
const METHODS = /^[A-Z]{3,20}$/
/** More than a tenant may have runs at work: its slow calls must not keep those of others from the same server. */
const CONNECTIONS_PER_ORIGIN = 512

/** Builds the transport with its guard: every hop is checked before anything is dialled. */
export function createOutbound(options: OutboundOptions): Outbound {
  const guard = createGuard(options)
  const resolver = options.resolver ?? systemResolver
  const dial = options.connector ?? createDial()
  const agent = (privateRangesAllowed: boolean) =>
    new Agent({
      connect: guardedConnector({ guard, resolver, dial, privateRangesAllowed }),
      connections: CONNECTIONS_PER_ORIGIN,
      allowH2: false,
    })
  // Apart, so that no tenant rides on a connection that only another one's switch allowed.
  const agents = { open: agent(true), shut: agent(false) }
  const exchange: Outbound['request'] = async (request) => {
    const privateRangesAllowed = request.privateRangesAllowed === true
    const deadline = deadlineOf(request)
    const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
    try {
      let hop: Hop | null = firstHop(request)
      for (let count = 0; hop !== null; count += 1) {
        if (count > MAX_REDIRECTS) throw new OutboundError('http.too_many_redirects', 'More than 5 redirects')
        const checked = guard.check(hop.url, privateRangesAllowed)
        if ('refused' in checked) throw new OutboundError('outbound.refused', checked.refused)
        const dispatcher = privateRangesAllowed ? agents.open : agents.shut
        const { maxBytes, keepRedirects = false } = request
        const sent = await send(dispatcher, hop, { signal, maxBytes, keepRedirects })
        if ('response' in sent) return sent.response
        hop = sent.next
      }
      throw new Error('A redirect has no valid target')
    } catch (error) {
      return failureOf(error, { timedOut: deadline.aborted, cancelled: request.signal?.aborted === true })
    }
  }
  return {
    request: (request) => {
      if (request.untraced === true) return exchange(request)
      return withSpan(
        request.method.slice(0, 20),
        { kind: 'client', facts: spanFacts(request) },
        async (span) => {
          const outcome = await exchange(request)
          if (outcome.ok) span.set({ 'http.response.status_code': outcome.status })
          else span.fail(outcome.error.code)
          return outcome
        },
      )
    },
    async stream(request) {
      const privateRangesAllowed = request.privateRangesAllowed === true
      const deadline = deadlineOf(request)
      const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
      try {
        const hop = firstHop(request)
        const checked = guard.check(hop.url, privateRangesAllowed)
        if ('refused' in checked) throw new OutboundError('outbound.refused', checked.refused)
        const dispatcher = privateRangesAllowed ? agents.open : agents.shut
        return await openStream(dispatcher, hop, { signal, maxBytes: request.maxBytes })
      } catch (error) {
        return failureOf(error, { timedOut: deadline.aborted, cancelled: request.signal?.aborted === true })
      }
    },
    async connect({ host, port, privateRangesAllowed = false }) {
      const checked = guard.check(`http://${host}:${port}/`, privateRangesAllowed)
      if ('refused' in checked) throw new RefusedError(checked.refused)
      const target = { host: checked.target.host, port, protocol: 'http:' }
      return openGuarded({ guard, resolver, dial, privateRangesAllowed }, target)
    },
    async close() {
      await Promise.all([agents.open.destroy(), agents.shut.destroy()])
    },
  }
}

function deadlineOf({ timeoutMs }: OutboundRequest): AbortSignal {
  return AbortSignal.timeout(Math.min(Math.max(timeoutMs, 1), MAX_TIMEOUT_MS))
}

/** Where a call goes, without path and query: they may hold credentials. */
function spanFacts({ method, url }: OutboundRequest): SpanFacts {
  if (!isTracing()) return {}
  const target = URL.parse(url)
  return {
    'http.request.method': method,
    'server.address': target?.hostname ?? '',
    'url.scheme': target?.protocol.slice(0, -1) ?? '',
  }
}

function firstHop(request: OutboundRequest): Hop {
  if (!METHODS.test(request.method) || /^(CONNECT|TRACE|TRACK)$/.test(request.method))
    throw new OutboundError('outbound.bad_request', 'The method isn’t allowed')
  const cleaned = cleanHeaders(request.headers ?? {})
  if ('wrong' in cleaned) throw new OutboundError('outbound.bad_request', cleaned.wrong)
  const key = request.idempotencyKey
  if (key !== undefined && !/^[\x21-\x7e]{1,300}$/.test(key))
    throw new OutboundError('outbound.bad_request', 'The idempotency key contains forbidden characters')
  return {
    url: request.url,
    method: request.method,
    headers: {
      'user-agent': 'Caseloom',
      accept: '*/*',
      ...cleaned.headers,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      // The trace continues at the other side, as everywhere; a step that sets its own header keeps it.
      ...(request.untraced || cleaned.headers['traceparent'] !== undefined ? {} : traceCarrier()),
    },
    body: request.body ?? null,
  }
}

interface SendOptions {
  signal: AbortSignal
  maxBytes: number
  keepRedirects: boolean
}

async function send(
  dispatcher: Dispatcher,
  hop: Hop,
  options: SendOptions,
): Promise<{ next: Hop } | { response: OutboundResponse }> {
  const answer = await requestHop(dispatcher, hop, options.signal)
  const headers = joined(answer.headers)
  const next = options.keepRedirects ? null : nextHop(hop, answer.statusCode, headers['location'])
  if (next !== null) {
    await answer.body.dump({ limit: 64 * 1024, signal: options.signal })
    return { next }
  }
  const body = await unpack(await readBody(answer, options.maxBytes), headers, options.maxBytes)
  return {
    response: {
      ok: true,
      status: answer.statusCode,
      headers,
      body,
      url: hop.url,
      retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
    },
  }
}

async function readBody(answer: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer.body) {
    // The body of undici yields buffers; its type says any.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

const UNPACKERS = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) }

/** We ask for no compression; servers that compress all the same are understood, within the same cap. */
async function unpack(body: Buffer, headers: Record<string, string>, maxBytes: number): Promise<Buffer> {
  const encoding = headers['content-encoding']?.toLowerCase()
  if (body.length === 0 || (encoding !== 'gzip' && encoding !== 'deflate' && encoding !== 'br')) return body
  try {
    return await UNPACKERS[encoding](body, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes)
    throw new OutboundError('http.bad_response', 'The response isn’t compressed as declared')
  }
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('http.too_large', `The response is larger than ${maxBytes} bytes`)
}
