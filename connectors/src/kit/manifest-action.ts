import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { ActionContext, ActionError, ActionResult } from './action.ts'
import { excerpt, isBroken, isWorthRetry, parsedBody } from './answer.ts'
import { type Credentials, secretForms } from './credentials.ts'
import type { ManifestAction, ManifestPaging } from './manifest.ts'
import { hideInText, hideTexts } from './masking.ts'
import { BadInput, type BuiltRequest, bodyText, requestOf } from './request-of.ts'
import { asText, valueAt } from './template.ts'
import type { HttpResponse } from './transport.ts'
import { judged } from './verdict.ts'

/** Bytes of one answer, and of all pages together. */
const MAX_RESPONSE_BYTES = 20 * 1024 * 1024
const MAX_ITEMS = 10_000
/** Pages that one step may read, so that a server that never stops stops here. */
export const MAX_PAGES = 100

type Performed = Pick<ManifestAction, 'name' | 'request' | 'response' | 'idempotent' | 'timeoutMs'>

/**
 * Does an action of a manifest with the credentials of an asset. Never throws; no secret of the asset comes back, neither
 * in the output nor in an error.
 */
export async function performManifestAction(
  action: Performed,
  input: JsonObject,
  context: ActionContext & { credentials: Credentials },
): Promise<ActionResult> {
  const secrets = secretForms(context.credentials.secrets)
  try {
    const result = await perform(action, input, context)
    return masked(result, secrets)
  } catch (error) {
    if (error instanceof BadInput)
      return masked(failure({ code: 'input.invalid', message: error.message, retryable: false }), secrets)
    const err = maskedError(error, secrets)
    context.log.warn({ err, action: action.name }, 'connector action failed with an internal error')
    return failure({
      code: 'connector.broken',
      message: `The action ${action.name} failed with an internal error`,
      retryable: false,
    })
  }
}

function masked(result: ActionResult, secrets: readonly string[]): ActionResult {
  if (result.ok) return { ok: true, output: hideTexts(result.output, secrets) }
  const { message, detail } = result.error
  return failure({
    ...result.error,
    message: hideInText(message, secrets),
    ...(detail === undefined ? {} : { detail: hideTexts(detail, secrets) }),
  })
}

/** For the log: a library may quote the request, and with it the credentials. */
function maskedError(error: unknown, secrets: readonly string[]): Error {
  const cause = error instanceof Error ? error : new Error(String(error))
  const copy = new Error(hideInText(cause.message, secrets))
  copy.name = cause.name
  copy.stack = hideInText(cause.stack ?? copy.message, secrets)
  return copy
}

function failure(error: ActionError): ActionResult {
  return { ok: false, error }
}

async function perform(
  action: Performed,
  input: JsonObject,
  context: ActionContext & { credentials: Credentials },
): Promise<ActionResult> {
  const first = requestOf(action.request, input, context.credentials)
  const { paging, pick } = action.response
  if (paging !== undefined)
    return readPages(action, paging, { first, context, wanted: wantedOf(paging, input) })
  const answer = await send(action, first, context)
  const { verdict } = action.response
  const given = { input, settings: context.credentials.settings }
  if (!answer.ok) {
    const isMissing = verdict?.missing === true && valueAt(answer.error.detail ?? null, 'status') === 404
    return isMissing ? { ok: true, output: judged(verdict, null, given) } : answer
  }
  const output = valueAt(answer.body, pick) ?? null
  return { ok: true, output: verdict === undefined ? output : judged(verdict, output, given) }
}

type Answer = { ok: true; body: JsonValue; response: HttpResponse } | { ok: false; error: ActionError }

async function send(
  action: Performed,
  request: BuiltRequest,
  context: ActionContext & { credentials: Credentials },
): Promise<Answer> {
  const body = bodyText(request.body)
  const response = await context.http.request({
    url: request.url.href,
    method: action.request.method,
    headers: request.headers,
    ...(body === undefined ? {} : { body }),
    timeoutMs: Math.min(action.timeoutMs, context.timeoutMs),
    maxBytes: MAX_RESPONSE_BYTES,
    signal: context.signal,
    idempotencyKey: context.idempotencyKey,
  })
  const safe = action.idempotent || /^(GET|HEAD|PUT|DELETE)$/.test(action.request.method)
  if (!response.ok) {
    const { code, message, retryable } = response.error
    return { ok: false, error: { code, message, retryable: retryable && safe } }
  }
  // Hidden before anything is cut: half of a secret is found by no one.
  const parsed = hideTexts(parsedBody(response), secretForms(context.credentials.secrets))
  const error = errorIn(action, response, { parsed, safe })
  if (error !== null) return { ok: false, error }
  if (isBroken(response, parsed)) {
    const message = 'The server declared a JSON response but sent something else'
    return { ok: false, error: { code: 'http.bad_response', message, retryable: safe } }
  }
  return { ok: true, body: parsed, response }
}

