import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../uuid.ts'
import { restateEngine } from './restate-engine.ts'
import type { DurableEngine } from './types.ts'

/** An engine whose query knows nothing yet; `status` answers the look-ups by its ingress. */
async function engineThatReadsItsLog(status: (request: IncomingMessage) => number): Promise<DurableEngine> {
  const server = createServer((request, response) => {
    const isQuery = request.url === '/query'
    response.writeHead(isQuery ? 200 : status(request), { 'content-type': 'application/json' })
    response.end(isQuery ? '{"rows":[]}' : '{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const engine = restateEngine({ ingressUrl: url, adminUrl: url })
  onTestFinished(async () => {
    await engine.close()
    server.close()
  })
  return engine
}

describe('what the engine knows of runs', () => {
  it('is asked of its ingress while queries do not show it yet', async () => {
    const [alive, over, unknown] = [newId(), newId(), newId()]
    const engine = await engineThatReadsItsLog(({ url = '' }) =>
      url.includes(alive) ? 470 : url.includes(over) ? 200 : 404,
    )
    const known = await engine.known([alive, over, unknown])
    expect(Object.fromEntries(known)).toEqual({
      [alive]: { state: 'alive' },
      [over]: { state: 'succeeded' },
    })
  })

  it('is nothing to go by as long as its ingress gives no answer', async () => {
    const engine = await engineThatReadsItsLog(() => 503)
    await expect(engine.known([newId()])).rejects.toThrow('The durable engine isn’t responding')
  })
})
