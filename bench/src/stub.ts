import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in for an outside service: /enrich answers after its delay, /done notes a finished run. */
export interface Stub {
  url: string
  port: number
  /** Calls of /enrich by alert key, and the idempotency keys each carried. */
  enriched: Map<string, string[]>
  done: Map<string, number>
  close(): Promise<void>
}

/** Starts the stub on loopback; `delayMs` is the default delay of /enrich, `?delay=` overrides it. */
export async function startStub(delayMs = 20): Promise<Stub> {
  const enriched = new Map<string, string[]>()
  const done = new Map<string, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const key = alertKey(Buffer.concat(chunks).toString())
      const url = new URL(request.url ?? '/', 'http://stub')
      const answer = (value: object) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(value))
      }
      if (url.pathname === '/done') {
        done.set(key, (done.get(key) ?? 0) + 1)
        return answer({ alert_key: key })
      }
      enriched.set(key, [...(enriched.get(key) ?? []), String(request.headers['idempotency-key'] ?? '')])
      const wait = Number(url.searchParams.get('delay') ?? delayMs)
      return setTimeout(() => answer({ alert_key: key, verdict: 'suspicious', score: 71 }), wait)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    enriched,
    done,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function alertKey(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && 'alert_key' in value
      ? String(value.alert_key)
      : 'none'
  } catch {
    return 'none'
  }
}
