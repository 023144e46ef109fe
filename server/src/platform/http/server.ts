import { type AnyRoute, bodyLimitOf, COMMON_FAILS, OPEN_BODY_LIMIT } from '@caseloom/contract/kernel/route'
import helmet from '@fastify/helmet'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
  LogController,
} from 'fastify'
import http from 'node:http'
import https from 'node:https'
import type { Logger } from 'pino'
import type { TenantScope } from '../database/types.ts'
import { AppError, fail } from '../errors.ts'
import { newId } from '../uuid.ts'
import { createBodyMemory } from './body-memory.ts'
import { deviceCookie, sessionCookie } from './cookies.ts'
import { createDutyCycle } from './duty-cycle.ts'
import { authenticateRequest, identify } from './authenticate-request.ts'
import { measureRequests } from './metrics-endpoint.ts'
import { parseParams } from './parse.ts'
import { problemOf } from './problem.ts'
import { attachmentNamed } from './content-disposition.ts'
import { createRefuseUnread, type RefuseUnread } from './refuse-unread.ts'
import { inRequestSpan } from './request-span.ts'
import { sendJson } from './send-json.ts'
import { appliedZone } from './time-zone.ts'
import { announcedSize, type BodyMeans, takeBody } from './take-body.ts'
import { reportOversizedBody } from './body-limit.ts'
import type {
  BindOptions,
  Context,
  FileAnswer,
  Gatekeeper,
  Handler,
  Http,
  Redirect,
  ReplyControl,
  RequestFacts,
  TenantHandler,
} from './types.ts'

/** Seconds in which the headers of a request must arrive; bodies have a pace of their own (read-body.ts). */
const HEADERS_SECONDS = 20
const MAX_CONNECTIONS = 5_000
/**
 * How long an idle connection stays open, in seconds: longer than proxies keep theirs (60 s), because one that sends a
 * request just as this side closes answers its user with an error.
 */
const IDLE_SECONDS = 75

export interface HttpOptions {
  publicUrl: string
  trustProxy: boolean | number | string[]
  tls: { cert: string; key: string } | null
  log: Logger
  gate: Gatekeeper
  /** Outside production: a reply that its route does not declare is an error, not a log line. */
  strictReplies: boolean
}

export interface HttpServer extends Http {
  readonly fastify: FastifyInstance
  /** Contract routes that have a handler, for the check that none was forgotten. */
  readonly bound: ReadonlySet<AnyRoute>
  /** Bytes of request bodies that are in memory now. */
  bytesInFlight(): number
}

type ServerOptions = HttpOptions & BodyMeans & { refuseUnread: RefuseUnread }

/** A Fastify server that serves routes of the contract: parse, session, `needs`, handler, reply check. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const server: ServerOptions = {
    ...options,
    bodies: createBodyMemory(),
    largeJson: createDutyCycle(),
    refuseUnread: createRefuseUnread(),
  }
  const fastify = Fastify({
    // Fastify's own logger shape is enough for it; ours is a pino logger.
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedHops(options.trustProxy),
    genReqId: () => newId(),
    // Nothing is logged by request: what is, names the request itself. A logger for each costs as much as its routing.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    serverFactory: (handler) => listener(options.tls, handler),
  })
  measureRequests(fastify, () => server.bodies.bytesInFlight())
  await fastify.register(helmet, helmetOptions(options.publicUrl))
  // No body is read before its route knows who sends it: see `answer`.
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  fastify.setErrorHandler((error, request, reply) => sendProblem(server, error, request, reply))
  fastify.setNotFoundHandler((request, reply) => {
    void sendProblem(server, fail('resource.not_found'), request, reply)
  })
  const bound = new Set<AnyRoute>()
  return {
    fastify,
    bound,
    bytesInFlight: () => server.bodies.bytesInFlight(),
    bind<R extends AnyRoute>(route: R, handler: Handler<R>, bindOptions: BindOptions = {}) {
      bound.add(route)
      const serve: Serve = async (context) => handler(narrow<R>(context))
      register(fastify, server, route, Object.assign(serve, bindOptions))
    },
    bindTenant<R extends AnyRoute>(route: R, handler: TenantHandler<R>, bindOptions: BindOptions = {}) {
      bound.add(route)
      const serve: Serve = async (context, scope) => {
        if (scope === null) throw fail('resource.not_found')
        return handler({ ...narrow<R>(context), scope })
      }
      register(fastify, server, route, Object.assign(serve, bindOptions))
    },
  }
}

function listener(tls: HttpOptions['tls'], handler: http.RequestListener): http.Server | https.Server {
  const timeouts = {
    headersTimeout: HEADERS_SECONDS * 1000,
    keepAliveTimeout: IDLE_SECONDS * 1000,
    connectionsCheckingInterval: 5_000,
  }
  const server =
    tls === null ? http.createServer(timeouts, handler) : https.createServer({ ...timeouts, ...tls }, handler)
  server.maxConnections = MAX_CONNECTIONS
  return server
}

/** A number of proxies in front of us as the test that Fastify takes. */
function trustedHops(setting: boolean | number | string[]) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** The contract types of a route's input, which parseInput has just established at run time. */
function narrow<R extends AnyRoute>(context: Context<AnyRoute>): Context<R> {
  return context as Context<R>
}

function helmetOptions(publicUrl: string) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", publicUrl.replace(/^http/, 'ws')],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' as const },
    hsts: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' as const },
  }
}

type Serve = ((context: Context<AnyRoute>, scope: TenantScope | null) => Promise<unknown>) & BindOptions

