import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** One call as the outside world saw it; times are milliseconds since 1970. */
export interface Call {
  step: string
  subject: string
  key: string
  arrivedAt: number
  answeredAt: number | null
  status: number
}

/** An outside service that keeps every call; some of its answers are failures that follow from what is asked. */
export interface ChaosStub {
  url: string
  hostAndPort: string
  calls: Call[]
  /** How many different things have been called, whatever came again. */
  progress(): number
  /** Whether all of these (`<step> <subject>`) have been called. */
  hasAll(names: readonly string[]): boolean
  close(): Promise<void>
}

const ANSWER_AFTER_MS = 80
const Body = z.object({ subject: z.string(), flaky: z.number().default(0) })

export async function startChaosStub(): Promise<ChaosStub> {
  const calls: Call[] = []
  const seen = new Set<string>()
  const failures = new Map<string, number>()
  const statusOf = (step: string, key: string, flaky: number): number => {
    if (step === 'bad') return 500
    if (step === 'lost') return 404
    const failed = failures.get(key) ?? 0
    if (failed >= flaky) return 200
    failures.set(key, failed + 1)
    return 500
  }
  const take = (request: IncomingMessage, response: ServerResponse, text: string) => {
    const step = request.url?.split('/').at(-1) ?? ''
    const { subject, flaky } = Body.parse(JSON.parse(text))
    const key = String(request.headers['idempotency-key'] ?? '')
    const call: Call = { step, subject, key, arrivedAt: Date.now(), answeredAt: null, status: 0 }
    calls.push(call)
    seen.add(`${step} ${subject}`)
    // The delay is the stub's work, so that calls are in flight when something is killed.
    setTimeout(() => {
      call.status = statusOf(step, key, flaky)
      call.answeredAt = Date.now()
      response.writeHead(call.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ step, subject }))
    }, ANSWER_AFTER_MS)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => take(request, response, Buffer.concat(chunks).toString()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port was given')
  const hostAndPort = `127.0.0.1:${address.port}`
  return {
    url: `http://${hostAndPort}`,
    hostAndPort,
    calls,
    progress: () => seen.size,
    hasAll: (names) => names.every((name) => seen.has(name)),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
