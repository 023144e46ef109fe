import { relayTraces, TracingConfig, tracingConfig } from '@caseloom/contract/system/telemetry'
import { type Actor, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import { type Collector, startCollector } from '@caseloom/testkit/collector'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TracesConfig } from '../config.ts'
import { fail } from '../errors.ts'
import { createLog } from '../telemetry/log.ts'
import { createTraceRelay, type TraceRelay } from '../outbound/trace-relay.ts'
import { createHttpServer, type HttpServer } from './server.ts'
import { bindTelemetryRoutes } from './telemetry-routes.ts'

const ORIGIN = 'http://localhost:4000'
const BODY = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'caseloom-browser' } }] },
      scopeSpans: [{ spans: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'x' }] }],
    },
  ],
}
const ANA: Actor = { ...ANONYMOUS, id: 'ana', personId: 'ana', name: 'Ana' }

describe('the tracing routes', () => {
  let collector: Collector
  let relay: TraceRelay | null
  let http: HttpServer
  let strangers: string[]
  const log = createLog({ level: 'silent', process: 'test' })

  const serve = async (settings: Partial<TracesConfig> | null = {}) => {
    const traces =
      settings === null
        ? null
        : {
            url: collector.url,
            headers: { 'x-api-key': 'collector secret' },
            concurrencyLimit: 7,
            timeoutMillis: 2500,
            ratio: 1,
            ...settings,
          }
    const gate = {
      authenticate: async (token: string) => (token === 'ana' ? ANA : null),
      tenant: async () => null,
      licensed: async () => true,
    }
    http = await createHttpServer({
      publicUrl: ORIGIN,
      trustProxy: false,
      tls: null,
      log,
      gate,
      strictReplies: true,
    })
    relay = traces === null ? null : createTraceRelay({ config: traces, log })
    const throttle = {
      async take(key: string) {
        strangers.push(key)
        if (strangers.length > 2) throw fail('request.too_many', { retryAfter: 9 })
      },
      giveBack: async () => undefined,
    }
    bindTelemetryRoutes(http, { traces, relay, gate, strangers: throttle, publicUrl: ORIGIN })
  }
  const post = async (body: unknown = BODY, headers: Record<string, string> = {}) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const usual = { origin: ORIGIN, 'content-type': 'application/json' }
    return http.fastify.inject({
      method: 'POST',
      url: relayTraces.path,
      headers: { ...usual, ...headers },
      payload,
    })
  }
  const codeOf = (reply: Awaited<ReturnType<typeof post>>) => [reply.statusCode, reply.json().code]
  const config = async () =>
    TracingConfig.parse((await http.fastify.inject({ method: 'GET', url: tracingConfig.path })).json())

  beforeEach(async () => {
    strangers = []
    collector = await startCollector()
  })
  afterEach(async () => {
    await relay?.close()
    await http.fastify.close()
    await collector.close()
  })

  it('give browsers our own address and the limits, never the collector’s address or secrets [S3.08]', async () => {
    await serve()
    expect(await config()).toEqual({
      url: '/tenant/telemetry/v1/traces',
      headers: {},
      concurrencyLimit: 7,
      timeoutMillis: 2500,
    })
  })

  it('make browsers send nothing while tracing is off, and accept nothing', async () => {
    await serve(null)
    expect(await config()).toMatchObject({ url: null, concurrencyLimit: 30, timeoutMillis: 10_000 })
    expect(codeOf(await post())).toEqual([404, 'resource.not_found'])
  })

  it('make a page load send nothing when it isn’t sampled', async () => {
    await serve({ ratio: 0 })
    expect((await config()).url).toBeNull()
  })

  it('take spans of someone signed in, without counting them as a stranger [S7.10]', async () => {
    await serve()
    const reply = await post(BODY, { cookie: 'caseloom_session=ana' })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    await collector.until((spans) => spans.length === 1)
    expect(collector.requests[0]).toMatchObject({ 'x-api-key': 'collector secret' })
    expect(collector.requests[0]).not.toHaveProperty('cookie')
    expect(strangers).toEqual([])
  })

  it('take few spans of strangers, also with a session that has ended', async () => {
    await serve()
    expect((await post()).statusCode).toBe(204)
    expect((await post(BODY, { cookie: 'caseloom_session=over' })).statusCode).toBe(204)
    const reply = await post()
    expect(codeOf(reply)).toEqual([429, 'request.too_many'])
    expect(reply.headers['retry-after']).toBe('9')
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a cookie but no origin', { origin: undefined, cookie: 'caseloom_session=ana' }],
    ['an origin that is no address', { origin: 'null' }],
  ])('refuse %s', async (_name, headers) => {
    await serve()
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? '']))
    if (headers.origin === undefined) {
      const reply = await http.fastify.inject({
        method: 'POST',
        url: relayTraces.path,
        headers: { 'content-type': 'application/json', cookie: 'caseloom_session=ana' },
        payload: JSON.stringify(BODY),
      })
      expect(codeOf(reply)).toEqual([403, 'request.origin_refused'])
      return
    }
    expect(codeOf(await post(BODY, given))).toEqual([403, 'request.origin_refused'])
  })

  it.each([
    ['no JSON', '{"resourceSpans":', 400, 'request.malformed'],
    ['a list', [], 400, 'request.invalid'],
    ['no spans', {}, 400, 'request.invalid'],
    ['spans that are no objects', { resourceSpans: [1] }, 400, 'request.invalid'],
    [
      'too many resources',
      { resourceSpans: Array.from({ length: 101 }, () => ({})) },
      400,
      'request.invalid',
    ],
    ['brackets without end', '['.repeat(50_000), 400, 'request.malformed'],
    ['too much', JSON.stringify({ resourceSpans: [{ x: 'x'.repeat(2_000_001) }] }), 413, 'request.too_large'],
  ])('refuse %s', async (_name, body, status, code) => {
    await serve()
    expect(codeOf(await post(body, { cookie: 'caseloom_session=ana' }))).toEqual([status, code])
    expect(collector.requests).toEqual([])
  })

  it('refuse protobuf', async () => {
    await serve()
    expect(codeOf(await post('x', { 'content-type': 'application/x-protobuf' }))).toEqual([
      415,
      'request.unsupported_media_type',
    ])
  })

  it.each(['throttles', 'away', 'hangs', 'dies'] as const)(
    'answer immediately while the collector %s',
    async (mood) => {
      collector.mood = mood
      await serve({ timeoutMillis: 60_000 })
      const asked = collector.nextRequest()
      for (let at = 0; at < 3; at += 1)
        expect((await post(BODY, { cookie: 'caseloom_session=ana' })).statusCode).toBe(204)
      await asked
      expect(collector.spans).toEqual([])
    },
  )
})
