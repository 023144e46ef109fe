import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { HostPort } from '../config.ts'
import { fail } from '../errors.ts'
import type { Readiness } from '../telemetry/readiness.ts'
import { serveMetrics } from './metrics-endpoint.ts'
import { problemOf } from './problem.ts'
import { isServing } from './system-routes.ts'

export interface HealthServerOptions {
  listen: HostPort
  readiness: Readiness
  metricsToken: string | null
  log: Logger
}

export interface HealthServer {
  port: number
  close(): Promise<void>
}

/** The health of a process that serves no interface: /api/health, /api/ready and /metrics, nothing else. */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { listen, readiness, log } = options
  const fastify = Fastify({
    // Fastify's own logger shape is enough for it; ours is a pino logger.
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  })
  fastify.setErrorHandler((error, request, reply) => {
    const { status, body } = problemOf(error, request.id)
    return reply.code(status).type('application/problem+json').send(body)
  })
  fastify.setNotFoundHandler(() => {
    throw fail('resource.not_found')
  })
  fastify.get('/api/health', async () => ({ status: 'ok' }))
  fastify.get('/api/ready', async (_request, reply) => {
    const state = await readiness.look()
    return reply
      .code(isServing(state.status) ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state)
  })
  serveMetrics(fastify, { token: options.metricsToken })
  await fastify.listen(listen)
  const address = fastify.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : listen.port,
    close: () => fastify.close(),
  }
}
