import type { AnyRoute } from '@caseloom/contract/kernel/route'
import { ApiError, errorOfReply } from './api-error.ts'
import { addressOf, headersOf } from './call.ts'
import { on404Of } from './on404.ts'
import { inRequestSpan, type RequestTrace } from './request-span.ts'

interface UploadInput {
  params: object
  query: object
  bytes: Blob
  signal: AbortSignal
  /** How much has gone out, from 0 to 1. */
  onProgress: (part: number) => void
}

/** Sends bytes with progress, which `fetch` can't; returns the unparsed answer. */
export function upload(route: AnyRoute, input: UploadInput): Promise<unknown> {
  return inRequestSpan(route, (trace) => send(route, input, trace))
}

function send(route: AnyRoute, input: UploadInput, trace: RequestTrace): Promise<unknown> {
  const address = addressOf(route.path, input.params, input.query)
  const on404 = on404Of(route)
  const request = new XMLHttpRequest()
  const stop = () => request.abort()
  return new Promise<unknown>((resolve, reject) => {
    request.open(route.method, address)
    const headers = { ...headersOf(address, true, 'application/octet-stream'), ...trace.headers }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      input.onProgress(total === 0 ? 1 : loaded / total),
    )
    request.addEventListener('load', () => {
      trace.status(request.status)
      const body = bodyOf(request.responseText)
      if (request.status < 300) resolve(body)
      else reject(errorOfReply({ status: request.status, headers: headersIn(request), body }, on404))
    })
    request.addEventListener('error', () =>
      reject(new ApiError({ code: 'client.offline', status: 0, title: 'The server does not answer', on404 })),
    )
    request.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
    input.signal.addEventListener('abort', stop)
    request.send(input.bytes)
  }).finally(() => input.signal.removeEventListener('abort', stop))
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function headersIn(request: XMLHttpRequest): Headers {
  const pairs = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
    .map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trim()]
    })
  return new Headers(pairs.filter(([name]) => name !== ''))
}
