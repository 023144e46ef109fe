import { route } from '@caseloom/contract/kernel/route'
import { aCertificate } from '@caseloom/testkit/certificate'
import { once } from 'node:events'
import https from 'node:https'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createHttpServer, type HttpServer } from './server.ts'

const who = route({
  method: 'GET',
  path: '/api/who',
  summary: 'who',
  open: true,
  reply: z.object({ ip: z.string() }),
})
const enter = route({ method: 'POST', path: '/api/enter', summary: 'enter', open: true })

describe('seen from outside', () => {
  let server: HttpServer | undefined
  afterEach(() => server?.fastify.close())

  const start = async (over: Partial<Parameters<typeof createHttpServer>[0]>) => {
    server = await createHttpServer({
      publicUrl: 'https://soc.example.test',
      trustProxy: false,
      tls: null,
      log: pino({ level: 'silent' }),
      strictReplies: true,
      gate: { authenticate: async () => null, tenant: async () => null, licensed: async () => true },
      ...over,
    })
    server.bind(who, async ({ request }) => ({ ip: request.ip }))
    server.bind(enter, async ({ reply }) => {
      reply.sessionCookie('token')
      return undefined
    })
    return server.fastify
  }
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 10.0.0.7' }

  it('serves TLS with its own certificate and sends HSTS', async () => {
    const { keyPem, certificatePem } = aCertificate()
    const fastify = await start({ tls: { cert: certificatePem, key: keyPem } })
    await fastify.listen({ host: '127.0.0.1', port: 0 })
    const address = fastify.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    // The certificate names no one: what counts here is that it is the one given.
    const options = {
      host: '127.0.0.1',
      port,
      path: '/api/who',
      ca: certificatePem,
      checkServerIdentity: () => undefined,
    }
    const request = https.get(options)
    const [reply]: unknown[] = await once(request, 'response')
    if (!(reply instanceof Object && 'headers' in reply && 'statusCode' in reply)) throw new Error('No reply')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
    })
    request.destroy()
  })

  it('keeps the session cookie to https, to requests, and to our own site', async () => {
    const fastify = await start({})
    const headers = { origin: 'https://soc.example.test' }
    const reply = await fastify.inject({ method: 'POST', url: '/api/enter', headers })
    const cookie = String(reply.headers['set-cookie'])
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/']) expect(cookie).toContain(part)
  })

  it('trusts no forwarded addresses by default', async () => {
    const fastify = await start({})
    expect((await fastify.inject({ url: '/api/who', headers: forwarded })).json()).toEqual({
      ip: '127.0.0.1',
    })
  })

  it.each([
    [1, '10.0.0.7'],
    [2, '203.0.113.9'],
    [['127.0.0.1'], '10.0.0.7'],
    [['127.0.0.1', '10.0.0.0/8'], '203.0.113.9'],
    [['192.0.2.1'], '127.0.0.1'],
  ])('behind proxies %j the address is %s', async (trustProxy, ip) => {
    const fastify = await start({ trustProxy })
    expect((await fastify.inject({ url: '/api/who', headers: forwarded })).json()).toEqual({ ip })
  })
})
