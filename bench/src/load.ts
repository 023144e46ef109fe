import http from 'node:http'
import { type Latencies, summarize } from './statistics.ts'

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })

export interface Answer {
  status: number
  text: string
}

/** Sends one request over a keep-alive connection and reads the whole response. */
export function send(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = http.request(
      url,
      { method, agent, timeout: 120_000, headers: { ...headers, ...length } },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
        reply.on('error', reject)
      },
    )
    request.on('timeout', () => request.destroy(new Error('timeout')))
    request.on('error', reject)
    request.end(body)
  })
}

/** Posts JSON and gives the parsed answer; throws unless the status is a good one. */
export async function postJson(url: string, value: unknown): Promise<unknown> {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  const answer = await send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (answer.status > 299) throw new Error(`${url} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  const parsed: unknown = JSON.parse(answer.text)
  return parsed
}

export interface Driven extends Latencies {
  errors: Record<string, number>
  wallMs: number
}

/** Runs `work(0..total-1)` at the given concurrency. Failures are counted by message, never retried. */
export async function drive(
  total: number,
  concurrency: number,
  work: (index: number) => Promise<unknown>,
  stop: () => boolean = () => false,
): Promise<Driven> {
  const latencies: number[] = []
  const errors: Record<string, number> = {}
  let next = 0
  const begin = performance.now()
  const lane = async () => {
    while (next < total && !stop()) {
      const index = next++
      const start = performance.now()
      try {
        await work(index)
        latencies.push(performance.now() - start)
      } catch (error) {
        const message =
          error instanceof Error ? error.message.replace(/https?:\S+/g, 'URL').slice(0, 160) : 'unknown'
        errors[message] = (errors[message] ?? 0) + 1
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, total) }, lane))
  const wallMs = performance.now() - begin
  return { ...summarize(latencies, wallMs), errors, wallMs }
}
