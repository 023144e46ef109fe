import type { Dispatcher } from 'undici'
import { OutboundError, type OutboundFailure } from './failures.ts'
import { joined, type Hop, retryAfterMs } from './hops.ts'

export interface OutboundStream {
  ok: true
  status: number
  /** Lower-case names; repeated headers joined by a comma. */
  headers: Record<string, string>
  /** As it comes; throws when the connection breaks, the time has ended or the cap is reached. */
  body: AsyncIterable<Uint8Array>
  /** What Retry-After says, in milliseconds. */
  retryAfterMs: number | null
}
export type Streamed = OutboundStream | OutboundFailure

/** Asks one server; times are limited by `signal` alone. */
export function requestHop(
  dispatcher: Dispatcher,
  hop: Hop,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const url = new URL(hop.url)
  return dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    // undici types the usual methods only, but sends any token.
    method: hop.method as Dispatcher.HttpMethod,
    headers: hop.headers,
    body: hop.body,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** Sends one request and hands its answer on as it comes. A redirect is an answer: nothing goes to another server. */
export async function openStream(
  dispatcher: Dispatcher,
  hop: Hop,
  options: { signal: AbortSignal; maxBytes: number },
): Promise<OutboundStream> {
  const answer = await requestHop(dispatcher, hop, options.signal)
  const headers = joined(answer.headers)
  return {
    ok: true,
    status: answer.statusCode,
    headers,
    body: capped(answer.body, options.maxBytes),
    retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
  }
}

async function* capped(body: Dispatcher.ResponseData['body'], maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    // The body of undici yields buffers; its type says any.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > maxBytes)
      throw new OutboundError('http.too_large', `The response is larger than ${maxBytes} bytes`)
    yield bytes
  }
}
