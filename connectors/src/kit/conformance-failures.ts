import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { ActionResult } from './action.ts'
import {
  equal,
  expect,
  type Ground,
  holds,
  type Place,
  run,
  SECRET,
  type StubAnswer,
} from './conformance-run.ts'
import type { ManifestAction, ManifestPaging } from './manifest.ts'
import { MAX_PAGES } from './manifest-action.ts'

/** True when a lost answer is worth another attempt. */
function isSafe({ idempotent, request }: ManifestAction): boolean {
  return idempotent || /^(GET|HEAD|PUT|DELETE)$/.test(request.method)
}

type Expected = { code: string; retryable: boolean; retryAfterMs?: number }

/** What servers do wrong must become the right errors of the step. */
export async function checkFailures(place: Place): Promise<void> {
  const safe = isSafe(place.action)
  const json = { 'content-type': 'application/json' }
  const cut = Buffer.from('{"data": [')
  const echo = { error: `Wrong credentials: ${SECRET}`, message: `Bearer ${SECRET}`, ok: false }
  const cases: [string, StubAnswer, Expected][] = [
    ['401', { status: 401, body: echo }, { code: 'http.status', retryable: false }],
    [
      '429',
      { status: 429, headers: { 'retry-after': '2' }, body: {} },
      { code: 'http.status', retryable: true, retryAfterMs: 2_000 },
    ],
    ['500', { status: 500, body: 'down' }, { code: 'http.status', retryable: safe }],
    ['broken JSON', { headers: json, body: cut }, { code: 'http.bad_response', retryable: safe }],
  ]
  for (const [name, answer, wanted] of cases) wantError(name, await run(place, () => answer), wanted)
  const slow = await run(place, () => ({ body: null, silent: true }), { timeoutMs: 40 })
  wantError('no response', slow, { code: 'http.timeout', retryable: safe })
}

function wantError(name: string, result: ActionResult, wanted: Expected): void {
  expect(!result.ok, `${name} isn’t an error`)
  const { code, retryable, retryAfterMs } = result.error
  equal(
    { code, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
    { ...wanted },
    `the error of ${name}`,
  )
}

/** What a server says of its refusal must reach the author of the playbook. */
export async function checkWordsOfErrors(place: Place): Promise<void> {
  const { errors, verdict } = place.action.response
  const reason = 'Not found'
  for (const at of errors.message) {
    const result = await run(place, () => ({ status: 400, body: at === '' ? reason : withAt(at, reason) }))
    expect(!result.ok && result.error.message.includes(reason), `the reason at ${at} isn’t reported`)
  }
  if (errors.when !== undefined) {
    const { at, is } = errors.when
    const result = await run(place, () => ({ body: withAt(at, is) }))
    wantError('a rejection in the body', result, { code: 'connector.refused', retryable: false })
  }
  if (verdict?.nothing !== undefined) {
    const { at, is } = verdict.nothing
    const body = withAt([place.action.response.pick, at].filter(Boolean).join('.'), is)
    const result = await run(place, () => ({ body }))
    expect(
      result.ok && holds(result.output, { verdict: 'unknown', score: null }),
      'a response that knows nothing isn’t a verdict of unknown',
    )
  }
  if (verdict?.missing === true) {
    const result = await run(place, () => ({ status: 404, body: {} }))
    expect(
      result.ok && holds(result.output, { verdict: 'unknown', score: null }),
      'a 404 isn’t a verdict of unknown',
    )
  }
}

/** An object with a value at a place of names with dots between. */
function withAt(place: string, value: JsonValue): JsonValue {
  if (place === '') return value
  // A name may hold dots itself, as in OData's `@odata.nextLink`.
  if (place.startsWith('@')) return { [place]: value }
  const [first = '', ...rest] = place.split('.')
  const inner = withAt(rest.join('.'), value)
  return /^\d+$/.test(first) ? [inner] : { [first]: inner }
}

/** A server that always has another page is left at the cap. */
export async function checkPaging(place: Place, paging: ManifestPaging): Promise<void> {
  const { world } = place
  const { limit: _limit, ...input } = place.fixture.input
  const endless = { ...place, fixture: { ...place.fixture, input } }
  const size = paging.kind === 'offset' || paging.kind === 'page' ? paging.size.value : 1
  const result = await run(endless, ({ url }) => anotherPage(paging, { size, url, origin: world.origin }))
  expect(result.ok, `further pages are rejected: ${JSON.stringify(result)}`)
  expect(holds(result.output, { more: true }), 'the output doesn’t report that there is more')
  const asked = world.requests().length
  expect(asked > 1 && asked <= MAX_PAGES, `${asked} pages were read`)
}

function anotherPage(
  paging: ManifestPaging,
  { size, url, origin }: { size: number; url: string; origin: string },
): StubAnswer {
  const items = withAt(
    paging.items,
    Array.from({ length: size }, () => ({})),
  )
  const next = `${origin}${url}`
  if (paging.kind === 'link' && paging.from === undefined)
    return { headers: { link: `<${next}>; rel="next"` }, body: items }
  if ('size' in paging) return { body: items }
  const more = withAt(paging.from ?? '', paging.kind === 'link' ? next : 'further')
  return { body: { ...asObject(items), ...asObject(more) } }
}

function asObject(value: JsonValue): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

const TOO_MANY_BYTES = 21 * 1024 * 1024

/** A response over the limit is rejected and not stored. */
export async function checkOversized(ground: Ground): Promise<void> {
  const [action] = ground.manifest.actions
  const fixture = action === undefined ? undefined : ground.fixtures.actions[action.name]
  expect(action !== undefined && fixture !== undefined, 'no action has a fixture')
  const place = { ...ground, action, fixture }
  const body = Buffer.alloc(TOO_MANY_BYTES, ' ')
  wantError('too large', await run(place, () => ({ body })), { code: 'http.too_large', retryable: false })
}
