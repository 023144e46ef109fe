import type { ActionContext } from '@caseloom/connectors/kit/action'
import { httpRequest } from '@caseloom/connectors/http/http-connector'
import { createOutbound, type Outbound } from '@caseloom/server/platform/outbound/outbound'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: Server
let address: string
let port: number
const hits: { url: string; key: unknown; body: string }[] = []
const outbounds: Outbound[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    request.on('end', () => {
      hits.push({ url: request.url ?? '', key: request.headers['idempotency-key'], body })
      const busy = request.url?.startsWith('/busy') === true
      response.writeHead(busy ? 503 : 200, {
        'content-type': 'application/json',
        ...(busy ? { 'retry-after': '3' } : {}),
      })
      response.end('{"verdict":"clean"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  port = (server.address() as AddressInfo).port
  address = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  for (const outbound of outbounds) await outbound.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function aContext(allowed: boolean): ActionContext {
  const outbound = createOutbound({ allow: allowed ? [{ host: '127.0.0.1', port }] : [], ownPorts: [] })
  outbounds.push(outbound)
  const quiet = () => undefined
  return {
    // The transport of the server fits what the kit asks for: the compiler says so here.
    http: outbound,
    idempotencyKey: 'run-7/enrich~1',
    signal: new AbortController().signal,
    timeoutMs: 5000,
    log: { debug: quiet, warn: quiet },
  }
}

describe('http.request through the guarded transport', () => {
  test('reaches an address of the allow list, with its key, and reads the answer', async () => {
    const input = { method: 'POST', url: `${address}/enrich`, query: { delay: 0 }, body: { sha256: 'ab' } }
    const result = await httpRequest.perform(input, aContext(true))
    expect(result).toMatchObject({ ok: true, output: { status: 200, body: { verdict: 'clean' } } })
    expect(hits.splice(0)).toEqual([
      { url: '/enrich?delay=0', key: 'run-7/enrich~1', body: '{"sha256":"ab"}' },
    ])
  })

  test('reports the pause that a busy server asks for', async () => {
    const result = await httpRequest.perform({ url: `${address}/busy` }, aContext(true))
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'http.status', retryable: true, retryAfterMs: 3000 },
    })
    hits.splice(0)
  })

  test('without the allow list the step fails for good and nothing arrives', async () => {
    for (const host of ['127.0.0.1', 'localhost', '0x7f.1', '[::ffff:127.0.0.1]']) {
      const result = await httpRequest.perform({ url: `http://${host}:${port}/x` }, aContext(false))
      expect(result).toMatchObject({ ok: false, error: { code: 'outbound.refused', retryable: false } })
    }
    expect(hits).toEqual([])
  })
})