function register(fastify: FastifyInstance, options: ServerOptions, route: AnyRoute, serve: Serve): void {
  if ((route.needs === undefined) === (route.open === undefined)) {
    throw new Error(`Route ${route.method} ${route.path} must have either needs or open`)
  }
  if ((route.bodyAfterCheck === true) !== (serve.beforeBody !== undefined)) {
    throw new Error(`Route ${route.method} ${route.path} must have bodyAfterCheck and beforeBody, or neither`)
  }
  fastify.route(routeOptions(options, route, serve))
}

function routeOptions(options: ServerOptions, route: AnyRoute, serve: Serve): RouteOptions {
  return {
    method: route.method,
    url: route.path,
    exposeHeadRoute: false,
    errorHandler: (thrown, request, reply) => {
      const limited = { route, limit: bodyLimitOf(route), report: serve.tooLarge }
      const reported = reportOversizedBody(options, limited, { request, thrown })
      void reported.then(() => sendProblem(options, thrown, request, reply))
    },
    handler: async (request, reply) => {
      const exchange = { request, reply }
      const result = await inRequestSpan(route, exchange, () => answer(options, route, serve, exchange))
      if (reply.sent) return reply
      if (route.answers !== undefined) return sendOther(route.answers, reply, result)
      if (route.reply === undefined) return reply.code(204).send()
      return sendJson(reply, checkReply(options, route, result))
    },
  }
}

/** Redirects and files: the handler's type says which (types.ts). */
function sendOther(answers: 'redirect' | 'file', reply: FastifyReply, result: unknown): FastifyReply {
  if (answers === 'redirect') return reply.redirect((result as Redirect).location, 303)
  const { mediaType, content, fileName, size } = result as FileAnswer
  reply.type(mediaType).header('x-content-type-options', 'nosniff')
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  if (fileName !== undefined) reply.header('content-disposition', attachmentNamed(fileName))
  if (size !== undefined) reply.header('content-length', size)
  return reply.send(content)
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

async function answer(
  options: ServerOptions,
  route: AnyRoute,
  serve: Serve,
  exchange: Exchange,
): Promise<unknown> {
  const { request, reply } = exchange
  if (route.status !== undefined) reply.code(route.status)
  const zone = appliedZone(request.headers['timezone'])
  reply.header('timezone-applied', zone)
  if (route.method !== 'GET' || route.needs !== undefined) reply.header('cache-control', 'no-store')
  // Fastify types params by its own generics; the router only yields strings.
  const params = parseParams(request.params as Record<string, string>)
  const caller = await identify(options, route, request, params)
  const scope = await authenticateRequest(options, route, caller.actor, params)
  const facts = requestFacts(request, zone)
  const checked = await serve.beforeBody?.({ params, scope, request: facts, size: announcedSize(request) })
  const body = await takeBody(options, route, exchange, {
    tenantId: scope?.tenantId ?? null,
    limit: checked?.limit ?? bodyLimitOf(route),
  })
  const context: Context<AnyRoute> = {
    params,
    ...body,
    ...caller,
    request: facts,
    reply: replyControl(reply, options.publicUrl),
  }
  // What is left of a body that was begun would stand before the next request of the connection.
  const { stream } = context
  return route.bodyKind === 'stream'
    ? serve(context, scope).finally(() => stream.resume())
    : serve(context, scope)
}

function requestFacts(request: FastifyRequest, timeZone: string): RequestFacts {
  return {
    id: request.id,
    ip: request.ip,
    headers: request.headers,
    timeZone,
    get signal() {
      return request.signal
    },
  }
}

function replyControl(reply: FastifyReply, publicUrl: string): ReplyControl {
  return {
    status: (code) => void reply.code(code),
    header: (name, value) => void reply.header(name, value),
    text: (content) =>
      void reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff').send(content),
    sessionCookie: (token, expires) =>
      void reply.header('set-cookie', sessionCookie(token, { publicUrl, expires })),
    deviceCookie: (token) => void reply.header('set-cookie', deviceCookie(token, publicUrl)),
  }
}

function checkReply(options: HttpOptions, route: AnyRoute, result: unknown): unknown {
  if (!options.strictReplies || route.reply === undefined) return result
  const parsed = route.reply.safeParse(JSON.parse(JSON.stringify(result)))
  if (parsed.success) return result
  throw new Error(
    `${route.method} ${route.path} returned a response that doesn’t match its contract: ${parsed.error.message}`,
  )
}

async function sendProblem(
  options: ServerOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = problemOf(error, request.id)
  if (problem.bug)
    options.log.error(
      { err: rootOf(error), requestId: request.id, url: request.url.split('?')[0] },
      'request failed',
    )
  else if (problem.status >= 500)
    options.log.warn({ requestId: request.id, err: rootOf(error) }, 'dependency unavailable')
  for (const [name, value] of Object.entries(problem.headers)) reply.header(name, value)
  reply.code(problem.status).header('cache-control', 'no-store').type('application/problem+json')
  return leavesLongBody(request) ? options.refuseUnread(request, reply, problem) : reply.send(problem.body)
}

/** True when reading what is left of the body costs more than a new connection. */
function leavesLongBody(request: FastifyRequest): boolean {
  const { complete, readableFlowing } = request.raw
  if (complete !== false || readableFlowing === true) return false
  return (announcedSize(request) ?? Infinity) > OPEN_BODY_LIMIT
}

function rootOf(error: unknown): unknown {
  return error instanceof AppError ? (error.cause ?? error) : error
}

/** Error codes that a route may answer, for the contract tests. */
export function declaredFails(route: AnyRoute): ReadonlySet<string> {
  return new Set([...COMMON_FAILS, ...(route.fails ?? [])])
}
