import { HUB_PATH, MODEL_HUB, TASK_HUB } from '@caseloom/contract/kernel/hubs'
import type { Server as HttpServer } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import { Server } from 'socket.io'
import type { Gatekeeper } from '../http/types.ts'
import { type Log, logEvent } from '../telemetry/log.ts'
import { gauge } from '../telemetry/metrics.ts'
import { ACTORS_CHANGED } from './announcement.ts'
import type { Feed, FeedEvent } from './feed.ts'
import { handshakeToken, isOwnOrigin } from './handshake.ts'
import type { Quotas } from '../quotas/quotas.ts'
import { type ActorFilter, Members, UNTOUCHED } from './members.ts'
import { createModelHub } from './model-hub.ts'
import type { HubNamespace, HubSocket } from './sockets.ts'
import { createTaskHub } from './task-hub.ts'

export interface HubsOptions {
  server: HttpServer | HttpsServer
  feed: Feed
  gate: Gatekeeper
  /** How many pages a tenant may have open. */
  quotas: Pick<Quotas, 'measure' | 'check'>
  /** Origin of the product's own pages. */
  publicUrl: string
  log: Log
}

export interface Hubs {
  /** Looks up permissions and sessions of the matching sockets; resolves when all of them act under the new ones. */
  refreshActors(filter: ActorFilter): Promise<void>
  /** Open sockets of this process, over both namespaces. */
  connections(): number
  /** Closes all connections so that clients come back to the next process; the HTTP server stays open. */
  close(): void
}

/** Sessions also end by time alone, without an event. */
const SWEEP_MS = 60_000
const LIMITS = { connectTimeout: 10_000, maxHttpBufferSize: 16 * 1024 }

/** Attaches the hubs to the HTTP server and sends the feed's events to their clients. */
export function createHubs(options: HubsOptions): Hubs {
  const { server, feed, gate, publicUrl, log, quotas } = options
  const io = new Server(server, {
    ...LIMITS,
    path: HUB_PATH,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    allowRequest(request, decide) {
      const own = isOwnOrigin(request.headers.origin, request.headers.host, publicUrl)
      if (!own) logEvent(log, 'hub.refused', { reason: 'origin' })
      decide(own ? null : 'request.origin_refused', own)
    },
  })
  io.use((_socket, next) => next(new Error('resource.not_found')))
  const members = new Members(gate, (tenantId) => quotas.check(tenantId, 'sockets', 1), log)
  quotas.measure('sockets', async (tenantId) => members.countIn(tenantId))
  const open = (path: string): HubNamespace => {
    // Socket.IO types a namespace by the whole server's events; ours are those of its own hub.
    const namespace: HubNamespace = io.of(path)
    namespace.use((socket, next) => {
      const admit = async () => next(await admitSocket(socket, { gate, members, publicUrl, log }))
      void admit()
    })
    return namespace
  }
  const model = createModelHub(open(MODEL_HUB), members, log)
  const task = createTaskHub(open(TASK_HUB), members, log)
  const queue = new HubQueue(members, log, (event) => {
    if (event.fact.topic === 'model') model.publish(event, event.fact)
    if (event.fact.topic === 'task') task.publish(event, event.fact)
  })
  const leaveFeed = feed.on(
    (event) => queue.push(event),
    () => members.size > 0,
  )
  const sweep = setInterval(() => {
    gauge('caseloom_hub_sockets', members.size)
    void queue.refresh({})
  }, SWEEP_MS)
  sweep.unref()
  return {
    refreshActors: (filter) => queue.refresh(filter),
    connections: () => members.size,
    close() {
      leaveFeed()
      clearInterval(sweep)
      task.stop()
      io.engine.close()
    },
  }
}

/** Open pages of one person at one process: more are a program that doesn't close them. */
const MAX_SOCKETS_PER_PERSON = 200

async function admitSocket(
  socket: HubSocket,
  { gate, members, publicUrl, log }: Pick<HubsOptions, 'gate' | 'publicUrl' | 'log'> & { members: Members },
): Promise<Error | undefined> {
  const { headers, auth } = socket.handshake
  const token = handshakeToken({
    origin: headers.origin,
    cookie: headers.cookie,
    authToken: auth['token'],
    publicUrl,
  })
  try {
    const actor = token === null ? null : await gate.authenticate(token, {}, UNTOUCHED)
    const personId = actor?.personId ?? null
    if (personId !== null && members.countOf(personId) >= MAX_SOCKETS_PER_PERSON) {
      logEvent(log, 'hub.refused', { reason: 'too many' })
      return new Error('request.too_many')
    }
    if (token !== null && actor !== null) {
      socket.data = { token, personId: actor.personId }
      return undefined
    }
    logEvent(log, 'hub.refused', { reason: 'session' })
    return new Error('session.none')
  } catch (error) {
    log.warn({ err: error }, 'failed to authenticate a hub handshake')
    return new Error('dependency.unavailable')
  }
}

type Job = { event: FeedEvent } | { filter: ActorFilter; done: () => void }

/** Events in order; those after a change of permissions wait until every socket acts under the new ones. */
class HubQueue {
  readonly #members: Members
  readonly #log: Log
  readonly #publish: (event: FeedEvent) => void
  readonly #jobs: Job[] = []
  #covered = new WeakSet<FeedEvent>()
  #draining = false

  constructor(members: Members, log: Log, publish: (event: FeedEvent) => void) {
    this.#members = members
    this.#log = log
    this.#publish = publish
  }

  push(event: FeedEvent): void {
    this.#jobs.push({ event })
    void this.#drain()
  }

  refresh(filter: ActorFilter): Promise<void> {
    return new Promise((resolve) => {
      this.#jobs.push({ filter, done: resolve })
      void this.#drain()
    })
  }

  async #drain(): Promise<void> {
    if (this.#draining) return
    this.#draining = true
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      const filter = 'event' in job ? this.#refreshFor(job.event) : job.filter
      if (filter !== null) await this.#refresh(filter)
      if ('event' in job) this.#publish(job.event)
      else job.done()
    }
    this.#draining = false
  }

  async #refresh(filter: ActorFilter): Promise<void> {
    // What waits behind this one has been committed already: the same look-up answers it too.
    for (const job of this.#jobs) {
      if (!('event' in job)) continue
      const other = filterOf(job.event)
      if (other !== null && covers(filter, other)) this.#covered.add(job.event)
    }
    await this.#members.refresh(filter).catch((error: unknown) => {
      this.#log.error({ err: error }, 'failed to look up the actors of sockets')
    })
  }

  #refreshFor(event: FeedEvent): ActorFilter | null {
    return this.#covered.has(event) ? null : filterOf(event)
  }
}

function filterOf({ tenantId, fact }: FeedEvent): ActorFilter | null {
  const place = tenantId === null ? {} : { tenantId }
  if (fact.topic === 'model') return fact.kind === 'users' || fact.kind === 'settings' ? place : null
  if (fact.topic !== 'internal' || fact.name !== ACTORS_CHANGED) return null
  const personId = fact.payload['personId']
  return typeof personId === 'string' ? { ...place, personId } : place
}

function covers(done: ActorFilter, wanted: ActorFilter): boolean {
  const tenant = done.tenantId === undefined || done.tenantId === wanted.tenantId
  return tenant && (done.personId === undefined || done.personId === wanted.personId)
}
