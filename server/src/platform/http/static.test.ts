import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpServer, type HttpServer } from './server.ts'
import { serveWebApp } from './static.ts'

describe('the web app', () => {
  let server: HttpServer
  let folder: string
  beforeAll(async () => {
    folder = await makeScratchFolder()
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<h1>Caseloom</h1>')
    writeFileSync(join(folder, 'assets', 'a.js'), '1')
    server = await createHttpServer({
      publicUrl: 'http://localhost:4000',
      trustProxy: false,
      tls: null,
      log: pino({ level: 'silent' }),
      strictReplies: true,
      gate: {
        authenticate: async () => null,
        tenant: async () => null,
        licensed: async () => true,
      },
    })
    await serveWebApp(server.fastify, folder)
  })
  afterAll(async () => {
    await server.fastify.close()
    removeScratchFolder(folder)
  })
  const get = (url: string, accept?: string) =>
    server.fastify.inject({ method: 'GET', url, headers: accept === undefined ? {} : { accept } })

  it.each(['/', '/record/a/b', '/reports', '/search/a?q=evil.exe', '/search/a?group=created_at.day'])(
    'answers its one page at %s',
    async (url) => {
      const reply = await get(url, 'text/html,*/*')
      expect([reply.statusCode, reply.body]).toEqual([200, '<h1>Caseloom</h1>'])
    },
  )

  it.each([
    ['/api/none', undefined],
    ['/metrics', undefined],
    ['/iam', undefined],
    ['/hooks/a/b', undefined],
    ['/.env', undefined],
    ['/.git/HEAD', 'text/html'],
    ['/actuator/health', 'application/json'],
    ['/assets/none.js', undefined],
    ['/assets/none.js?v=1', 'text/html'],
  ])('is no answer to %s for who accepts %s: that is a 404 problem', async (url, accept) => {
    const reply = await get(url, accept)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.json()).toMatchObject({ code: 'resource.not_found' })
  })
})
