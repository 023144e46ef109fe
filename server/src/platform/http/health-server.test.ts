import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createReadiness } from '../telemetry/readiness.ts'
import { startHealthServer } from './health-server.ts'

const log = pino({ level: 'silent' })

async function aServer(metricsToken: string | null) {
  const readiness = createReadiness({ database: { required: true, check: async () => undefined } })
  const server = await startHealthServer({
    listen: { host: '127.0.0.1', port: 0 },
    readiness,
    metricsToken,
    log,
  })
  onTestFinished(async () => {
    await server.close()
    readiness.close()
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
  return { readiness, get }
}

describe('the health address of a worker', () => {
  test('says that it lives, whether it takes work, and from a stop on that it drains', async () => {
    const { readiness, get } = await aServer(null)
    expect(await (await get('/api/health')).json()).toEqual({ status: 'ok' })
    expect((await get('/api/ready')).status).toBe(200)
    readiness.drain()
    const reply = await get('/api/ready')
    expect(reply.status).toBe(503)
    expect(await reply.json()).toMatchObject({ status: 'draining' })
    expect((await get('/api/health')).status).toBe(200)
  })

  test('reports its metrics, with a token only to who presents it', async () => {
    const open = await aServer(null)
    expect(await (await open.get('/metrics')).text()).toContain('caseloom_draining 0')
    const closed = await aServer('a-long-enough-token')
    expect((await closed.get('/metrics')).status).toBe(404)
    expect((await closed.get('/metrics', { authorization: 'Bearer another-long-token' })).status).toBe(404)
    expect((await closed.get('/metrics', { authorization: 'Bearer a-long-enough-token' })).status).toBe(200)
  })

  test('answers a problem to everything else', async () => {
    const { get } = await aServer(null)
    for (const path of ['/', '/api/apps', '/.env']) {
      const reply = await get(path)
      expect(reply.status).toBe(404)
      expect(reply.headers.get('content-type')).toContain('application/problem+json')
    }
  })
})
