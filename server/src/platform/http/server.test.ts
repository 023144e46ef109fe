import { Problem } from '@caseloom/contract/kernel/errors'
import { type Actor, ANONYMOUS, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { route } from '@caseloom/contract/kernel/route'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { TenantScope } from '../database/types.ts'
import { fail } from '../errors.ts'
import { newId } from '../uuid.ts'
import { createHttpServer, type HttpServer } from './server.ts'

const [mine, foreign] = [newId(), newId()]
const ORIGIN = 'http://localhost:4000'
const withSession = { cookie: 'caseloom_session=good', origin: ORIGIN }

const open = route({
  method: 'GET',
  path: '/api/open',
  summary: 'open',
  open: true,
  reply: z.object({ a: z.number() }),
})
const lie = route({
  method: 'GET',
  path: '/api/lie',
  summary: 'lie',
  open: true,
  reply: z.object({ a: z.number() }),
})
const long = route({
  method: 'GET',
  path: '/api/long',
  summary: 'long',
  open: true,
  query: z.strictObject({ times: z.coerce.number() }),
  reply: z.object({ text: z.string() }),
})
const bug = route({ method: 'GET', path: '/api/bug', summary: 'bug', open: true })
const things = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/things',
  summary: 'things',
  needs: 'record:create',
  query: z.strictObject({ dry: z.enum(['yes', 'no']).optional() }),
  body: z.strictObject({ name: z.string().max(5), age: z.number() }),
  reply: z.object({ tenant: z.string() }),
  fails: ['record.duplicate_value'],
})
const build = route({ method: 'POST', path: '/api/tenant/:tenantId/build', summary: 'b', needs: 'app:build' })
const raw = route({
  method: 'POST',
  path: '/hooks/:tenantId/raw',
  summary: 'raw',
  open: true,
  bodyKind: 'raw',
  bodyLimit: 100,
  reply: z.object({ size: z.number() }),
})

const checkedFirst = route({
  method: 'POST',
  path: '/hooks/:tenantId/checked',
  summary: 'checked',
  open: true,
  bodyKind: 'raw',
  bodyLimit: 1_000_000,
  bodyAfterCheck: true,
  reply: z.object({ size: z.number() }),
})

function actorIn(tenantId: string | undefined): Actor {
  const member = tenantId === mine
  const rights = PERMISSIONS.filter((right) => right !== 'app:build')
  return {
    ...ANONYMOUS,
    personId: newId(),
    tenantId: member ? mine : null,
    permissions: new Set(member ? rights : []),
  }
}

