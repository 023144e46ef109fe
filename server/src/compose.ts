import { ROUTES } from '@caseloom/contract/routes'
import { fileURLToPath } from 'node:url'
import type { InstallerDoor } from './domains/installer/installer.door.ts'
import { explainListenError } from './launch/listen-address.ts'
import type { Started } from './launch/role.ts'
import type { Config } from './platform/config.ts'
import { measureClock } from './platform/database/clock.ts'
import { serveMetrics } from './platform/http/metrics-endpoint.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import { serveWebApp } from './platform/http/static.ts'
import { bindSystemRoutes } from './platform/http/system-routes.ts'
import { bindTelemetryRoutes } from './platform/http/telemetry-routes.ts'
import { createThrottle } from './platform/http/throttle.ts'
import { createHubs, type Hubs } from './platform/hubs/hubs.ts'
import type { Readiness } from './platform/telemetry/readiness.ts'
import { createTraceRelay } from './platform/outbound/trace-relay.ts'
import { healthServices } from './health-services.ts'
import { buildProduct, type Product } from './services.ts'

const WEB_APP = fileURLToPath(new URL('../../web/dist/', import.meta.url))
/** Exports of spans from one address without a session: a sign-in page sends one every 5 s at most. */
const STRANGERS_TRACES = { points: 60, seconds: 60 }

/** The parts of a web process, before it listens; tests use it without a port. */
export interface Web {
  product: Product
  http: HttpServer
  hubs: Hubs
  installer: InstallerDoor
  close(): Promise<void>
}

export interface WebOptions {
  /** Folder of the built web app; null serves the interface alone. */
  webApp: string | null
  /** Outside production a reply that its route does not declare is an error. */
  strictReplies: boolean
}

/** Builds a web process: every route of the contract, the hubs, the web app. */
export async function composeWeb(config: Config, { webApp, strictReplies }: WebOptions): Promise<Web> {
  const product = await buildProduct(config)
  const { gate, installer, platform, doors } = product
  const { log, feed, quotas } = platform
  const { publicUrl, trustProxy, tls } = config
  const http = await createHttpServer({ publicUrl, trustProxy, tls, log, gate, strictReplies })
  const relay = relayTraces(http, product)
  const health = healthServices(product)
  await bindRoutes(http, product, health.readiness)
  serveMetrics(http.fastify, { token: config.metricsToken })
  if (webApp !== null) await serveWebApp(http.fastify, webApp)
  // Before the hubs: when they look up who may stay, the license must have been forgotten already.
  const unwatchLicense = doors.licensing.watch(feed, log)
  const hubs = createHubs({ server: http.fastify.server, feed, gate, publicUrl, log, quotas })
  http.fastify.addHook('preClose', async () => hubs.close())
  await measureClock(platform)
  await feed.start()
  return {
    product,
    http,
    hubs,
    installer: installer.door,
    async close() {
      unwatchLicense()
      await http.fastify.close()
      await relay?.close()
      await installer.door.close()
      await health.close()
      await product.close()
    },
  }
}

function relayTraces(http: HttpServer, { platform, gate }: Product) {
  const { config, log, system } = platform
  const { traces, publicUrl } = config
  const relay = traces === null ? null : createTraceRelay({ config: traces, log })
  const strangers = createThrottle(system, { name: 'traces-ip', ...STRANGERS_TRACES })
  bindTelemetryRoutes(http, { traces, relay, gate, strangers, publicUrl })
  return relay
}

async function bindRoutes(http: HttpServer, product: Product, readiness: Readiness): Promise<void> {
  let description: ReturnType<typeof openApiDocument> | undefined
  bindSystemRoutes(http, {
    readiness,
    openapi: () => (description ??= openApiDocument(ROUTES, product.version)),
  })
  for (const module of product.modules) await module.routes?.(http)
  const forgotten = Object.entries(ROUTES).filter(([, route]) => !http.bound.has(route))
  if (forgotten.length > 0)
    throw new Error(`Routes without a handler: ${forgotten.map(([name]) => name).join(', ')}`)
}

/** Starts a web process: HTTP, hubs and the web app. */
export async function startWeb(config: Config): Promise<Started> {
  const strictReplies = process.env['NODE_ENV'] !== 'production'
  const web = await composeWeb(config, { webApp: WEB_APP, strictReplies })
  try {
    await web.http.fastify.listen({ host: config.listen.host, port: config.listen.port })
  } catch (error) {
    await web.close()
    throw explainListenError(error, config.listen, 'PORT or HOST')
  }
  web.installer.begin()
  return { address: config.publicUrl, stop: () => web.close() }
}
