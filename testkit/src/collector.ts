import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** What the collector does with the next exports: takes them, asks for patience, is away, never answers, or breaks off. */
export type CollectorMood = 'takes' | 'throttles' | 'away' | 'hangs' | 'dies'

const Value = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  boolValue: z.boolean().optional(),
})
const Facts = z.array(z.object({ key: z.string(), value: Value }))
const OtlpSpan = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Facts.default([]),
  events: z.array(z.looseObject({ name: z.string(), attributes: Facts.default([]) })).default([]),
  status: z.looseObject({ code: z.number().optional() }).optional(),
})
const Export = z.object({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: Facts.default([]) }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(OtlpSpan) })),
    }),
  ),
})

/** One span as it arrived, with the name of the service that made it. */
export interface CollectedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  facts: Record<string, unknown>
  /** Messages of recorded exceptions. */
  exceptions: string[]
  failed: boolean
}

/** A collector of OTLP JSON on loopback that remembers what it received and misbehaves on request. */
export interface Collector {
  /** For CASELOOM_TRACES_URL. */
  url: string
  hostAndPort: string
  mood: CollectorMood
  /** What `throttles` says in Retry-After. */
  retryAfter: string
  /** Headers of every request, whatever became of it, in the order of arrival. */
  requests: IncomingMessage['headers'][]
  /** Spans that were taken. */
  spans: CollectedSpan[]
  /** Settles when the next request has come, before it is answered. */
  nextRequest(): Promise<void>
  /** Settles when the spans that were taken fit; asked at each arrival. */
  until(fits: (spans: readonly CollectedSpan[]) => boolean): Promise<void>
  close(): Promise<void>
}

/** Starts a collector that takes everything. */
export async function startCollector(): Promise<Collector> {
  let arrived = Promise.withResolvers<void>()
  let watchers: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      collector.requests.push(request.headers)
      arrived.resolve()
      arrived = Promise.withResolvers()
      answer(collector, response, Buffer.concat(chunks).toString())
      for (const watch of watchers) watch()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port was given')
  const collector: Collector = {
    url: `http://127.0.0.1:${address.port}/v1/traces`,
    hostAndPort: `127.0.0.1:${address.port}`,
    mood: 'takes',
    retryAfter: '1',
    requests: [],
    spans: [],
    nextRequest: () => arrived.promise,
    until: (fits) =>
      new Promise((resolve) => {
        const watch = () => {
          if (!fits(collector.spans)) return
          watchers = watchers.filter((one) => one !== watch)
          resolve()
        }
        watchers.push(watch)
        watch()
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}

function answer(collector: Collector, response: ServerResponse, body: string): void {
  switch (collector.mood) {
    case 'takes':
      collector.spans.push(...spansOf(body))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
      return
    case 'throttles':
      response.writeHead(429, { 'retry-after': collector.retryAfter }).end()
      return
    case 'away':
      response.writeHead(503).end()
      return
    case 'hangs':
      return
    case 'dies':
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{', () => response.destroy())
      return
    default:
      collector.mood satisfies never
  }
}

function spansOf(body: string): CollectedSpan[] {
  return Export.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(factsOf(resource.attributes)['service.name'] ?? '')
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => collected(service, span)))
  })
}

function collected(service: string, span: z.infer<typeof OtlpSpan>): CollectedSpan {
  const { traceId, spanId, parentSpanId, name } = span
  const thrown = span.events.filter((event) => event.name === 'exception')
  return {
    service,
    traceId,
    spanId,
    parentSpanId,
    name,
    facts: factsOf(span.attributes),
    exceptions: thrown.map((event) => String(factsOf(event.attributes)['exception.message'] ?? '')),
    failed: span.status?.code === 2,
  }
}

function factsOf(facts: z.infer<typeof Facts>): Record<string, unknown> {
  return Object.fromEntries(
    facts.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  )
}
