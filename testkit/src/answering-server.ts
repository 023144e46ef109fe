import type { StubAnswer, StubRequest } from '@caseloom/connectors/kit/conformance-run'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A configurable server on loopback, in place of any vendor's. */
export interface AnsweringServer {
  origin: string
  port: number
  /** How all further requests are answered; forgets those that came before. */
  answer(by: (request: StubRequest) => StubAnswer): void
  requests(): readonly StubRequest[]
  close(): Promise<void>
}

/** Starts it on a free port. */
export async function startAnsweringServer(): Promise<AnsweringServer> {
  let by: (request: StubRequest) => StubAnswer = () => ({ body: null })
  let requests: StubRequest[] = []
  const server = createServer((request, response) => {
    void received(request).then((whole) => {
      requests.push(whole)
      send(response, by(whole))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server answers an address object.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    answer(how) {
      by = how
      requests = []
    },
    requests: () => requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function received(request: IncomingMessage): Promise<StubRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const { method = '', url = '' } = request
  return { method, url, headers, body: Buffer.concat(chunks).toString() }
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body, silent = false }: StubAnswer,
): void {
  if (silent) return
  if (body instanceof Uint8Array) response.writeHead(status, headers).end(body)
  else if (body === null) response.writeHead(status === 200 ? 204 : status, headers).end()
  else
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(body))
}
