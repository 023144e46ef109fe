import { getRecord } from '@caseloom/contract/records/records'
import { session } from '@caseloom/contract/identity/identity'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { makeQueryClient } from './query-client.ts'
import { beginSpan, goInside, recordError, sendSpansTo, type SpanRecord } from './traces.ts'
import { watchErrors } from './watch-errors.ts'

const ID = '019a0000-0000-7000-8000-0000000000c1'
const fetched = vi.fn<typeof fetch>()
let spans: SpanRecord[]
beforeEach(() => {
  spans = []
  sendSpansTo((span) => spans.push(span))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  goInside(null)
  fetched.mockReset()
  vi.unstubAllGlobals()
})
const headers = () => new Headers(fetched.mock.calls[0]?.[1]?.headers)

/** The page's first moments, before the exporter is known. */
async function freshModule() {
  vi.resetModules()
  return import('./traces.ts')
}

describe('spans', () => {
  it('wait for the exporter in a bounded queue, in order', async () => {
    const early = await freshModule()
    for (let at = 0; at < 300; at += 1) early.beginSpan(`s${at}`, 'internal', {})?.end()
    const got: string[] = []
    early.sendSpansTo((span) => got.push(span.name))
    early.beginSpan('late', 'internal', {})?.end()
    expect([got.length, got[0], got.at(-1)]).toEqual([201, 's0', 'late'])
  })

  it("aren't started when tracing is off", async () => {
    const early = await freshModule()
    const open = early.beginSpan('early', 'internal', {})
    early.sendSpansTo(null)
    expect(() => open?.end()).not.toThrow()
    expect(early.beginSpan('late', 'internal', {})).toBeNull()
  })

  it('belong to the current navigation', () => {
    const page = beginSpan('navigate', 'internal', {})
    goInside(page)
    beginSpan('GET /x', 'client', {})?.end()
    goInside(null)
    beginSpan('GET /y', 'client', {})?.end()
    page?.end()
    const [inside, outside, around] = spans
    expect([inside?.traceId, inside?.parentId]).toEqual([around?.traceId, around?.spanId])
    expect(outside?.traceId).not.toBe(around?.traceId)
    expect(page?.traceparent).toBe(`00-${around?.traceId}-${around?.spanId}-01`)
    expect(page?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })
})

describe('the span of a request', () => {
  it('is named after the template, without IDs, and its context is sent with the request', async () => {
    fetched.mockResolvedValueOnce(new Response('{"code":"resource.not_found"}', { status: 404 }))
    await call(getRecord, { params: { tenantId: ID, appId: ID, recordId: ID } }).catch(() => undefined)
    expect(spans).toMatchObject([
      {
        name: `GET ${getRecord.path}`,
        kind: 'client',
        facts: {
          'http.request.method': 'GET',
          'url.template': getRecord.path,
          'http.response.status_code': 404,
        },
        failure: { code: 'resource.not_found' },
      },
    ])
    expect(JSON.stringify(spans)).not.toContain(ID)
    expect(headers().get('traceparent')).toBe(`00-${spans[0]?.traceId}-${spans[0]?.spanId}-01`)
    expect(headers().get('timezone')).toBeTruthy()
  })

  it('fails without an answer, but not when the page was left', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await call(session, {}).catch(() => undefined)
    fetched.mockImplementationOnce((_address, init) => Promise.reject(init?.signal?.reason))
    await call(session, { signal: AbortSignal.abort() }).catch(() => undefined)
    expect(spans.map((span) => span.failure?.code)).toEqual(['client.offline', undefined])
  })
})

describe('an unhandled error', () => {
  const target = new EventTarget()
  watchErrors(target)
  const errorEvent = (type: string, facts: object) =>
    Object.assign(new Event(type, { cancelable: true, bubbles: true }), facts)

  it('is recorded to a span, then passed to the default handler [S8.06]', () => {
    const order: string[] = []
    sendSpansTo((span) => {
      spans.push(span)
      order.push('span')
    })
    target.addEventListener('error', () => order.push('handler'))
    target.addEventListener('unhandledrejection', () => order.push('handler'))
    const error = new RangeError('out of bounds')
    const thrown = errorEvent('error', { error })
    const rejected = errorEvent('unhandledrejection', { reason: 'a text' })
    // dispatchEvent returns false when a handler prevented the default: the console would stay silent.
    expect([target.dispatchEvent(thrown), target.dispatchEvent(rejected)]).toEqual([true, true])
    expect(order).toEqual(['span', 'handler', 'span', 'handler'])
    expect(spans).toMatchObject([
      { name: 'error', facts: { 'error.source': 'window' }, failure: { code: 'RangeError', thrown: error } },
      { name: 'error', facts: { 'error.source': 'promise' }, failure: { code: 'string', thrown: 'a text' } },
    ])
  })

  it("isn't an image that failed to load", () => {
    target.dispatchEvent(new Event('error'))
    expect(spans).toEqual([])
  })

  it('is recorded when a query fails with a bug, not with a server refusal [S1.05]', async () => {
    const client = makeQueryClient()
    const fault = new TypeError('no such member')
    await client.fetchQuery({ queryKey: ['a'], queryFn: () => Promise.reject(fault) }).catch(() => undefined)
    expect(spans).toMatchObject([{ facts: { 'error.source': 'query' }, failure: { thrown: fault } }])
    fetched.mockResolvedValueOnce(new Response('{}', { status: 403 }))
    await client.fetchQuery({ queryKey: ['b'], queryFn: () => call(session, {}) }).catch(() => undefined)
    expect(spans.map((span) => span.failure?.code)).toEqual(['TypeError', 'right.missing'])
  })

  it('recording never throws', () => {
    sendSpansTo(null)
    expect(() => recordError(undefined, 'window')).not.toThrow()
  })
})