/** What the server says went wrong; null when it says that all is well. */
function errorIn(
  { response: { errors } }: Performed,
  { status, retryAfterMs }: HttpResponse,
  { parsed, safe }: { parsed: JsonValue; safe: boolean },
): ActionError | null {
  const { when } = errors
  const refused = when !== undefined && same(valueAt(parsed, when.at), when.is)
  if (status < 400 && !refused) return null
  const reason = errors.message
    .map((place) => valueAt(parsed, place))
    .find((found) => found !== undefined && found !== null)
  const words = reason === undefined ? '' : `: ${asText(reason).slice(0, 500)}`
  // Asked to retry later, or never processed: nothing has been done yet.
  const untouched = status === 429 || status === 503 || status === 425
  const retryable = status >= 400 && isWorthRetry(status) && (safe || untouched)
  return {
    code: status < 400 ? 'connector.refused' : 'http.status',
    message:
      status < 400
        ? `The server rejected the request${words}`
        : `The server responded with status ${status}${words}`,
    retryable,
    ...(retryable && retryAfterMs !== null ? { retryAfterMs } : {}),
    detail: { status, body: excerpt(parsed) },
  }
}

function same(one: JsonValue | undefined, other: JsonValue): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other)
}

interface Pages {
  first: BuiltRequest
  context: ActionContext & { credentials: Credentials }
  /** Items at most. */
  wanted: number
}

function wantedOf({ limit }: ManifestPaging, input: JsonObject): number {
  const asked = limit === undefined ? undefined : input[limit]
  return typeof asked === 'number' && asked >= 0 ? Math.min(asked, MAX_ITEMS) : MAX_ITEMS
}

/** Reads pages until there are no more, or a cap is reached: then `more` is true. */
async function readPages(
  action: Performed,
  paging: ManifestPaging,
  { first, context, wanted }: Pages,
): Promise<ActionResult> {
  const items: JsonValue[] = []
  let bytes = 0
  let next: BuiltRequest | null = firstPage(first, paging)
  for (let page = 0; next !== null && page < MAX_PAGES; page += 1) {
    const answer: Answer = await send(action, next, context)
    if (!answer.ok) return answer
    bytes += answer.response.body.byteLength
    const found = valueAt(answer.body, paging.items)
    const list = Array.isArray(found) ? found : []
    for (const item of list) items.push(item)
    next = nextPage({ paging, sent: next, answer, count: list.length, page })
    if (items.length >= wanted || bytes >= MAX_RESPONSE_BYTES) break
  }
  const more = next !== null || items.length > wanted
  return { ok: true, output: { items: items.slice(0, wanted), more } }
}

function firstPage(request: BuiltRequest, paging: ManifestPaging): BuiltRequest {
  if (paging.kind !== 'offset' && paging.kind !== 'page') return request
  const url = new URL(request.url)
  if (!url.searchParams.has(paging.size.param))
    url.searchParams.set(paging.size.param, String(paging.size.value))
  return { ...request, url }
}

interface PageDone {
  paging: ManifestPaging
  sent: BuiltRequest
  answer: Answer & { ok: true }
  count: number
  page: number
}

function nextPage({ paging, sent, answer, count, page }: PageDone): BuiltRequest | null {
  switch (paging.kind) {
    case 'cursor': {
      const cursor = valueAt(answer.body, paging.from)
      if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return null
      return paging.in === 'query'
        ? inQuery(sent, paging.param, asText(cursor))
        : inBody(sent, paging.param, cursor)
    }
    case 'link': {
      const named =
        paging.from === undefined
          ? linkIn(answer.response.headers['link'])
          : valueAt(answer.body, paging.from)
      const url = typeof named === 'string' && named !== '' ? URL.parse(named, sent.url.href) : null
      // Credentials stay with their origin, whatever an answer says.
      return url !== null && url.origin === sent.url.origin ? { ...sent, url } : null
    }
    case 'offset':
    case 'page': {
      const size = Number(sent.url.searchParams.get(paging.size.param))
      if (count === 0 || count < size) return null
      const known = Number(
        sent.url.searchParams.get(paging.param) ?? (paging.kind === 'page' ? paging.first + page : 0),
      )
      return inQuery(sent, paging.param, String(known + (paging.kind === 'page' ? 1 : count)))
    }
    default:
      return paging satisfies never
  }
}

function inQuery(request: BuiltRequest, name: string, value: string): BuiltRequest {
  const url = new URL(request.url)
  url.searchParams.set(name, value)
  return { ...request, url }
}

function inBody(request: BuiltRequest, name: string, value: JsonValue): BuiltRequest {
  const { body } = request
  const fields = body?.value
  const object = typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? fields : {}
  const { type = 'json', contentType = 'application/json' } = body ?? {}
  return { ...request, body: { type, contentType, value: { ...object, [name]: value } } }
}

/** The address with rel=next in a Link header (RFC 8288). */
export function linkIn(header: string | undefined): string | undefined {
  for (const match of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel="?(?:[^";]*\s)?next[\s";,]?/i.test(match[2] ?? '')) return match[1]
  return undefined
}
