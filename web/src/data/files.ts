import type { AnyRoute, RouteBodyInput, RouteParams, RouteQueryInput } from '@caseloom/contract/kernel/route'
import { ApiError, errorOfReply } from './api-error.ts'
import { addressOf, headersOf } from './call.ts'
import { on404Of } from './on404.ts'
import { inRequestSpan, type RequestTrace } from './request-span.ts'

/** The bytes of a route that answers a file, with the name the server gave it. */
export interface FetchedFile {
  blob: Blob
  name: string | null
}

/** Fetches a file with the headers of every call; a plain link couldn't show errors in place. */
export async function fetchFile<R extends AnyRoute>(
  route: R,
  input: { params: RouteParams<R>; query?: RouteQueryInput<R>; signal?: AbortSignal },
): Promise<FetchedFile> {
  const address = addressOf(route.path, input.params, Object.assign({}, input.query))
  const { signal } = input
  const reply = await send(route, address, { headers: accepting(address), ...(signal ? { signal } : {}) })
  return { blob: await reply.blob(), name: fileName(reply.headers.get('content-disposition')) }
}

export async function sendBytes<R extends AnyRoute>(
  route: R,
  input: { params?: object; query?: object; bytes: Blob | string; contentType: string },
): Promise<unknown> {
  const address = addressOf(route.path, input.params ?? {}, input.query ?? {})
  const reply = await send(route, address, {
    headers: headersOf(address, true, input.contentType),
    body: input.bytes,
  })
  return reply.status === 204 ? undefined : await reply.json()
}

/** Sends a body to a route that answers a file. */
export async function sendForFile<R extends AnyRoute>(
  route: R,
  input: { params: RouteParams<R>; body: RouteBodyInput<R> },
): Promise<FetchedFile> {
  const address = addressOf(route.path, input.params, {})
  const reply = await send(route, address, {
    headers: { ...headersOf(address, true), Accept: '*/*' },
    body: JSON.stringify(input.body),
  })
  return { blob: await reply.blob(), name: fileName(reply.headers.get('content-disposition')) }
}

/** The reply of a streaming route, as soon as it starts. */
export function openStream<R extends AnyRoute>(
  route: R,
  input: { params: RouteParams<R>; body: RouteBodyInput<R>; signal: AbortSignal },
): Promise<Response> {
  const address = addressOf(route.path, input.params, {})
  return send(route, address, {
    headers: { ...headersOf(address, true), Accept: 'text/event-stream' },
    body: JSON.stringify(input.body),
    signal: input.signal,
  })
}

type Init = RequestInit & { headers: Record<string, string> }

function send(route: AnyRoute, address: string, init: Init): Promise<Response> {
  return inRequestSpan(route, (trace) => ask(route, address, init, trace))
}

async function ask(route: AnyRoute, address: string, init: Init, trace: RequestTrace): Promise<Response> {
  const on404 = on404Of(route)
  let reply: Response
  try {
    const headers = { ...init.headers, ...trace.headers }
    reply = await fetch(address, { method: route.method, credentials: 'same-origin', ...init, headers })
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new ApiError({ code: 'client.offline', status: 0, title: 'The server does not answer', on404 })
  }
  trace.status(reply.status)
  if (reply.ok) return reply
  const body: unknown = await reply.json().catch(() => undefined)
  throw errorOfReply({ status: reply.status, headers: reply.headers, body }, on404)
}

function accepting(address: string): Record<string, string> {
  return { ...headersOf(address, false), Accept: '*/*' }
}

/** The name in a Content-Disposition header, without any folder. */
export function fileName(header: string | null): string | null {
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(header ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(header ?? '')?.[1]
  const name = encoded === undefined ? plain : decoded(encoded)
  return name?.split(/[/\\]/).at(-1)?.trim() || null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function saveFile(file: FetchedFile, fallbackName: string): void {
  const address = URL.createObjectURL(file.blob)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name ?? fallbackName
  link.click()
  // By the next minute the browser has read the bytes, and the memory is freed.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