describe('the HTTP layer', () => {
  let server: HttpServer
  beforeAll(async () => {
    server = await createHttpServer({
      publicUrl: ORIGIN,
      trustProxy: false,
      tls: null,
      log: pino({ level: 'silent' }),
      strictReplies: true,
      gate: {
        authenticate: async (token, place) => (token === 'good' ? actorIn(place.tenantId) : null),
        // Only the ID of a scope is read here.
        tenant: async (tenantId) => (tenantId === mine ? ({ tenantId } as TenantScope) : null),
        licensed: async () => true,
      },
    })
    server.bind(open, async () => ({ a: 1 }))
    // A handler that breaks its own declaration.
    server.bind(lie, async () => ({ b: 1 }) as unknown as { a: number })
    server.bind(long, async ({ query }) => ({ text: 'ä☃\u2028"'.repeat(query.times) }))
    server.bind(bug, async () => {
      throw new Error('secret of the inside')
    })
    server.bindTenant(things, async ({ scope, body }) => {
      if (body.name === 'twice') throw fail('record.duplicate_value')
      return { tenant: scope.tenantId }
    })
    server.bindTenant(build, async () => undefined)
    server.bindTenant(raw, async (context) => ({ size: context.raw.length }))
    server.bindTenant(checkedFirst, async (context) => ({ size: context.raw.length }), {
      beforeBody: async ({ request, size }) => {
        if (request.headers['x-secret'] !== 'good') throw fail('hook.bad_signature')
        return size !== null && size > 500 ? { limit: 500 } : undefined
      },
    })
    await server.fastify.ready()
  })
  afterAll(() => server.fastify.close())

  const post = (url: string, payload: unknown, headers: Record<string, string> = withSession) =>
    server.fastify.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const code = (reply: { json(): unknown }) => Problem.parse(reply.json()).code

  it('serves a route and its zone, and nothing inline in the page policy', async () => {
    const reply = await server.fastify.inject({ url: '/api/open', headers: { timezone: 'Europe/Lisbon' } })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['timezone-applied']).toBe('Europe/Lisbon')
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("base-uri 'none';")
    expect(reply.headers['x-frame-options']).toBe('DENY')
  })

  it.each([1, 20_000])('answers with the bytes of its JSON, however long: %i', async (times) => {
    const reply = await server.fastify.inject({ url: `/api/long?times=${times}` })
    const json = Buffer.from(JSON.stringify({ text: 'ä☃\u2028"'.repeat(times) }))
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(json.length),
    })
    expect(reply.rawPayload.equals(json)).toBe(true)
  })

  it('works in UTC when the zone is unknown', async () => {
    const reply = await server.fastify.inject({ url: '/api/open', headers: { timezone: 'Mars/Olympus' } })
    expect(reply.headers['timezone-applied']).toBe('UTC')
  })

  it('lists every fault of query and body together', async () => {
    const reply = await post(`/api/tenant/${mine}/things?dry=maybe&x=1`, { name: 'toolong', extra: 1 })
    expect(reply.statusCode).toBe(400)
    const paths = Problem.parse(reply.json()).issues?.map((issue) => issue.path.join('.'))
    expect(paths?.sort()).toEqual(['body.age', 'body.extra', 'body.name', 'query.dry', 'query.x'])
  })

  it.each([
    ['malformed JSON', '{"name":', 'request.malformed', 400],
    ['a prototype key', '{"__proto__":{"x":1}}', 'request.malformed', 400],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('latin1'), 'request.invalid', 400],
  ])('refuses %s', async (_what, body, expected, status) => {
    const reply = await post(`/api/tenant/${mine}/things`, body)
    expect([reply.statusCode, code(reply)]).toEqual([status, expected])
  })

  it('refuses another content type, and takes an empty body with the JSON one', async () => {
    const form = await post(`/api/tenant/${mine}/things`, 'a=b', {
      ...withSession,
      'content-type': 'text/plain',
    })
    expect([form.statusCode, code(form)]).toEqual([415, 'request.unsupported_media_type'])
    const empty = await post(`/api/tenant/${mine}/things`, '')
    expect([empty.statusCode, code(empty)]).toEqual([400, 'request.invalid'])
  })

  it('refuses a body over the limit of its route', async () => {
    const reply = await post(`/hooks/${mine}/raw`, 'x'.repeat(101), {})
    expect([reply.statusCode, code(reply)]).toEqual([413, 'request.too_large'])
  })

  it('answers 401 without and with an unknown session', async () => {
    const anonymous = await post(`/api/tenant/${mine}/things`, {}, {})
    const unknown = await post(`/api/tenant/${mine}/things`, {}, { authorization: 'Bearer other' })
    expect([anonymous.statusCode, unknown.statusCode]).toEqual([401, 401])
  })

  it('answers alike for a foreign tenant, a missing one and a malformed id', async () => {
    const replies = await Promise.all(
      [foreign, newId(), 'x', `${mine}'--`].map((id) =>
        post(`/api/tenant/${encodeURIComponent(id)}/things`, {}),
      ),
    )
    const shapes = replies.map((reply) => {
      const { requestId: _, ...rest } = Problem.parse(reply.json())
      return rest
    })
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
    expect(shapes[0]?.status).toBe(404)
  })

  it('accepts braces round an id', async () => {
    const reply = await post(`/api/tenant/{${mine.toUpperCase()}}/things`, { name: 'a', age: 1 })
    expect(reply.json()).toEqual({ tenant: mine })
  })

  it('refuses a page under a name that someone else’s DNS leads here, and says how to fix a forgotten PUBLIC_URL', async () => {
    const write = (host: string) =>
      server.fastify.inject({
        method: 'POST',
        url: `/api/tenant/${mine}/things`,
        headers: { cookie: 'caseloom_session=good', host, origin: `http://${host}` },
        payload: { name: 'a', age: 1 },
      })
    const rebound = await write('evil.example:4000')
    expect([rebound.statusCode, code(rebound)]).toEqual([403, 'request.origin_refused'])
    expect(rebound.json()).toMatchObject({ detail: expect.stringContaining('set PUBLIC_URL') })
    expect((await write('localhost:5173')).statusCode).not.toBe(403)
  })

  it('refuses a write with a cookie from another site or without an origin', async () => {
    const cookie = 'caseloom_session=good'
    for (const headers of [
      { cookie, origin: 'https://evil.example' },
      { cookie },
      { cookie, origin: 'null' },
    ]) {
      const reply = await post(`/api/tenant/${mine}/things`, { name: 'a', age: 1 }, headers)
      expect([reply.statusCode, code(reply)]).toEqual([403, 'request.origin_refused'])
    }
  })

  it('refuses an action without its right', async () => {
    const reply = await post(`/api/tenant/${mine}/build`, '')
    expect([reply.statusCode, code(reply)]).toEqual([403, 'right.missing'])
  })

  it('refuses a sender before it reads the body', async () => {
    const url = `/hooks/${mine}/checked`
    let pieces = 0
    // A body without an end: only a server that doesn't wait for it can answer.
    const payload = new Readable({
      read() {
        pieces += 1
        if (pieces === 1) this.push(Buffer.alloc(10))
      },
    })
    const reply = await server.fastify.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'x-secret': 'bad' },
    })
    expect([reply.statusCode, code(reply)]).toEqual([401, 'hook.bad_signature'])
    const good = await post(url, 'x'.repeat(400), { 'x-secret': 'good' })
    expect(good.json()).toEqual({ size: 400 })
    const lowered = await post(url, 'x'.repeat(501), { 'x-secret': 'good' })
    expect([lowered.statusCode, code(lowered)]).toEqual([413, 'request.too_large'])
  })

  it('refuses to serve a route that promises a check before the body and has none', () => {
    expect(() => server.bindTenant(checkedFirst, async () => ({ size: 0 }))).toThrow(/beforeBody/)
  })

  it('lists a hundred faults of a body with a hundred thousand, and takes no more values than that', async () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 0]))
    const reply = await post(`/api/tenant/${mine}/things`, many)
    expect(Problem.parse(reply.json()).issues).toHaveLength(100)
    const huge = await post(`/api/tenant/${mine}/things`, `{"name":[${'0,'.repeat(250_001)}0]}`)
    expect([huge.statusCode, code(huge)]).toEqual([400, 'request.malformed'])
  })

  it('frees the memory of a body with its answer', async () => {
    await post(`/api/tenant/${mine}/things`, { name: 'x'.repeat(400_000), age: 1 })
    await vi.waitFor(() => expect(server.bytesInFlight()).toBe(0))
  })

  it('keeps idle connections for longer than the 60 s of common proxies, so that none sends into a closing one', () => {
    expect(server.fastify.server.keepAliveTimeout).toBeGreaterThan(60_000)
  })

  it('says nothing of the inside when we are wrong', async () => {
    for (const url of ['/api/bug', '/api/lie']) {
      const reply = await server.fastify.inject({ url })
      expect(reply.statusCode).toBe(500)
      expect(reply.body).not.toContain('secret')
      expect(code(reply)).toBe('internal.error')
    }
  })

  it('hands the bytes of a raw body on unread', async () => {
    const reply = await post(`/hooks/${mine}/raw`, '{"broken":', {})
    expect(reply.json()).toEqual({ size: 10 })
  })
})
