import { once } from 'node:events'
import { createServer } from 'node:http'

/** One call that came to the stub. */
export interface StubCall {
  /** Last part of the address, which identifies the step. */
  step: string
  /** The idempotency key that the call carried; empty when it carried none. */
  key: string
  /** The member `subject` of the JSON body: on whose behalf the call was made. */
  subject: string
  /** The trace context that the call carried; empty when it carried none. */
  traceparent: string
  baggage: string
}

/** An outside service on loopback that remembers every call, in the order of arrival. */
export interface CallStub {
  url: string
  /** For CASELOOM_OUTBOUND_ALLOW. */
  hostAndPort: string
  calls: StubCall[]
  /** Settles when the next call has come and is not answered yet. */
  nextCall(): Promise<void>
  close(): Promise<void>
}

/** Starts the stub; each call is answered with 200 after `delayMs`. */
export async function startCallStub(delayMs = 100): Promise<CallStub> {
  const calls: StubCall[] = []
  let arrived = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const step = request.url?.split('/').at(-1) ?? ''
      const key = String(request.headers['idempotency-key'] ?? '')
      const subject = subjectOf(Buffer.concat(chunks).toString())
      const header = (name: string) => String(request.headers[name] ?? '')
      calls.push({ step, key, subject, traceparent: header('traceparent'), baggage: header('baggage') })
      arrived.resolve()
      arrived = Promise.withResolvers()
      // The delay is the stub's work, so that calls are in flight when something is killed.
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ subject, verdict: 'suspicious' }))
      }, delayMs)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port was given')
  return {
    url: `http://127.0.0.1:${address.port}`,
    hostAndPort: `127.0.0.1:${address.port}`,
    calls,
    nextCall: () => arrived.promise,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function subjectOf(body: string): string {
  const value: unknown = JSON.parse(body)
  return typeof value === 'object' && value !== null && 'subject' in value ? String(value.subject) : ''
}
