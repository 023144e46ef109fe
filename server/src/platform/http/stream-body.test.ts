import { Problem } from '@caseloom/contract/kernel/errors'
import { ANONYMOUS, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { route } from '@caseloom/contract/kernel/route'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { TenantScope } from '../database/types.ts'
import { fail } from '../errors.ts'
import { createLocalFileStore } from '../files/file-store.ts'
import { newId } from '../uuid.ts'
import { createHttpServer, type HttpServer } from './server.ts'

const ORIGIN = 'http://localhost:4000'
const MB = 1024 * 1024
const tenantId = newId()
const upload = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/uploads',
  summary: 'upload',
  needs: 'record:update',
  query: z.strictObject({ name: z.string() }),
  bodyKind: 'stream',
  bodyLimit: 100 * MB,
  reply: z.object({ size: z.number(), sha256: z.string() }),
  fails: ['file.storage_full'],
})

const guarded = route({
  method: 'POST',
  path: '/hooks/:tenantId/guarded',
  summary: 'guarded',
  open: true,
  bodyKind: 'raw',
  bodyLimit: 100 * MB,
  bodyAfterCheck: true,
  reply: z.object({ size: z.number(), sha256: z.string() }),
})

describe('a body that is read as it comes', () => {
  let server: HttpServer
  let port = 0
  let folder = ''
  const steps: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'caseloom-stream-'))
    const files = createLocalFileStore(folder)
    server = await createHttpServer({
      publicUrl: ORIGIN,
      trustProxy: false,
      tls: null,
      log: pino({ level: 'silent' }),
      strictReplies: true,
      gate: {
        authenticate: async () => ({
          ...ANONYMOUS,
          personId: newId(),
          tenantId,
          permissions: new Set(PERMISSIONS),
        }),
        // Only the ID of a scope is read here.
        tenant: async (id) => ({ tenantId: id }) as TenantScope,
        licensed: async () => true,
      },
    })
    server.bindTenant(guarded, async ({ raw }) => ({ size: raw.length, sha256: '' }), {
      beforeBody: async ({ request: { headers } }) => {
        if (headers['x-known'] === undefined) throw fail('resource.not_found')
        return { limit: 100 * MB }
      },
    })
    server.bindTenant(upload, async ({ stream }) => {
      steps.push('began')
      try {
        const { size, sha256 } = await files.receive(tenantId, stream, 100 * MB)
        return { size, sha256 }
      } finally {
        steps.push('ended')
      }
    })
    await server.fastify.listen({ host: '127.0.0.1', port: 0 })
    const address = server.fastify.server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(async () => {
    await server.fastify.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const storedFiles = () =>
    readdirSync(folder).includes(tenantId) ? readdirSync(join(folder, tenantId)) : []
  const open = (headers: Record<string, string | number> = {}, session = true) =>
    request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `/api/tenant/${tenantId}/uploads?name=a`,
      headers: { origin: ORIGIN, ...(session ? { cookie: 'caseloom_session=good' } : {}), ...headers },
    })
  const answerTo = (sent: ReturnType<typeof open>) =>
    new Promise<{ status: number; json: unknown }>((resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', (reply) => {
        text(reply).then((body) => resolve({ status: reply.statusCode ?? 0, json: JSON.parse(body) }), reject)
      })
    })
  /** Writes so many megabytes, as fast as they are taken, each different. */
  const pour = async (sent: ReturnType<typeof open>, megabytes: number) => {
    for (let at = 0; at < megabytes; at += 1)
      if (!sent.write(Buffer.alloc(MB, at)) && !sent.destroyed)
        await new Promise<void>((next) => {
          const go = () => {
            sent.off('drain', go).off('close', go)
            next()
          }
          sent.on('drain', go).on('close', go)
        })
  }

  it('goes to the disk while it comes, so that it never lies in memory whole', async () => {
    const sent = open()
    const answer = answerTo(sent)
    await pour(sent, 20)
    const written = () =>
      storedFiles().reduce((sum, name) => sum + statSync(join(folder, tenantId, name)).size, 0)
    await expect.poll(written, { timeout: 10_000 }).toBeGreaterThan(15 * MB)
    await pour(sent, 20)
    sent.end()
    expect(await answer).toMatchObject({ status: 200, json: { size: 40 * MB } })
    expect(storedFiles()).toHaveLength(1)
  })

  it('beyond the limit answers 413 immediately when its length is declared, and stores nothing otherwise', async () => {
    const before = storedFiles()
    const bigUpload = open({ 'content-length': 101 * MB })
    const refused = answerTo(bigUpload)
    bigUpload.flushHeaders()
    expect((await refused).status).toBe(413)
    bigUpload.destroy()
    const untold = open()
    const answer = answerTo(untold)
    // Who is refused need not be read to the end.
    await Promise.race([pour(untold, 102), answer])
    untold.end()
    const { status, json } = await answer
    expect([status, Problem.parse(json).code]).toEqual([413, 'request.too_large'])
    expect(storedFiles()).toEqual(before)
  })

  it('gives back the pieces that it arrived in, once they are copied', async () => {
    const freed: number[] = []
    const { transfer } = ArrayBuffer.prototype
    const spy = vi.spyOn(ArrayBuffer.prototype, 'transfer').mockImplementation(function free(
      this: ArrayBuffer,
      length?: number,
    ) {
      freed.push(this.byteLength)
      return transfer.call(this, length)
    })
    onTestFinished(() => {
      spy.mockRestore()
    })
    const size = 2 * MB
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `/hooks/${tenantId}/guarded`,
      headers: { 'content-length': size, 'x-known': 'yes' },
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject)
    })
    sent.end(Buffer.alloc(size, 0x20))
    expect(await text(await answered)).toBe(JSON.stringify({ size, sha256: '' }))
    expect(freed.reduce((sum, bytes) => sum + bytes, 0)).toBe(size)
  })

  it('is not read at all when its sender is refused: nothing is held, and the connection ends', async () => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `/hooks/${tenantId}/guarded`,
      headers: { 'content-length': 24 * MB },
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject)
    })
    sent.flushHeaders()
    const reply = await answered
    expect([reply.statusCode, reply.headers.connection]).toEqual([404, 'close'])
    expect(server.bytesInFlight()).toBe(0)
    await text(reply)
    sent.destroy()
  })

  it('is left in the kernel when its sender is refused, and the sender still reads why', async () => {
    const read = new Promise<number>((resolve) => {
      server.fastify.server.once('connection', (socket: Socket) =>
        socket.once('close', () => resolve(socket.bytesRead)),
      )
    })
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `/hooks/${tenantId}/guarded`,
      headers: { 'content-length': 24 * MB },
    })
    const answer = answerTo(sent)
    sent.write(Buffer.alloc(8 * MB))
    expect((await answer).status).toBe(404)
    sent.destroy()
    // Two reads of Node, the first of which holds the headers.
    expect(await read).toBeLessThanOrEqual(128 * 1024)
  })

  it('that breaks off leaves nothing', async () => {
    const before = storedFiles()
    steps.length = 0
    const sent = open({ 'content-length': 10 * MB })
    sent.on('error', () => undefined)
    await pour(sent, 2)
    await expect.poll(() => steps, { timeout: 10_000 }).toEqual(['began'])
    sent.destroy()
    await expect.poll(() => steps, { timeout: 10_000 }).toEqual(['began', 'ended'])
    expect(storedFiles()).toEqual(before)
  })

  it('is read only after who sends it, and after the query', async () => {
    const stranger = open({}, false)
    const refused = answerTo(stranger)
    stranger.end('x')
    expect((await refused).status).toBe(401)
    const reply = await server.fastify.inject({
      method: 'POST',
      url: `/api/tenant/${tenantId}/uploads`,
      headers: { origin: ORIGIN, cookie: 'caseloom_session=good', 'content-type': 'image/png' },
      payload: 'x',
    })
    expect(reply.statusCode).toBe(400)
  })

  it('may be empty', async () => {
    const reply = await server.fastify.inject({
      method: 'POST',
      url: `/api/tenant/${tenantId}/uploads?name=a`,
      headers: { origin: ORIGIN, cookie: 'caseloom_session=good' },
    })
    expect(reply.json()).toMatchObject({ size: 0 })
  })
})
