import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { type ActionContext, type ActionResult, action, failed } from '../kit/action.ts'
import { HIDDEN, hideInText, hideSecrets, hideTexts, isSecretName, secretsOf } from '../kit/masking.ts'
import { excerpt, isWorthRetry, parsedBody } from '../kit/answer.ts'
import { secretForms } from '../kit/credentials.ts'
import type { HttpFailure, HttpResponse } from '../kit/transport.ts'
import { itemsOf, nextAddress, Paging } from './pages.ts'

const Scalar = z.union([z.string(), z.number(), z.boolean()])
// Evaluated inputs are JSON already: walking a large body again would only cost time.
const Json = z.custom<JsonValue>((value) => value !== undefined, 'is missing')
const DURATION = /^(\d{1,9})(ms|s|m|h|d)$/
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** What `http.request` takes. A text body goes out as it is, anything else as JSON. */
const RequestInput = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).default('GET'),
  url: z.string().min(1).max(8000),
  headers: z.record(z.string(), z.string()).default({}),
  /** Added to the query of the address; null leaves a parameter out. */
  query: z.record(z.string(), z.union([Scalar, z.null(), z.array(Scalar)])).default({}),
  body: Json.optional(),
  /** A duration such as `10s`; the step's own limit holds in any case. */
  timeout: z.string().regex(DURATION, 'must be a duration such as 500ms, 30s, or 5m').optional(),
  /** Reads further pages, all within the time and the size of one. */
  paging: Paging.optional(),
})
type RequestInput = z.output<typeof RequestInput>

/** Bytes of a response that a step may carry on. */
const MAX_RESPONSE_BYTES = 20 * 1024 * 1024

/** `http.request`: one HTTP request through the guarded transport, with the step's idempotency key. */
export const httpRequest = action({
  id: 'http.request',
  title: 'HTTP request',
  input: RequestInput,
  run: runRequest,
  masked: maskInput,
})

async function runRequest(input: RequestInput, context: ActionContext): Promise<ActionResult> {
  const url = withQuery(input.url, input.query)
  if (url === null) return failed('input.invalid', 'url: isn’t a valid URL', { retryable: false })
  const answer = await send(input, url, context)
  const secrets = secretsIn(input, context)
  if (!answer.ok) return noAnswer(answer, secrets)
  if (answer.status < 400 && input.paging !== undefined)
    return readOn({ input, paging: input.paging, context }, url, answer)
  const output = hideTexts(outputOf(answer), secrets)
  return answer.status >= 400 ? statusError(answer, output) : { ok: true, output }
}

/** All that the server may say back; hidden before anything is cut, for half of a secret is found by no one. */
function secretsIn({ headers }: RequestInput, { credentials }: ActionContext): string[] {
  return [...secretForms(credentials?.secrets ?? []), ...secretsOf(headers)]
}

function send(input: RequestInput, url: string, context: ActionContext): Promise<HttpResponse | HttpFailure> {
  const { body, headers } = bodyOf(input)
  const limit = input.timeout === undefined ? context.timeoutMs : durationMs(input.timeout)
  return context.http.request({
    url,
    method: input.method,
    headers,
    ...(body === undefined ? {} : { body }),
    timeoutMs: Math.min(limit, context.timeoutMs),
    maxBytes: MAX_RESPONSE_BYTES,
    signal: context.signal,
    idempotencyKey: context.idempotencyKey,
  })
}

function noAnswer({ error: { code, message, retryable } }: HttpFailure, secrets: readonly string[]) {
  return failed(code, hideInText(message, secrets), { retryable })
}

interface Reading {
  input: RequestInput
  paging: Paging
  context: ActionContext
}

/** Reads pages until there are no more or a bound is reached; the body of the output is the list of all items. */
async function readOn(
  { input, paging, context }: Reading,
  firstUrl: string,
  first: HttpResponse,
): Promise<ActionResult> {
  const secrets = secretsIn(input, context)
  const items: JsonValue[] = []
  let [url, answer, bytes, pages] = [firstUrl, first, 0, 0]
  for (;;) {
    const page = { url, body: parsedBody(answer), headers: answer.headers }
    for (const item of itemsOf(paging, page)) items.push(item)
    bytes += answer.body.byteLength
    pages += 1
    const next = nextAddress(paging, page)
    const isFull = pages >= paging.pages || items.length >= paging.limit || bytes >= MAX_RESPONSE_BYTES
    if (next === null || isFull) {
      const { status, headers } = answer
      const more = next !== null || items.length > paging.limit
      const output = {
        status,
        headers: hideSecrets(headers),
        body: items.slice(0, paging.limit),
        pages,
        more,
      }
      return { ok: true, output: hideTexts(output, secrets) }
    }
    const following = await send(input, next, context)
    if (!following.ok) return noAnswer(following, secrets)
    if (following.status >= 400) return statusError(following, hideTexts(outputOf(following), secrets))
    ;[url, answer] = [next, following]
  }
}

function statusError(answer: HttpResponse, output: JsonValue): ActionResult {
  const retryable = isWorthRetry(answer.status)
  return failed('http.status', `The server responded with status ${answer.status}`, {
    retryable,
    ...(retryable && answer.retryAfterMs !== null ? { retryAfterMs: answer.retryAfterMs } : {}),
    detail: excerpt(output),
  })
}

function outputOf(answer: HttpResponse): JsonValue {
  const headers = hideSecrets(answer.headers)
  return { status: answer.status, headers, body: parsedBody(answer) }
}

function bodyOf(input: RequestInput): { body: string | undefined; headers: Record<string, string> } {
  const { body, headers } = input
  if (body === undefined) return { body, headers }
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  return {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: named ? headers : { ...headers, 'content-type': type },
  }
}

function withQuery(address: string, query: RequestInput['query']): string | null {
  const entries = Object.entries(query)
  if (entries.length === 0) return address
  const url = URL.parse(address)
  if (url === null) return null
  for (const [name, value] of entries) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null) url.searchParams.append(name, String(item))
    }
  }
  return url.href
}

function durationMs(text: string): number {
  const match = DURATION.exec(text)
  return Number(match?.[1] ?? 0) * (UNITS[match?.[2] ?? 'ms'] ?? 1)
}

/** Hides credentials in headers, in the query and in the address. */
function maskInput(input: JsonValue): JsonValue {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const masked = { ...input }
  for (const part of ['headers', 'query'] as const) {
    const values = masked[part]
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      masked[part] = hideSecrets(values)
  }
  if (typeof masked['url'] === 'string') masked['url'] = maskAddress(masked['url'])
  return masked
}

function maskAddress(address: string): string {
  return address
    .replace(/^([a-z]+:\/\/)[^/?#@]*@/i, `$1${HIDDEN}@`)
    .replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, mark: string, name: string) =>
      isSecretName(name) ? `${mark}${name}=${HIDDEN}` : whole,
    )
}
