import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import { addProcessMetrics, METRICS_TYPE, metricsText, observe, sampleGauge } from '../telemetry/metrics.ts'
import { isInterfacePath } from './interface-path.ts'

export interface MetricsOptions {
  /** What scrapers present as a bearer token; null admits only this machine, and no one who comes through a proxy. */
  token: string | null
}

/** Serves GET /metrics in Prometheus text format; to everyone else the path does not exist. */
export function serveMetrics(fastify: FastifyInstance, options: MetricsOptions): void {
  addProcessMetrics()
  fastify.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (!mayScrape(request, options.token)) throw fail('resource.not_found')
    return reply
      .header('cache-control', 'no-store')
      .type(METRICS_TYPE)
      .send(await metricsText())
  })
}

/** Measures every answer by the template of its route, and what is under way. */
export function measureRequests(fastify: FastifyInstance, bodyBytes: () => number): void {
  let inFlight = 0
  const stop = [
    sampleGauge('caseloom_http_requests_in_flight', () => inFlight),
    sampleGauge('caseloom_http_body_bytes', bodyBytes),
  ]
  fastify.addHook('onRequest', (_request, reply, done) => {
    inFlight += 1
    // Emitted once, however the exchange ends.
    reply.raw.once('close', () => {
      inFlight -= 1
    })
    done()
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: routeLabel(request),
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    observe('caseloom_http_request_seconds', reply.elapsedTime / 1000, labels)
    done()
  })
  fastify.addHook('onClose', (_instance, done) => {
    for (const end of stop) end()
    done()
  })
}

/** Files of the web app have a route each: together they are one label. */
function routeLabel(request: FastifyRequest): string {
  const template = request.routeOptions.url
  if (template === undefined) return 'unknown'
  return isInterfacePath(template) || template === '/metrics' ? template : 'page'
}

function mayScrape(request: FastifyRequest, token: string | null): boolean {
  if (token === null) {
    const forwarded = request.headers['x-forwarded-for'] ?? request.headers['forwarded']
    return forwarded === undefined && isLoopback(request.socket.remoteAddress ?? '')
  }
  const [scheme, given] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && given !== undefined && sameText(given, token)
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./.test(address) || address === '::1'
}

function sameText(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return x !== undefined && y !== undefined && timingSafeEqual(x, y)
}
